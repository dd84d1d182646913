/**
 * Converts a recorded session to another form: a text, a transcript without traces of this machine, or a shell script
 * that plays it again. The script pipes our lines to the engine's command with the recorded pauses and prints the
 * engine's output.
 *
 * A recording is untrusted. Its text appears in the script only within single quotes, which a shell does not interpret,
 * or in a comment of one line. Control and invisible characters are written as bytes.
 */
import { shellQuoted } from '../sessions/launch/command-line.ts';
import type { EntryDirection, Recording } from './recording.ts';
import { cutWords, exportText, textLine, textNote } from '../sessions/journal/export.ts';
import type { RecordingForm } from '../shapes/recordings.ts';

export interface ScriptFacts {
  /** Names of variables set for the engine; values may be secret. */
  readonly variables?: readonly string[];
  /** Variables of our own programs, whose values are not secret. */
  readonly own?: Readonly<Record<string, string>>;
}

/** In seconds: shorter pauses are delays of our own pipes. */
const leastPause = 0.01;

/** In characters. */
const longestComment = 200;

/** Control and format characters, line and paragraph separators, and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const unseenAll = new RegExp(unseen.source, 'gu');

/** A character as bytes, for `%b`. */
const byBytes = (character: string): string =>
  [...Buffer.from(character)].map((byte) => String.raw`\0${byte.toString(8).padStart(3, '0')}`).join('');

const inComment = (text: string): string => text.replace(unseenAll, ' ').slice(0, longestComment);

/** The command that prints a line. */
export function printing(line: string): string {
  if (!unseen.test(line)) return String.raw`printf '%s\n' ${shellQuoted(line)}`;
  const written = line.replaceAll('\\', '\\\\').replace(unseenAll, byBytes);
  return String.raw`printf '%b\n' ${shellQuoted(written)}`;
}

/**
 * The script, in pieces. A transcript does not name the program, and a bundle does not give its path, so their scripts
 * take the engine's command as arguments.
 */
export async function* scriptOf(
  recording: Recording,
  { variables = [], own = {} }: ScriptFacts = {},
): AsyncGenerator<string> {
  const { command, args, cwd } = recording.masked ? {} : recording.facts;
  const words = typeof command === 'string' ? [command, ...textsIn(args)] : null;
  yield [
    '#!/bin/sh',
    ...headOf(recording, variables),
    '# Our lines go to the engine with the pauses as recorded; for none, let this do nothing:',
    'pause() { sleep "$1"; }',
    '',
    ...(words === null ? ['[ $# -gt 0 ] || { echo "usage: $0 ENGINE [ARGUMENT]..." >&2; exit 2; }'] : []),
    ...(typeof cwd === 'string' ? [`cd -- ${shellQuoted(cwd)} || exit`] : []),
    ...Object.entries(own).map(([name, value]) => `export ${name}=${shellQuoted(value)}`),
    '{',
    '',
  ].join('\n');
  let before = 0;
  let last = 0;
  for await (const piece of recording.entries()) {
    let text = '';
    for (const entry of piece) {
      if (entry.direction === 'heard' || entry.direction === 'stderr') last = Math.max(last, entry.seconds);
      if (entry.direction !== 'sent') continue;
      text += pausing(entry.seconds - before) + `${printing(entry.text)}\n`;
      before = entry.seconds;
    }
    if (text !== '') yield text;
  }
  // Waits for the remaining output: the end of input ends an engine.
  yield `${pausing(last - before)}:\n} | ${words === null ? '"$@"' : words.map(shellQuoted).join(' ')}\n`;
}

function headOf({ facts, protocol }: Recording, variables: readonly string[]): readonly string[] {
  const { startedAt, sandbox } = facts;
  const when = typeof startedAt === 'string' ? `, recorded ${startedAt}` : '';
  const what = protocol === null ? '' : ` over ${protocol}`;
  return [
    `# ${inComment(`A session with an engine${what}${when}.`)}`,
    ...(sandbox === true
      ? ['# The engine ran in the sandbox. This script runs it outside, with all of your rights.']
      : []),
    ...(variables.length > 0
      ? [
          `# These variables were set for the engine; set them before, if it needs them: ${inComment(variables.join(', '))}`,
        ]
      : []),
  ];
}

const pausing = (seconds: number): string => (seconds >= leastPause ? `pause ${seconds.toFixed(3)}\n` : '');

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** The converted recording in pieces of a few kilobytes. @param facts for a script */
export function rewrittenAs(
  recording: Recording,
  as: RecordingForm,
  facts: ScriptFacts = {},
): AsyncGenerator<string> {
  if (as === 'script') return scriptOf(recording, facts);
  // Our notes name files and programs of this machine.
  const hasNotes = as === 'text';
  if (recording.journal === null) return transcriptText(recording, hasNotes);
  return exportText(recording.journal(), ({ mark }) => hasNotes || mark !== '###');
}

const marks = { sent: '-->', heard: '<--', stderr: '<!!', note: '###' } as const satisfies Partial<
  Record<EntryDirection, string>
>;

/** A transcript is text already. Lines that are not part of it stay as they are. */
async function* transcriptText(recording: Recording, hasNotes: boolean): AsyncGenerator<string> {
  for await (const piece of recording.entries()) {
    let text = '';
    for (const { direction, seconds, text: line, cut } of piece) {
      if (direction === 'note' && !hasNotes && !line.startsWith(textNote)) continue;
      text += direction === 'unreadable' ? `${line}\n` : textLine(seconds, marks[direction], line);
      if (cut > 0) text += textLine(seconds, '###', cutWords(cut));
    }
    if (text !== '') yield text;
  }
}
