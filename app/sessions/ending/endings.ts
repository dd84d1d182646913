/** Words the endings of sessions. Elsewhere the causes are data; all sentences about them are made in this folder. */
import type { LaunchFinding } from '../launch/check.ts';
import type { SandboxLack } from '../confinement/confinement.ts';
import type { FaultWord } from '../../protocols/protocol.ts';
import {
  bytesInWords,
  confinedAdvice,
  exitedAdvice,
  lackAdvice,
  lackReason,
  passedWords,
  type Confined,
  type Words,
} from './confined-words.ts';
import { describeFinding, ownShortage, spawnWords } from './launch-words.ts';
import { lastWords, type Remains } from './remains.ts';
import { isMissing, namesError } from './telling-line.ts';
import { harmless } from '../harmless.ts';
import type { Flood } from '../watch/flood.ts';
import type { LimitPassed } from '../watch/watchdog.ts';
import type { Renewal } from '../types.ts';
import { EndingWord, type Rung, type SessionEnding } from '../../shapes/sessions.ts';

export type Cause =
  | { readonly kind: 'launch'; readonly finding: LaunchFinding }
  /** The operating system refused to start the process. */
  | { readonly kind: 'spawn'; readonly file: string; readonly code: string }
  /** The driver gave up on the conversation. */
  | { readonly kind: 'driver'; readonly ending: FaultWord; readonly reason: string }
  /** The process exited unasked. `opening` names the answer that was still awaited. */
  | {
      readonly kind: 'exited';
      readonly opened: boolean;
      readonly opening: string;
      readonly file: string;
      /** The command line to start it by hand. */
      readonly command: string;
      readonly platform: NodeJS.Platform;
    }
  /** It closed its output or its input but goes on; `opening` as above. */
  | { readonly kind: 'stdout closed' | 'stdin closed'; readonly opened: boolean; readonly opening: string }
  /** It requires a sandbox, and the system has none; `flag` switches it off, absent where only an engine's settings do. */
  | { readonly kind: 'sandbox'; readonly lack: SandboxLack; readonly flag?: string }
  /** It exceeded a resource limit. */
  | { readonly kind: 'passed'; readonly passed: LimitPassed }
  | { readonly kind: 'unread'; readonly bytes: number }
  /** It flooded its output with useless lines; `opening` as above. */
  | { readonly kind: 'flood'; readonly flood: Flood; readonly opened: boolean; readonly opening: string }
  | { readonly kind: 'quota'; readonly bytes: number }
  | { readonly kind: 'journal'; readonly message: string }
  /** An internal error of Plywire. */
  | { readonly kind: 'broken'; readonly message: string }
  /** `asked`: by the host; else by a line that the user typed. */
  | { readonly kind: 'quit'; readonly asked: boolean };

function exited(
  { exitCode, signal }: Remains,
  { opened, opening }: { readonly opened: boolean; readonly opening: string },
): string {
  const when = opened ? '' : ` before ${opening}`;
  if (signal !== null) return `was killed by ${signal}${when}`;
  const how = opened ? 'exited unexpectedly' : 'exited';
  return exitCode === null ? `${how}${when}` : `${how} with code ${exitCode}${when}`;
}

function wordOf(cause: Cause): EndingWord {
  switch (cause.kind) {
    case 'launch':
    case 'sandbox':
      return 'unstartable';
    case 'spawn':
      return ownShortage.has(cause.code) ? 'void' : 'unstartable';
    case 'driver':
      return cause.ending;
    case 'exited':
      return cause.opened ? 'crashed' : 'handshake';
    case 'stdout closed':
    case 'stdin closed':
      return cause.opened ? 'stalled' : 'handshake';
    case 'unread':
      return 'stalled';
    case 'quota':
    case 'flood':
    case 'passed':
      return 'limit';
    case 'journal':
    case 'broken':
      return 'void';
    case 'quit':
      return 'quit';
  }
}

/** Whether the conversation may be the cause of such an ending. @param confined as for `describeEnding` */
export function isOfTalk(ending: SessionEnding, confined: Confined | null): boolean {
  if (!['handshake', 'crashed', 'stalled', 'malformed', 'time'].includes(ending.word)) return false;
  // A program that printed nothing, and lacks a file or was not even found, never took part in one.
  return ending.lastHeard !== null || ((confined?.hidden ?? null) === null && !isMissing(ending));
}

const driverAdvice = {
  handshake: 'Check that the engine speaks this protocol, and whether it needs arguments to do so.',
  stalled: 'Restart the engine. The console shows the request.',
  malformed: 'Restart the engine. The console shows the line that Plywire could not read.',
  time: 'Give the engine more time in its settings, or make it search less. The console shows the request.',
} as const satisfies Record<FaultWord, string>;

/** Whether it printed what did not reach us as a line in time: it answers, but does not end or flush its lines. */
const isHeldBack = ({ unfinished, late }: Remains): boolean => unfinished !== '' || late !== '';

/** The usual reason why the line that is waited for never comes. */
const unfinishedAdvice =
  'Make the engine end each line with a line feed, and flush its output after it. The console shows what it printed.';

/** Longer commands are not copied from a sentence. */
const mostCommand = 200;

/** The advice for an engine that exited at its start. */
function unopenedAdvice(command: string, { stderrTail }: Remains): string {
  if (!stderrTail.some(namesError)) return driverAdvice.handshake;
  const isPlain = command.length <= mostCommand && !command.includes('`') && harmless(command) === command;
  return isPlain
    ? `Its error is on stderr: run \`${command}\` by hand to see all of it.`
    : 'Its error is on stderr, which the console shows.';
}

