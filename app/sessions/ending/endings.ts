/** Words the endings of sessions. Elsewhere the causes are data; all sentences about them are made here. */
import type { LaunchPlan } from '../launch/launch.ts';
import { inspectLaunch, type LaunchFinding } from '../launch/check.ts';
import type { SandboxLack } from '../confinement/confinement.ts';
import type { FaultWord } from '../../protocols/protocol.ts';
import { harmless } from '../harmless.ts';
import {
  bytesInWords,
  confinedAdvice,
  exitedAdvice,
  lackWords,
  passedWords,
  type Confined,
  type Words,
} from './confined-words.ts';
import { tellingLine } from './telling-line.ts';
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
      readonly platform: NodeJS.Platform;
    }
  /** It closed its output or its input but goes on; `opening` as above. */
  | { readonly kind: 'mute' | 'deaf'; readonly opened: boolean; readonly opening: string }
  /** It requires a sandbox, and the system has none. */
  | { readonly kind: 'sandbox'; readonly lack: SandboxLack }
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

/** The facts about an end besides its cause. */
export interface Remains {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lastHeard: string | null;
  readonly stderrTail: readonly string[];
  readonly rung: Rung;
}

/** For a process that never started. */
export const noRemains: Remains = {
  exitCode: null,
  signal: null,
  lastHeard: null,
  stderrTail: [],
  rung: 'by itself',
};

/** Characters of a quoted line: enough to recognise it. The console shows all of it. */
export const quoteLimit = 200;

/** Quotes an engine's text in one of our sentences: shortened and safe to print. */
export function quoted(text: string): string {
  const short = text.length > quoteLimit ? `${text.slice(0, quoteLimit)}…` : text;
  return `\`${harmless(short)}\``;
}

/** Introduces and quotes a line of stderr. @param all the lines that it is one of */
export const complaintWords = (complaint: string, all: readonly string[]): string => {
  const last = all.findLast((line) => line.trim() !== '')?.trim();
  return `${complaint === last ? 'last line on stderr' : 'on stderr'}: ${quoted(complaint)}`;
};

function exited(
  { exitCode, signal }: Remains,
  { opened, opening }: { readonly opened: boolean; readonly opening: string },
): string {
  const when = opened ? '' : ` before ${opening}`;
  if (signal !== null) return `was killed by ${signal}${when}`;
  const how = opened ? 'exited unexpectedly' : 'exited';
  return exitCode === null ? `${how}${when}` : `${how} with code ${exitCode}${when}`;
}

/** Quotes the most informative last words: from stderr if there are any, since errors are printed there. */
function lastWords(remains: Remains, reason: string): string {
  const complaint = tellingLine(remains.stderrTail);
  if (complaint !== null) return `; ${complaintWords(complaint, remains.stderrTail)}`;
  // The reason may already say that nothing was heard.
  if (remains.lastHeard === null)
    return /nothing was heard|no line was heard/.test(reason) ? '' : '; it printed nothing';
  const heard = quoted(remains.lastHeard);
  return reason.includes(heard) ? '' : `; last line heard: ${heard}`;
}

/** What is wrong with a launch, with advice. */
function describeFinding(finding: LaunchFinding): Words {
  switch (finding.kind) {
    case 'missing':
      return { reason: `${finding.file} does not exist`, advice: 'Choose the file again.' };
    case 'folder':
      return {
        reason: `${finding.file} is a folder`,
        advice: 'Choose the program inside it.',
      };
    case 'not a file':
      return {
        reason: `${finding.file} is neither a program nor a script`,
        advice: 'Choose a regular file.',
      };
    case 'unreadable':
      return {
        reason: `${finding.file} cannot be read (${finding.code})`,
        advice: 'Check the permissions of the file and of the folders above it.',
      };
    case 'not executable':
      return {
        reason: `${finding.file} is not executable`,
        advice:
          'Make it executable (chmod +x), or add the program that runs it, with this file as its argument.',
      };
    case 'empty':
      return { reason: `${finding.file} is empty`, advice: 'Build or copy the engine again.' };
    case 'plain text':
      return {
        reason: `${finding.file} is text that does not begin with a \`#!\` line`,
        advice:
          'Put its interpreter on the first line, for example `#!/usr/bin/env python3`, or add that program, with this file as its argument.',
      };
    case 'batch words':
      return {
        reason: `${quoted(finding.word)} cannot be passed to a batch file safely`,
        advice:
          'Remove percent signs, double quotes and line breaks, or choose the program that the batch file starts.',
      };
    case 'no interpreter':
      return {
        reason: `the interpreter ${finding.interpreter} for ${finding.file} was not found`,
        advice: 'Install it on PATH, and restart Plywire if PATH has changed.',
      };
    case 'script interpreter':
      return {
        reason:
          finding.interpreter === ''
            ? `the \`#!\` line of ${finding.file} names no interpreter`
            : `the \`#!\` line of ${finding.file} names ${quoted(finding.interpreter)}, which was not found`,
        advice: 'Correct the first line of the script, or install what it names.',
      };
    case 'carriage return':
      return {
        reason: `the \`#!\` line of ${finding.file} ends in a carriage return, so that ${quoted(finding.interpreter)} is not found`,
        advice: 'Save the script with Unix line ends (LF).',
      };
    case 'no folder':
      return {
        reason: `the working folder ${finding.folder} does not exist`,
        advice: 'Choose another working folder.',
      };
  }
}

