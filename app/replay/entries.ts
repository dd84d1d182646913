/** The lines of recorded sessions, gathered into pieces as they are read. */
import { pieceEnd } from '../sessions/wire/intake.ts';
import type { LineEnd } from '../shapes/recordings.ts';

export type EntryDirection = 'sent' | 'heard' | 'stderr' | 'note' | 'unreadable';

/** A line of a recorded session. */
export interface RecordedEntry {
  /** Counted from 1: in the file, or for a journal, whose entries are not lines, among all lines of its entries. */
  readonly line: number;
  /** Since the recording began; an unreadable line has the time of the one before. */
  readonly seconds: number;
  readonly direction: EntryDirection;
  /** Without its line end. */
  readonly text: string;
  /** Whether the user typed it. */
  readonly typed: boolean;
  /** Bytes cut off its end. */
  readonly cut: number;
  /**
   * How a line of the engine ends; absent for LF, for a line that was cut, and for CR LF in a text, whose own lines may
   * end so. `none` is the rest of the output: its time is that of its last byte, earlier than that of the lines before.
   */
  readonly end?: LineEnd;
}

/** Lines in a piece: enough to make the pauses between pieces cheap. */
const pieceLines = 1024;

/** Numbers lines and collects them into pieces. */
export class Gatherer {
  pieces: RecordedEntry[] = [];
  #line = 0;

  get full(): boolean {
    return this.pieces.length >= pieceLines;
  }

  add(
    seconds: number,
    direction: EntryDirection,
    text: string,
    cut: number,
    { typed = false, end }: Pick<RecordedEntry, 'end'> & { readonly typed?: boolean } = {},
  ): void {
    this.pieces.push({ line: ++this.#line, seconds, direction, text, typed, cut, ...(end && { end }) });
  }

  /** The newest line has no line end. */
  unend(): void {
    const last = this.pieces.pop();
    if (last !== undefined) this.pieces.push({ ...last, end: 'none' });
  }

  /** Skips a line of the file that is not a line of the session. */
  pass(): void {
    this.#line++;
  }

  /** @param keep the newest lines to keep back */
  take(keep = 0): readonly RecordedEntry[] {
    const { pieces } = this;
    this.pieces = keep === 0 ? [] : pieces.splice(-keep);
    return pieces;
  }
}

/** Called with the number of bytes read, an integer. */
export type OnRead = ((bytes: number) => void) | undefined;

/** Yields some lines at a time, so that a piece of empty ones takes no longer than others. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = pieceEnd(bytes, from);
    yield bytes.subarray(from, end);
    from = end;
  }
}
