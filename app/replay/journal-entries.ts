/** Reads the lines of a journal, whose entries are not lines. */
import type { Mark } from '../sessions/journal/blocks.ts';
import { outputEndedBy, type OutputMark } from '../sessions/journal/output-end.ts';
import type { JournalEntries, JournalEntry } from '../sessions/journal/reader.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import { LineSplitter, withoutReturn } from '../sessions/wire/lines.ts';
import { Gatherer, piecesOf, type EntryDirection, type OnRead, type RecordedEntry } from './entries.ts';

/** The lines of a journal, in pieces. */
export async function* journalEntries(
  journal: JournalEntries,
  onRead?: OnRead,
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordedEntry[]> {
  const gatherer = new Gatherer();
  const lines = new JournalLines(gatherer);
  const loop = new LongLoop(signal);
  for await (const entry of journal) {
    lines.begin(entry);
    for (const piece of piecesOf(entry.bytes)) {
      lines.push(piece);
      if (!gatherer.full && !loop.isDue) continue;
      onRead?.(journal.read);
      yield gatherer.take();
      if (loop.isDue) await loop.turn();
    }
    lines.close();
  }
  lines.end();
  if (journal.torn > 0) {
    const text = `the journal was cut short: ${journal.torn} bytes of an entry follow`;
    gatherer.add(lines.seconds, 'unreadable', text, 0);
  }
  onRead?.(journal.read);
  yield gatherer.take();
}

/** Splits entries into lines: the engine's output comes in chunks, our entries in whole lines. */
class JournalLines {
  seconds = 0;
  readonly #streams: Readonly<Record<OutputMark, OutputLines>>;
  readonly #ours: LineSplitter;
  #mark: Mark = '###';

  constructor(gatherer: Gatherer) {
    this.#streams = { '<--': new OutputLines('heard', gatherer), '<!!': new OutputLines('stderr', gatherer) };
    this.#ours = new LineSplitter((raw, cut) => {
      const text = cut > 0 ? raw : withoutReturn(raw);
      const direction = this.#mark === '###' ? 'note' : 'sent';
      gatherer.add(this.seconds, direction, text, cut, { typed: this.#mark === '==>' });
    });
  }

  begin(entry: JournalEntry): void {
    const ended = outputEndedBy(entry);
    if (ended !== null) this.#streams[ended].end();
    this.seconds = entry.micros / 1e6;
    this.#mark = entry.mark;
  }

  push(bytes: Buffer): void {
    if (this.#mark === '<--' || this.#mark === '<!!') this.#streams[this.#mark].push(bytes, this.seconds);
    else if (this.#mark !== '***') this.#ours.push(bytes);
  }

  /** An entry of ours holds whole lines. */
  close(): void {
    this.#ours.end();
  }

  /** The journal has ended, with or without notes about the end of the output. */
  end(): void {
    this.#streams['<--'].end();
    this.#streams['<!!'].end();
  }
}

/** The lines of one output of the engine. */
class OutputLines {
  readonly #splitter: LineSplitter;
  /** The time of the newest bytes. */
  #seconds = 0;
  #isOver = false;

  constructor(direction: EntryDirection, gatherer: Gatherer) {
    this.#splitter = new LineSplitter((raw, cut) => {
      const text = cut > 0 ? raw : withoutReturn(raw);
      const end = this.#isOver ? 'none' : text === raw ? undefined : 'CR LF';
      gatherer.add(this.#seconds, direction, text, cut, { ...(end && { end }) });
    });
  }

  push(bytes: Buffer, seconds: number): void {
    this.#seconds = seconds;
    this.#splitter.push(bytes);
  }

  end(): void {
    this.#isOver = true;
    this.#splitter.end();
    this.#isOver = false;
  }
}