function quitWords(asked: boolean, rung: Rung): string {
  if (asked) return 'ended as asked';
  if (rung === 'by itself') return 'exited after the end of the conversation';
  return rung === 'quit lines' ? 'exited when told to quit' : 'did not exit when told to, and was killed';
}

function floodWords({ lines, bytes, seconds, searching }: Flood, opened: boolean, opening: string): Words {
  const when = searching ? 'in a search' : opened ? 'while it had no request' : `before ${opening}`;
  const much = `${lines} lines (${bytesInWords(bytes)}) in ${Number(seconds.toPrecision(2))} s`;
  return {
    reason: `flooded its output ${when}: ${much} without a usable answer`,
    advice: 'Make the engine print less. The console shows its output.',
  };
}

function words(cause: Cause, remains: Remains): Words {
  switch (cause.kind) {
    case 'launch':
      return describeFinding(cause.finding);
    case 'spawn':
      return spawnWords(cause.file, cause.code);
    case 'driver':
      return {
        reason: cause.reason + lastWords(remains, cause.reason),
        advice: isHeldBack(remains) ? unfinishedAdvice : driverAdvice[cause.ending],
      };
    case 'exited': {
      return {
        reason: exited(remains, cause) + lastWords(remains, ''),
        advice: exitedAdvice(
          cause,
          remains,
          cause.opened
            ? 'Restart the engine. The console shows what led up to this.'
            : unopenedAdvice(cause.command, remains),
        ),
      };
    }
    case 'stdout closed':
    case 'stdin closed': {
      const pipe = cause.kind === 'stdout closed' ? 'output' : 'input';
      const when = cause.opened ? '' : ` before ${cause.opening}`;
      return {
        reason: `closed its ${pipe}${when} but keeps running${lastWords(remains, '')}`,
        advice: cause.opened ? driverAdvice.stalled : driverAdvice.handshake,
      };
    }
    case 'sandbox':
      return {
        reason: `no sandbox is available: ${lackReason(cause.lack)}`,
        advice: lackAdvice(cause.lack, cause.flag),
      };
    case 'passed':
      return passedWords(cause.passed);
    case 'unread':
      return {
        reason: `the engine does not read its input: ${cause.bytes} bytes are waiting`,
        advice: 'Restart the engine.',
      };
    case 'flood':
      return floodWords(cause.flood, cause.opened, cause.opening);
    case 'quota':
      return {
        reason: `the journal has reached its quota of ${cause.bytes} bytes`,
        advice:
          'Restart the engine to begin a new journal, make it print less, or raise the limit in the settings.',
      };
    case 'journal':
      return {
        reason: `the journal could not be written: ${cause.message}`,
        advice: 'Free disk space or move the journals (PLYWIRE_HOME), then restart the engine.',
      };
    case 'broken':
      return {
        reason: `Plywire itself failed: ${cause.message}`,
        advice: 'Restart the engine, and please report this with the saved journal.',
      };
    case 'quit':
      return { reason: quitWords(cause.asked, remains.rung), advice: '' };
  }
}

/**
 * Names the restart whose purpose failed at once. If it had settings to try, the driver's reason already names them.
 */
function originWords(cause: Cause, renewal: Renewal | null): string {
  const told =
    ['exited', 'stdout closed', 'stdin closed'].includes(cause.kind) ||
    (cause.kind === 'driver' && !renewal?.settings);
  return renewal && told ? `; it had been restarted: ${renewal.reason}` : '';
}

/**
 * Whether the sandbox may be the cause: the engine exited, fell silent or never answered. Without a handshake, the time
 * of a first move is what an engine that never answers exceeds.
 */
const mayBeConfinement = (cause: Cause, remains: Remains): boolean =>
  cause.kind === 'exited' ||
  cause.kind === 'stdout closed' ||
  (cause.kind === 'driver' &&
    !isHeldBack(remains) &&
    (cause.ending === 'handshake' ||
      cause.ending === 'stalled' ||
      (cause.ending === 'time' && remains.lastHeard === null)));

/**
 * Composes the account of a session's end.
 * @param renewal why it replaced another session, if it has answered no search since
 * @param confined what the sandbox denied it; null without a sandbox
 * @param answered whether it had answered a search
 */
export function describeEnding(
  cause: Cause,
  remains: Remains,
  renewal: Renewal | null = null,
  confined: Confined | null = null,
  answered = false,
): SessionEnding {
  const { reason: what, advice } = words(cause, remains);
  const { unfinished: _, late: __, cut: ___, ...facts } = remains;
  const ending = { word: wordOf(cause), reason: what + originWords(cause, renewal), advice, ...facts };
  if (confined === null || !mayBeConfinement(cause, remains)) return ending;
  const sandbox = confinedAdvice(confined, remains, answered);
  return sandbox === null ? ending : { ...ending, advice: `${advice} ${sandbox}`, sandbox };
}

/** Matches a note about an ending: the session's word with the reason, or how the process exited. */
export const endingPattern = new RegExp(
  String.raw`^(?:(?<word>${EndingWord.options.join('|')}): (?<reason>[^]*)|(?<left>exit code -?\d{1,10}|ended by SIG\w{2,8}))$`,
);
