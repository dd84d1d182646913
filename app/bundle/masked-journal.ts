/**
 * Masks personal data in a journal and changes nothing else in its lines. An engine's output comes in chunks that may
 * end within a name, so the text after a chunk's last line end moves to the chunk that ends its line. A line has the
 * time of its end, so each keeps its time; one without an end keeps that of its last byte.
 */
import { headOf, type Mark } from '../sessions/journal/blocks.ts';
import { entryLimit, journalFormat, journalVersion } from '../sessions/journal/journal.ts';
import { outputEndedBy, type OutputMark } from '../sessions/journal/output-end.ts';
import { parseOwn, type JournalEntry, type JournalEntries } from '../sessions/journal/reader.ts';
import { MaskedStream, type Masker } from './masker.ts';

/** The maskers for the lines that a driver reads, and for everything else. */
export interface Maskers {
  readonly talk: Masker;
  readonly stderr: Masker;
  readonly rest: Masker;
}

const streams: readonly OutputMark[] = ['<--', '<!!'];

export class MaskedJournal {
  readonly #maskers: Maskers;
  readonly #streams: Readonly<Record<OutputMark, MaskedStream>>;
  /** The times of the newest bytes of the streams. */
  readonly #heardAt: Record<OutputMark, number> = { '<--': 0, '<!!': 0 };

  constructor(maskers: Maskers) {
    this.#maskers = maskers;
    this.#streams = { '<--': new MaskedStream(maskers.talk), '<!!': new MaskedStream(maskers.stderr) };
  }

  /** The masked entries for an entry: none, one, or several if the masked text is too long for one. */
  *entry({ micros, mark, bytes }: JournalEntry): Generator<JournalEntry> {
    if (mark === '<--' || mark === '<!!') {
      this.#heardAt[mark] = micros;
      yield* pieces(micros, mark, this.#streams[mark].push(bytes));
    } else if (mark === '***') {
      // The session's ending comes last, after output that the engine left unfinished.
      yield* this.end();
      yield { micros, mark, bytes: Buffer.from(JSON.stringify(this.#closing(parsed(bytes)))) };
    } else {
      const ended = outputEndedBy({ mark, bytes });
      if (ended !== null) yield* this.#end(ended);
      const masker = mark === '###' ? this.#maskers.rest : this.#maskers.talk;
      yield* pieces(micros, mark, masker.latin(bytes.toString('latin1')));
    }
  }

  /** Names of oddities and the session's id are not personal. */
  #closing(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !('ending' in value))
      return this.#maskers.rest.value(value);
    const { rest } = this.#maskers;
    const forfeit = 'forfeit' in value ? { forfeit: rest.value(value.forfeit) } : {};
    return { ...value, ending: rest.value(value.ending), ...forfeit };
  }

  /** Flushes the streams. */
  *end(): Generator<JournalEntry> {
    for (const mark of streams) yield* this.#end(mark);
  }

  *#end(mark: OutputMark): Generator<JournalEntry> {
    yield* pieces(this.#heardAt[mark], mark, this.#streams[mark].end());
  }
}

/** Null if an entry of ours is malformed. */
function parsed(bytes: Buffer): unknown {
  try {
    return parseOwn(bytes);
  } catch {
    return null;
  }
}

function* pieces(micros: number, mark: Mark, text: string): Generator<JournalEntry> {
  for (let at = 0; at < text.length; at += entryLimit) {
    yield { micros, mark, bytes: Buffer.from(text.slice(at, at + entryLimit), 'latin1') };
  }
}

/** What the head of a masked journal adds to the session's facts. */
const maskedWords =
  'Home folders, account and host names, and values of environment variables are masked in every line, as ~, ' +
  '<someone>, <user>, <host>, <plywire> and <NAME OF THE VARIABLE>; all other bytes are unchanged.';

/** The bytes of an entry in the file. */
export const entryBytes = ({ micros, mark, bytes }: JournalEntry): readonly Buffer[] => [
  Buffer.from(headOf(mark, bytes.length, micros)),
  bytes,
  lineFeed,
];

/** The last entry of a journal that was cut short. @param torn the bytes of an incomplete entry */
export const tornEntry = (micros: number, torn: number): JournalEntry => ({
  micros,
  mark: '###',
  bytes: Buffer.from(`the journal was cut short: ${torn} bytes of an entry followed`),
});

const lineFeed = Buffer.from('\n');

/** The first entry of the file. */
export function headBytes(facts: Readonly<Record<string, unknown>>, { rest }: Maskers): readonly Buffer[] {
  const { owner: _, ...others } = facts;
  const masked = rest.value(others) as Readonly<Record<string, unknown>>;
  // Replays depend on these fields, and they are not personal.
  const { session, protocol, startedAt, platform } = facts;
  const head = {
    ...masked,
    session,
    protocol,
    startedAt,
    platform,
    format: journalFormat,
    version: journalVersion,
    masked: maskedWords,
  };
  return entryBytes({ micros: 0, mark: '***', bytes: Buffer.from(JSON.stringify(head)) });
}

/** In bytes: the parts kept of both ends. Most forums and trackers accept files of up to 25 MB. */
const firstBytes = 1024 ** 2;
const lastBytes = 15 * 1024 ** 2;
export const endsBytes = firstBytes + lastBytes;

/**
 * Drops whole lines between the two ends and notes the gap. After the gap, a replay continues as well as a driver can
 * that missed lines.
 * @param bytes of the whole file; null keeps all of it
 */
export function endsOf(entries: JournalEntries, bytes: number | null): JournalEntries {
  if (bytes === null || bytes <= endsBytes) return entries;
  return {
    get torn() {
      return entries.torn;
    },
    get read() {
      return entries.read;
    },
    async *[Symbol.asyncIterator]() {
      const unfinished = new Set<string>();
      let leftOut = 0;
      let stage: 'first' | 'between' | 'last' = 'first';
      for await (const entry of entries) {
        const isBoundary = unfinished.size === 0;
        if (stage === 'first' && entries.read >= firstBytes && isBoundary) stage = 'between';
        if (stage === 'between' && entries.read >= bytes - lastBytes && isBoundary) {
          stage = 'last';
          const text = `${leftOut} bytes of the conversation were left out here`;
          yield { micros: entry.micros, mark: '###', bytes: Buffer.from(text) };
        }
        if (entry.bytes.length > 0 && (entry.mark === '<--' || entry.mark === '<!!')) {
          if (entry.bytes.at(-1) === 10) unfinished.delete(entry.mark);
          else unfinished.add(entry.mark);
        }
        const ended = outputEndedBy(entry);
        if (ended !== null) unfinished.delete(ended);
        if (stage === 'between' && entry.mark !== '***') leftOut += entry.bytes.length;
        else yield entry;
      }
    },
  };
}
