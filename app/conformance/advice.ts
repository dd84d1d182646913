/**
 * The advice for a failed check: the rule's own, preceded by more urgent advice if the program is not an engine or
 * exited early. The sandbox is mentioned if the engine fell silent or missed a file there.
 */
import type { Check, Ended } from '../protocols/conformance.ts';
import { endedWords } from '../protocols/check-talk.ts';
import { complaintWords, quoted } from '../sessions/ending/remains.ts';
import { tellingLine } from '../sessions/ending/telling-line.ts';
import { harmless } from '../sessions/harmless.ts';
import { silence, type RunningWire } from './running-wire.ts';
import { nonEngineHint } from './non-engine.ts';
import type { CheckEntry } from '../shapes/checks.ts';

/** @param ended how the process ended, if that failed the check */
export function adviceFor(
  { advice }: Check,
  ended: Ended | null,
  { program, exchange }: RunningWire,
): string {
  if (!program) return advice;
  const { nonEngine, sandbox } = program;
  if (nonEngine !== null) return nonEngineHint(nonEngine);
  if (ended === null) {
    const mayBeConfinement = sandbox !== null && (sandbox.hides || endsInSilence(exchange));
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

/** Whether the failure is that no answer came: after a silence that the protocol asks for, the engine answers. */
const endsInSilence = (exchange: readonly CheckEntry[]): boolean =>
  exchange.findLastIndex(isSilence) > exchange.findLastIndex(({ direction }) => direction === 'heard');

const isSilence = ({ direction, text }: CheckEntry): boolean => direction === 'note' && text === silence;

function complaintOf(exchange: readonly CheckEntry[]): string {
  const said = exchange.filter(({ direction }) => direction === 'stderr').map(({ text }) => text);
  const telling = tellingLine(said);
  return telling === null ? '' : `; its ${complaintWords(telling, said)}`;
}
