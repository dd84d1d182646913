/** A replay for a reader: each line as it was recorded, and below it what it means. */
import type { ReplayEvent } from './events.ts';
import { hasMeaning, type Passed, type Remark } from './line.ts';

/** What stands before a line, by whose it is. */
export const marks = { sent: '-->', heard: '<--', stderr: '<!!', note: '###', unreadable: '???' } as const;

const indent = ' '.repeat(22);

const below = (words: string): string => `${indent}${words}`;

/** Of a position: more is better read as JSON, or seen on a board. */
const mostShown = 90;

const briefly = (position: string): string =>
  position.length > mostShown ? `${position.slice(0, mostShown)}…` : position;

/** Each without a line end. */
export function eventLines(event: ReplayEvent): readonly string[] {
  switch (event.kind) {
    case 'protocol':
      return [`over ${event.protocol}: ${event.how}`];
    case 'sent':
    case 'heard':
    case 'stderr':
    case 'note':
    case 'unreadable':
      return passedLines(event);
    case 'summary':
      return summaryLines(event);
    default:
      return [below(remarkWords(event))];
  }
}

/** What is told at a line beside its meaning, in a sentence. */
export function remarkWords(remark: Remark): string {
  switch (remark.kind) {
    case 'settled':
      return `what came before is taken for an answer: ${partsOf(remark, '').join('; ')}`;
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

/** What was understood of a line; empty where there is nothing to say. */
export function meaningWords(passed: Passed): string {
  if (passed.kind === 'note' || passed.kind === 'unreadable' || !hasMeaning(passed)) return '';
  const parts = partsOf(passed, passed.text);
  if (passed.state !== undefined) parts.push(`now ${passed.state}`);
  return parts.join('; ');
}

function passedLines(event: Passed): readonly string[] {
  const { line, kind, seconds, text } = event;
  const head = `${String(line).padStart(6)} ${seconds.toFixed(3).padStart(10)} ${marks[kind]} ${text}`;
  const lines = [event.cut === undefined ? head : `${head}… (${event.cut} bytes more)`];
  const meaning = meaningWords(event);
  if (meaning !== '') lines.push(below(meaning));
  return lines;
}

type Meaning = Exclude<Passed, { kind: 'note' | 'unreadable' }> | Extract<Remark, { kind: 'settled' }>;

/** @param text of the line, which is not to be said again */
function partsOf(event: Meaning, text: string): string[] {
  const parts: string[] = [];
  if ('answers' in event && event.answers) {
    const { answers, milliseconds } = event;
    const which = answers.length === 1 ? `line ${answers[0]}` : `lines ${answers.join(', ')}`;
    parts.push(`answers ${which} after ${((milliseconds ?? 0) / 1000).toFixed(3)} s`);
  }
  if (event.move !== undefined) {
    const wrong = event.fault === undefined ? '' : `, which is no legal move: ${event.fault}`;
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
