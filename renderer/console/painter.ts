/**
 * Paints lines on a screen with flow control: at most once per frame, and only after the screen has acknowledged the
 * previous text. If lines arrive faster than that, it paints the newest and reports how many it skipped.
 */
import { noPlaces, type Places } from './filter.ts';
import { paintedCharacters } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import { PaintedRows } from './painted.ts';
import { RowWriter, type Written } from './rows.ts';
import type { Grid } from './terminal.ts';

export interface Screen extends Grid {
  /** Writes text; `done` is called when the text is on the screen. */
  write(text: string, done: () => void): void;
  /** Marks the row of the cursor; returns a function that scrolls this row to the middle. */
  mark(): () => void;
  /** Scrolls to the newest row and stays there as rows are added. */
  end(): void;
  /** Scrolls so that a painted line is the first visible one. */
  show(line: ConsoleLine): void;
}

/** Returns the places where a line matches the search. */
export type PlacesOf = (line: ConsoleLine) => Places;

/** The number of newest lines that are painted; if more are unpainted, the older ones stay in the store only. */
export const tailLines = 5000;
/** Characters per frame: a terminal processes about 10 MB/s, and a frame has other work to do. */
const frameCharacters = 16 * 1024;
/** The context painted around a shown line: lines on each side, and characters in all, since lines may be long. */
const windowLines = 200;
const windowCharacters = 100_000;

export class Painter {
  /** The rows on the screen. */
  readonly rows: PaintedRows;
  readonly #lines: () => Lines;
  readonly #screen: Screen;
  readonly #frame: (run: () => void) => void;
  readonly #writer: RowWriter;
  /** Lines below this number were cleared from the view. */
  #since = 0;
  #mode: 'follow' | 'paused' | 'window' = 'follow';
  /** While paused: the number after the last shown line. */
  #until = Infinity;
  /** Whether runs of lines of one kind are folded and long numbers shortened. */
  #brief = false;
  /** The line to scroll to the top once all lines are painted; null to scroll to the newest. */
  #top: ConsoleLine | null = null;
  #scheduled = false;
  #writing = false;
  #closed = false;
  /** Whether the screen is hidden. */
  #asleep = false;
  /** Paints the requested window at the next opportunity; null if none is requested. */
  #wanted: (() => void) | null = null;
  /** Paints the shown window, for a repaint. */
  #window: (() => void) | null = null;

  /**
   * @param lines returns the lines of the view, which change with the filter
   * @param frame schedules a function for the next frame
   */
  constructor(lines: () => Lines, screen: Screen, frame: (run: () => void) => void) {
    this.#lines = lines;
    this.#screen = screen;
    this.#writer = new RowWriter(lines, screen);
    this.rows = new PaintedRows(screen);
    this.#frame = frame;
  }

  close(): void {
    this.#closed = true;
  }

  /** Stops painting until `wake`: painting a hidden screen would cost as much as painting a visible one. */
  sleep(): void {
    this.#asleep = true;
  }

