/**
 * A journal as text: seconds since the session began, direction, line.
 *
 *       0.305 --> ping
 *       0.306 <-- pong
 *       0.306 <!! to stderr
 *       0.307 ### a note of ours
 *
 * Text cannot hold everything that a journal does. What it cannot hold is marked by notes of a form of
 * their own, `### [text] …`, so that nothing is left out in silence.
 */
import { LineSplitter, lineLimit, withoutReturn } from '../wire/lines.ts';
import type { Mark } from './blocks.ts';
import type { JournalEntry } from './reader.ts';

/** A tab is text. So is U+FFFD when the engine sent it, but it also stands for bytes that are not UTF-8. */
const beyondText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufffd]/;
const beyondTextAll = new RegExp(beyondText, 'g');

/** Characters gathered before a piece is given out. */
const pieceLength = 32 * 1024;

/** @param seconds since the session began */
export const textLine = (seconds: number, mark: Mark, text: string): string =>
  `${seconds.toFixed(3).padStart(7)} ${mark} ${text}\n`;

/** What begins a note on what text cannot hold. */
export const textNote = '[text] ';

/** Of a line that is longer than what is kept of one. */
export const cutWords = (cut: number): string =>
  `${textNote}${cut} bytes were cut off the line above, which exceeds ${lineLimit}`;

class TextWriter {
  text = '';
  #micros = 0;
  /** Streams whose lines end in CR LF at present. */
  readonly #returns = new Set<Mark>();
  readonly #splitters = new Map<Mark, LineSplitter>();

  entry({ micros, mark, bytes }: JournalEntry): void {
    this.#micros = micros;
    switch (mark) {
      case '<--':
      case '<!!':
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

  /** The streams are over. */
  end(): void {
    for (const [mark, splitter] of this.#splitters) {
      if (!splitter.unfinished) continue;
      splitter.end();
      this.note(`${textNote}the last line of ${mark} has no line end`);
    }
  }

  note(text: string): void {
    this.#line('###', text);
  }

  #splitter(mark: Mark): LineSplitter {
    let splitter = this.#splitters.get(mark);
    if (splitter === undefined) {
      splitter = new LineSplitter((text, cut) => this.#heard(mark, text, cut));
      this.#splitters.set(mark, splitter);
    }
    return splitter;
  }

  /** An entry of ours: lines with their ends, complete in themselves. */
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

/** A journal, or what is left of one. */
type Entries = AsyncIterable<JournalEntry> & { readonly torn: number };

/**
 * The text form of a journal, in pieces of some kilobytes.
 * @param holds which entries go in; without notes of ours it is a transcript that any machine could have made
 */
export async function* exportText(
  journal: Entries,
  holds: (entry: JournalEntry) => boolean = () => true,
): AsyncGenerator<string> {
  const writer = new TextWriter();
  for await (const entry of journal) {
    if (!holds(entry)) continue;
    writer.entry(entry);
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
