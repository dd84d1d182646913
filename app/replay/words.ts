/** A replay for a reader: each line as it was recorded, and below it what it means. */
import type { ReplayEvent } from './events.ts';

const marks = { sent: '-->', heard: '<--', stderr: '<!!', note: '###', unreadable: '???' } as const;

const indent = ' '.repeat(22);

const below = (words: string): string => `${indent}${words}`;

const secondsOf = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;

type Passed = Extract<ReplayEvent, { kind: keyof typeof marks }>;

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
    case 'oddity':
      return [below(`odd: ${event.name} (${event.clause}): ${event.text}`)];
    case 'misuse':
      return [below(`against the text: ${event.text}`)];
    case 'silence':
      return [below(`silence: ${event.text}; it lasted ${event.seconds.toFixed(3)} s or more`)];
    case 'fault':
      return [below(`a session ends here as ${event.ending}: ${event.reason}`)];
    case 'unanswered':
      return [below(`unanswered: ${event.text}`)];
    case 'summary':
      return summaryLines(event);
  }
}

function passedLines(event: Passed): readonly string[] {
  const { line, kind, seconds, text } = event;
  const head = `${String(line).padStart(6)} ${seconds.toFixed(3).padStart(10)} ${marks[kind]} ${text}`;
  const lines = [event.cut === undefined ? head : `${head}… (${event.cut} bytes more)`];
  if (kind === 'note' || kind === 'unreadable') return lines;
  if (kind === 'heard' && event.answers) {
    const { answers, milliseconds } = event;
    const which = answers.length === 1 ? `line ${answers[0]}` : `lines ${answers.join(', ')}`;
    lines.push(below(`answers ${which} after ${secondsOf(milliseconds ?? 0)}`));
  }
  if (event.move !== undefined) {
    const where = event.position === undefined ? '' : ` in ${event.position}`;
    const wrong = event.fault === undefined ? '' : `, which is no legal move: ${event.fault}`;
    lines.push(below(`move ${event.move}${where}${wrong}`));
  } else if (event.position !== undefined) lines.push(below(`position ${event.position}`));
  if (event.understood !== undefined) lines.push(below(event.understood));
  if (event.state !== undefined) lines.push(below(`now ${event.state}`));
  return lines;
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