/** The fault of a plan that cannot be started; null if none is found. */
export function checkLaunch(plan: LaunchPlan): Words | null {
  const finding = inspectLaunch(plan);
  return finding === null ? null : describeFinding(finding);
}

/** Errors that mean a shortage of our own or of the system, not a fault of the engine. */
const ownShortage = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

function spawnWords(file: string, code: string): Words {
  if (ownShortage.has(code)) {
    return {
      reason: `the system cannot start another process (${code})`,
      advice: 'End some engines and try again.',
    };
  }
  if (code === 'ENOENT') {
    return {
      reason: `${file} exists, but its loader does not (${code})`,
      advice: 'The file may be built for another system. Build it for this one.',
    };
  }
  return {
    reason: `${file} cannot be started (${code})`,
    advice: 'Check that the file is built for this system and that its arguments are right.',
  };
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
    case 'mute':
    case 'deaf':
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

/** Whether the conversation may be the cause of such an ending. */
export const isOfTalk = (word: EndingWord): boolean =>
  ['handshake', 'crashed', 'stalled', 'malformed', 'time'].includes(word);

const driverAdvice = {
  handshake: 'Check that the engine speaks this protocol, and whether it needs arguments to do so.',
  stalled: 'Restart the engine. The console shows the request.',
  malformed: 'Restart the engine. The console shows the line that Plywire could not read.',
  time: 'Give the engine more time in its settings, or make it search less. The console shows the request.',
} as const satisfies Record<FaultWord, string>;

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
        advice: driverAdvice[cause.ending],
      };
    case 'exited': {
      return {
        reason: exited(remains, cause) + lastWords(remains, ''),
        advice: exitedAdvice(
          cause,
          remains,
          cause.opened
            ? 'Restart the engine. The console shows what led up to this.'
            : driverAdvice.handshake,
        ),
      };
    }
    case 'mute':
    case 'deaf': {
      const pipe = cause.kind === 'mute' ? 'output' : 'input';
      const when = cause.opened ? '' : ` before ${cause.opening}`;
      return {
        reason: `closed its ${pipe}${when} but keeps running${lastWords(remains, '')}`,
        advice: cause.opened ? driverAdvice.stalled : driverAdvice.handshake,
      };
    }
    case 'sandbox':
      return {
        reason: `no sandbox is available: ${lackWords(cause.lack).reason}`,
        advice: lackWords(cause.lack).advice,
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
    ['exited', 'mute', 'deaf'].includes(cause.kind) || (cause.kind === 'driver' && !renewal?.settings);
  return renewal && told ? `; it had been restarted: ${renewal.reason}` : '';
}

/** Whether the sandbox may be the cause: the engine exited, fell silent or never answered. */
const mayBeConfinement = (cause: Cause): boolean =>
  cause.kind === 'exited' ||
  cause.kind === 'mute' ||
  (cause.kind === 'driver' && (cause.ending === 'handshake' || cause.ending === 'stalled'));

/**
 * Composes the account of a session's end.
 * @param renewal why it replaced another session, if it has answered no search since
 * @param confined what the sandbox denied it; null without a sandbox
 */
export function describeEnding(
  cause: Cause,
  remains: Remains,
  renewal: Renewal | null = null,
  confined: Confined | null = null,
): SessionEnding {
  const { reason, advice: usual } = words(cause, remains);
  const advice =
    confined !== null && mayBeConfinement(cause)
      ? `${usual} ${confinedAdvice(confined, remains.exitCode)}`
      : usual;
  return { word: wordOf(cause), reason: reason + originWords(cause, renewal), advice, ...remains };
}

/** Matches a note about an ending: the session's word with the reason, or how the process exited. */
export const endingPattern = new RegExp(
  String.raw`^(?:(?<word>${EndingWord.options.join('|')}): (?<reason>[^]*)|(?<left>exit code -?\d{1,10}|ended by SIG\w{2,8}))$`,
);
