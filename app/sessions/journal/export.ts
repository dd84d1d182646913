/**
 * A journal as text: seconds since the session began, direction, line.
 *
 *       0.305 --> ping
 *       0.306 <-- pong
 *       0.306 <!! to stderr
 *       0.307 ### a note of ours
 *
 * Text cannot represent everything in a journal. Notes of the form `### [text] …` mark each such place.
 */
import { LineSplitter, lineLimit, withoutReturn } from '../wire/lines.ts';
import type { TranscriptEntry } from '../../protocols/text.ts';
import type { Mark } from './blocks.ts';
import { outputEndedBy, type OutputMark } from './output-end.ts';
import type { JournalEntry } from './reader.ts';

/** A tab is allowed. U+FFFD is not: it may come from the engine, but also stands for bytes that are not UTF-8. */
const beyondText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufffd]/;
const beyondTextAll = new RegExp(beyondText, 'g');

/** Characters to gather before a piece is yielded. */
const pieceLength = 32 * 1024;

/** @param seconds since the session began */
export const textLine = (seconds: number, mark: Mark, text: string): string =>
  `${seconds.toFixed(3).padStart(7)} ${mark} ${text}\n`;

/** The prefix of notes on what text cannot represent. */
export const textNote = '[text] ';

/** The note after a line longer than `lineLimit`. */
export const cutWords = (cut: number): string =>
  `${textNote}${cut} bytes were cut off the line above, which exceeds ${lineLimit}`;

/** The note after a line that has no line end. */
const unendedWords = (mark: OutputMark): string => `${textNote}the last line of ${mark} has no line end`;

/** The direction of the line above that has no line end by this entry of a text; null if it tells no such thing. */
export function unendedLine({ mark, text }: TranscriptEntry): 'heard' | 'stderr' | null {
  if (mark !== '###') return null;
  if (text === unendedWords('<--')) return 'heard';
  return text === unendedWords('<!!') ? 'stderr' : null;
}

class TextWriter {
  text = '';
  #micros = 0;
  /** Streams whose lines currently end in CR LF. */
  readonly #returns = new Set<Mark>();
  readonly #splitters = new Map<OutputMark, LineSplitter>();
  /** The times of the newest bytes of the streams. */
  readonly #heardAt = new Map<OutputMark, number>();

  /** @param isHeld whether it is written; the end of the output counts anyway */
  entry({ micros, mark, bytes }: JournalEntry, isHeld: boolean): void {
    const ended = outputEndedBy({ mark, bytes });
    if (ended !== null) this.#end(ended);
    if (!isHeld) return;
    this.#micros = micros;
    switch (mark) {
      case '<--':
      case '<!!':
        this.#heardAt.set(mark, micros);
        return this.#splitter(mark).push(bytes);
      case '==>':
        this.note(`${textNote}typed by hand:`);
        return this.#whole('-->', bytes);
      case '-->':
      case '###':
        return this.#whole(mark, bytes);
      case '***':
        return;
    }
  }

  /** Both streams have ended. */
  end(): void {
    for (const mark of this.#splitters.keys()) this.#end(mark);
  }

  /** The unfinished line of a stream, if there is one, has the time of its last byte. */
  #end(mark: OutputMark): void {
    const splitter = this.#splitters.get(mark);
    if (splitter?.unfinished !== true) return;
    const now = this.#micros;
    this.#micros = this.#heardAt.get(mark) ?? now;
    splitter.end();
    this.note(unendedWords(mark));
    this.#micros = now;
  }

  note(text: string): void {
    this.#line('###', text);
  }

  #splitter(mark: OutputMark): LineSplitter {
    let splitter = this.#splitters.get(mark);
    if (splitter === undefined) {
      splitter = new LineSplitter((text, cut) => this.#heard(mark, text, cut));
      this.#splitters.set(mark, splitter);
    }
    return splitter;
  }

  /** An entry of ours, which consists of complete lines. */
  #whole(mark: Mark, bytes: Buffer): void {
    const splitter = new LineSplitter((text, cut) => this.#heard(mark, text, cut));
    splitter.push(bytes);
    splitter.end();
  }

  #heard(mark: Mark, raw: string, cut: number): void {
    const text = cut > 0 ? raw : withoutReturn(raw);
    if (cut === 0 && text.length < raw.length !== this.#returns.has(mark)) {
      if (this.#returns.delete(mark)) {
        this.note(`${textNote}from here on lines of ${mark} end in LF`);
      } else {
        this.#returns.add(mark);
        this.note(`${textNote}from here on lines of ${mark} end in CR LF`);
      }
    }
    if (beyondText.test(text)) {
      this.note(`${textNote}below, <U+…> stands for a character that text cannot hold`);
      this.#line(mark, text.replace(beyondTextAll, symbol));
    } else {
      this.#line(mark, text);
    }
    if (cut > 0) this.note(cutWords(cut));
  }

  #line(mark: Mark, text: string): void {
    this.text += textLine(this.#micros / 1e6, mark, text);
  }
}

function symbol(character: string): string {
  if (character === '\ufffd') return '<U+FFFD or bytes that are not UTF-8>';
  return `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** A journal, possibly filtered. */
type Entries = AsyncIterable<JournalEntry> & { readonly torn: number };

/**
 * The text form of a journal, in pieces of some kilobytes.
 * @param holds selects entries; without notes of ours the result is a transcript that does not depend on the machine
 */
export async function* exportText(
  journal: Entries,
  holds: (entry: JournalEntry) => boolean = () => true,
): AsyncGenerator<string> {
  const writer = new TextWriter();
  for await (const entry of journal) {
    writer.entry(entry, holds(entry));
    if (writer.text.length >= pieceLength) {
      yield writer.text;
      writer.text = '';
    }
  }
  writer.end();
  if (journal.torn > 0)
    writer.note(`${textNote}the journal was cut short: ${journal.torn} bytes of an entry follow`);
  if (writer.text !== '') yield writer.text;
}
