/**
 * Writes a replay as text for the user: each recorded line with its meaning below it, and the differences from a run
 * against a live engine.
 */
import { hasMeaning, type ReplayEvent, type LineEvent, type Remark } from './events.ts';
import type { AgainstEvent } from './against.ts';
import type { Compared } from '../shapes/recordings.ts';

/** The mark before a line, by its direction. */
export const marks = { sent: '-->', heard: '<--', stderr: '<!!', note: '###', unreadable: '???' } as const;

const indent = ' '.repeat(22);

const below = (words: string): string => `${indent}${words}`;

/** Characters of a position; longer ones are better read in JSON or on a board. */
const mostShown = 90;

const briefly = (position: string): string =>
  position.length > mostShown ? `${position.slice(0, mostShown)}…` : position;

/** Without line ends. */
export function eventLines(event: ReplayEvent): readonly string[] {
  switch (event.kind) {
    case 'protocol':
      return [`over ${event.protocol}: ${event.how}`];
    case 'sent':
    case 'heard':
    case 'stderr':
    case 'note':
    case 'unreadable':
      return lineEventLines(event);
    case 'summary':
      return summaryLines(event);
    default:
      return [below(remarkWords(event))];
  }
}

/** A remark on a line, in words. */
export function remarkWords(remark: Remark): string {
  switch (remark.kind) {
    case 'settled':
      return `the lines above are taken as an answer: ${partsOf(remark, '').join('; ')}`;
    case 'oddity':
      return `odd: ${remark.name} (${remark.clause}): ${remark.text}`;
    case 'misuse':
      return `against the text: ${remark.text}`;
    case 'silence':
      return `silence: ${remark.text}; it lasted ${remark.seconds.toFixed(3)} s or more`;
    case 'fault':
      return `a session ends here as ${remark.ending}: ${remark.reason}`;
    case 'unanswered':
      return `unanswered: ${remark.text}`;
  }
}

/** What was understood of a line; empty if there is nothing to say. */
export function meaningWords(passed: LineEvent): string {
  if (passed.kind === 'note' || passed.kind === 'unreadable' || !hasMeaning(passed)) return '';
  const parts = partsOf(passed, passed.text);
  if (passed.state !== undefined) parts.push(`now ${passed.state}`);
  return parts.join('; ');
}

function lineEventLines(event: LineEvent): readonly string[] {
  const { line, kind, seconds, text } = event;
  const head = `${String(line).padStart(6)} ${seconds.toFixed(3).padStart(10)} ${marks[kind]} ${text}`;
  const lines = [head + endWords(event)];
  const meaning = meaningWords(event);
  if (meaning !== '') lines.push(below(meaning));
  return lines;
}

/** What follows the text of a line: a CR is shown as other control characters are. */
function endWords({ cut, end }: LineEvent): string {
  const more = cut === undefined ? '' : `… (${cut} bytes more)`;
  if (end === undefined) return more;
  return end === 'CR LF' ? `${more}\r` : `${more} (no line end)`;
}

type Meaning = Exclude<LineEvent, { kind: 'note' | 'unreadable' }> | Extract<Remark, { kind: 'settled' }>;

/** @param text of the line, not to be repeated */
function partsOf(event: Meaning, text: string): string[] {
  const parts: string[] = [];
  if ('answers' in event && event.answers) {
    const { answers, milliseconds } = event;
    const which = answers.length === 1 ? `line ${answers[0]}` : `lines ${answers.join(', ')}`;
    parts.push(`answers ${which} after ${((milliseconds ?? 0) / 1000).toFixed(3)} s`);
  }
  if (event.move !== undefined) {
    const wrong = event.fault === undefined ? '' : `, which is not a legal move: ${event.fault}`;
    const where = event.position === undefined ? '' : ` in ${briefly(event.position)}`;
    parts.push(`move ${event.move}${where}${wrong}`);
  } else if (event.position !== undefined) parts.push(`position ${briefly(event.position)}`);
  if (event.understood !== undefined && !(text !== '' && text.includes(event.understood))) {
    parts.push(event.understood);
  }
  return parts;
}

function summaryLines(event: ReplayEvent & { kind: 'summary' }): readonly string[] {
  const { lines, requests, answered, oddities, ending } = event;
  const odd = Object.entries(oddities).map(([name, count]) => `${name} ${count}`);
  return [
    '',
    `${lines} lines; ${answered} of ${requests} requests answered`,
    `oddities: ${odd.length > 0 ? odd.join(', ') : 'none'}`,
    `ending: ${ending ?? 'not recorded'}`,
  ];
}

const secondsOf = (milliseconds: number | null): string =>
  milliseconds === null ? 'no answer' : `${(milliseconds / 1000).toFixed(3)} s`;

/** Without line ends. */
export function againstLines(event: AgainstEvent): readonly string[] {
  if (event.kind === 'answer') return comparedLines(event);
  const { requests, same, differs, missing, unanswered, illegal, ending } = event;
  const counts =
    `${same} the same, ${differs} different, ${missing} missing, ${event.new} new, ` +
    `${unanswered} unanswered then and now`;
  return [
    '',
    `${requests} requests: ${counts}`,
    ...(illegal === 0 ? [] : [`illegal moves: ${illegal}`]),
    ...(ending === null ? [] : [`the engine exited without being told to: ${ending}`]),
  ];
}

function comparedLines(compared: Compared): readonly string[] {
  const { request, asked, verdict, recorded, live, took, fault } = compared;
  const times = `${secondsOf(took.recorded)}, now ${secondsOf(took.live)}`;
  const head = `${String(request).padStart(6)} ${verdict.padEnd(8)} ${asked}  (${times})`;
  const wrong = fault === null ? [] : [`         illegal: ${fault}`];
  return [head, ...(verdict === 'same' ? [] : difference(recorded, live)), ...wrong];
}

/** `-` marks lines of the first side only, `+` lines of the second side only. */
export function difference(one: readonly string[], other: readonly string[]): readonly string[] {
  // For each pair of indices: the length of the longest common subsequence of the lines from there on.
  const common = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      common[i]![j] =
        one[i] === other[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push(`         ${one[i++]}`);
      j++;
    } else if (j === other.length || (i < one.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push(`       - ${one[i++]}`);
    } else lines.push(`       + ${other[j++]}`);
  }
  return lines;
}