  /** Continues with the lines that arrived meanwhile. */
  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    this.#continue();
  }

  /** Lines were added to the view. */
  added(): void {
    if (this.#mode === 'follow') this.#schedule();
  }

  /**
   * Sets whether runs of lines of one kind are folded and long numbers shortened; the window around a line never is.
   */
  shorten(brief: boolean): void {
    if (brief === this.#brief) return;
    this.#brief = brief;
    if (this.#mode !== 'window') this.again(null);
  }

  /** Repaints for a new screen width. @param top the first visible line; null at the newest */
  again(top: ConsoleLine | null): void {
    if (this.#mode === 'window') this.#wanted = this.#window;
    else {
      this.#top = top;
      this.#writer.restart(this.#since);
    }
    this.#schedule();
  }

  /** Paints the newest lines from number `since` on and follows new ones. */
  follow(since = this.#since): void {
    this.#since = since;
    this.#mode = 'follow';
    this.#wanted = null;
    this.#top = null;
    this.#writer.restart(since);
    this.#schedule();
  }

  pause(): void {
    this.#mode = 'paused';
    this.#until = this.#writer.next;
  }

  /** Continues from the line where the view was paused. */
  resume(): void {
    if (this.#mode !== 'paused') return;
    this.#mode = 'follow';
    this.#schedule();
  }

  /**
   * Paints a line and its context, highlights the matches of the search, and does not follow new lines.
   * @param page the lines to paint if they do not belong to the view
   */
  show(seq: number, places: PlacesOf = () => noPlaces, page: readonly ConsoleLine[] | null = null): void {
    this.#mode = 'window';
    this.#window = () =>
      page === null ? this.#paintWindow(seq, places) : this.#paintPage(seq, places, page);
    this.#wanted = this.#window;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#writing || this.#closed || this.#asleep) return;
    this.#scheduled = true;
    this.#frame(() => {
      this.#scheduled = false;
      if (this.#closed || this.#writing || this.#asleep) return;
      if (this.#wanted) {
        const wanted = this.#wanted;
        this.#wanted = null;
        wanted();
      } else if (this.#mode !== 'window') this.#paintTail();
    });
  }

  #continue(): void {
    const behind = this.#writer.wipes || this.#lines().indexOf(this.#writer.next) < this.#end();
    if (this.#wanted || (this.#mode !== 'window' && behind)) this.#schedule();
  }

  /** The index after the last line to paint while no window is shown. */
  #end(): number {
    return this.#mode === 'paused' ? this.#lines().indexOf(this.#until) : this.#lines().size;
  }

  #write(written: Written, then: () => void): void {
    this.#writing = true;
    this.#screen.write(written.text, () => {
      this.#writing = false;
      this.rows.add(written);
      if (!this.#closed) then();
    });
  }

  #paintTail(): void {
    const lines = this.#lines();
    const writer = this.#writer;
    const end = this.#end();
    let index = lines.indexOf(writer.next);
    if (end - index > tailLines) {
      index = end - tailLines;
      // Everything on the screen would be scrolled away.
      writer.restart(this.#since);
    }
    const anew = writer.wipes;
    if (!anew && index >= end) return;
    // At most one slice per frame: a flood of lines is spread over several frames.
    for (const line of lines.slice(index, Math.min(end, index + tailLines))) {
      if (this.#brief) writer.foldOrLine(line);
      else writer.line(line, noPlaces, false);
      if (writer.length >= frameCharacters) break;
    }
    this.#write(writer.take(), () => {
      // A wipe keeps the user's scroll position.
      if (anew && this.#top === null) this.#screen.end();
      else if (this.#top !== null && this.#lines().indexOf(writer.next) >= this.#end()) {
        this.#screen.show(this.#top);
        this.#top = null;
      }
      this.#continue();
    });
  }

  #paintPage(seq: number, places: PlacesOf, page: readonly ConsoleLine[]): void {
    const at = page.findIndex((line) => line.seq === seq);
    this.#writer.restart(page[0]?.seq ?? 0);
    this.#paintAround(page.slice(0, Math.max(0, at)), page.slice(Math.max(0, at)), 0, seq, places);
  }

  #paintWindow(seq: number, places: PlacesOf): void {
    const lines = this.#lines();
    const at = lines.indexOf(seq);
    let from = at;
    let to = at + 1;
    let characters = 0;
    const painted = ({ text }: ConsoleLine): number => Math.min(text.length, paintedCharacters);
    for (const line of lines.slice(Math.max(0, at - windowLines), at).reverse()) {
      characters += painted(line);
      if (characters > windowCharacters / 2) break;
      from--;
    }
    for (const line of lines.slice(to, to + windowLines)) {
      characters += painted(line);
      if (characters > windowCharacters) break;
      to++;
    }
    this.#writer.restart(this.#since);
    this.#paintAround(lines.slice(from, at), lines.slice(at, to), Math.max(0, lines.size - to), seq, places);
  }

  /** @param rest the number of lines after these */
  #paintAround(
    before: readonly ConsoleLine[],
    after: readonly ConsoleLine[],
    rest: number,
    seq: number,
    places: PlacesOf,
  ): void {
    const writer = this.#writer;
    for (const line of before) writer.line(line, places(line), false);
    const above = writer.take();
    for (const line of after) writer.line(line, places(line), false, line.seq === seq);
    if (rest > 0) writer.gap(rest);
    const below = writer.take();
    this.#write(above, () => {
      const reveal = this.#screen.mark();
      this.#write(below, () => {
        reveal();
        this.#continue();
      });
    });
  }
}
