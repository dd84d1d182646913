/** A recorded session in another form. */
import { cutWords, exportText, textLine, textNote } from '../sessions/journal/export.ts';
import type { Form } from './form.ts';
import type { Direction, Recording } from './recording.ts';
import { scriptOf, type ScriptFacts } from './script.ts';

/** In pieces of some kilobytes. @param facts for a script */
export function rewrittenAs(recording: Recording, as: Form, facts: ScriptFacts = {}): AsyncGenerator<string> {
  if (as === 'script') return scriptOf(recording, facts);
  // Notes of ours name files and programs of this machine.
  const hasNotes = as === 'text';
  if (recording.journal === null) return transcriptText(recording, hasNotes);
  return exportText(recording.journal(), ({ mark }) => hasNotes || mark !== '###');
}

const marks = { sent: '-->', heard: '<--', stderr: '<!!', note: '###' } as const satisfies Partial<
  Record<Direction, string>
>;

/** A transcript is text already. What is no line of one stays as it is. */
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
