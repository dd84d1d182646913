/**
 * The advice for a failed check: the rule's own, preceded by more urgent advice if the program is not an engine or
 * exited early. The sandbox is mentioned if no answer came or the engine missed a file there.
 */
import type { Check, Outcome } from '../protocols/conformance.ts';
import { endedWords } from '../protocols/check-talk.ts';
import { complaintWords, quoted } from '../sessions/ending/remains.ts';
import { tellingLine } from '../sessions/ending/telling-line.ts';
import { harmless } from '../sessions/harmless.ts';
import type { RunningWire } from './running-wire.ts';
import { nonEngineHint } from './non-engine.ts';
import type { CheckEntry } from '../shapes/checks.ts';

export function adviceFor(
  { advice }: Check,
  { ended, isSilent }: Pick<Extract<Outcome, { kind: 'fail' }>, 'ended' | 'isSilent'>,
  { program, exchange }: RunningWire,
): string {
  if (!program) return advice;
  const { nonEngine, sandbox } = program;
  if (nonEngine !== null) return nonEngineHint(nonEngine);
  if (ended === null) {
    const mayBeConfinement = sandbox !== null && (sandbox.hides || isSilent);
    return mayBeConfinement ? `${advice} ${sandbox.words}` : advice;
  }
  const hasSpoken = exchange.some(({ direction }) => direction === 'heard');
  const last = exchange.findLast(({ direction }) => direction === 'sent')?.text;
  const what = `The engine ${endedWords(ended)} ${last === undefined ? 'before it was sent anything' : `after ${quoted(last)}`}`;
  // The engine left on purpose, and the rule says why that is wrong.
  if (hasSpoken && ended.exitCode === 0) return `${what}. ${advice}`;
  const typing = last === undefined ? '' : ' and type the sent lines below';
  return [
    `${what}${complaintOf(exchange)}.`,
    `To find the cause, run \`${harmless(program.command)}\` by hand${typing}.`,
    program.around,
    // An engine that never spoke has a problem beyond this rule.
    hasSpoken ? `The rule itself: ${advice}` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function complaintOf(exchange: readonly CheckEntry[]): string {
  const said = exchange.filter(({ direction }) => direction === 'stderr').map(({ text }) => text);
  const telling = tellingLine(said);
  return telling === null ? '' : `; ${complaintWords(telling, said)}`;
}
