/**
 * Paints lines on a screen that takes its time: at most once a frame, and never more than the screen has acknowledged.
 * If lines come faster than that, it paints the newest and says how many it skipped.
 */
import { noPlaces, type Places } from './filter.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import { PaintedRows } from './painted.ts';
import { RowWriter, type Written } from './rows.ts';
import type { Grid } from './terminal.ts';

export interface Screen extends Grid {
  /** `done` is called when the text is on the screen. */
  write(text: string, done: () => void): void;
  /** Remembers the row of the cursor; returns a function that scrolls it into the middle. */
  mark(): () => void;
  /** Scrolls to the newest row and stays with it. */
  end(): void;
  /** Scrolls so that a line that is painted is the first in sight. */
  show(line: ConsoleLine): void;
}

/** Where a line matches the search. */
export type PlacesOf = (line: ConsoleLine) => Places;

/** Lines that stay painted above the newest one; older ones are in the store. */
export const tailLines = 5000;
/** Characters a frame: a terminal takes in some 10 MB/s, and a frame has other things to do. */
const frameCharacters = 16 * 1024;
/** Around a line that is shown: lines each way, and characters, since lines may be long. */
const windowLines = 200;
const windowCharacters = 100_000;

export class Painter {
  /** What is on the screen. */
  readonly rows: PaintedRows;
  readonly #lines: () => Lines;
  readonly #screen: Screen;
  readonly #frame: (run: () => void) => void;
  readonly #writer: RowWriter;
  /** Lines below this number were cleared from the view. */
  #since = 0;
  #mode: 'follow' | 'paused' | 'window' = 'follow';
  /** While paused: the number after the last line that is shown. */
  #until = Infinity;
  /** Runs of lines of one kind are folded, and long numbers shortened. */
  #brief = false;
  /** The first line in sight once all is painted. */
  #top: ConsoleLine | null = null;
  #scheduled = false;
  #writing = false;
  #closed = false;
  /** The screen is not visible. */
  #asleep = false;
  /** A window that waits for the screen. */
  #wanted: (() => void) | null = null;
  /** Paints the window that is shown. */
  #window: (() => void) | null = null;

  /**
   * @param lines the lines of the view, which a filter replaces by others
   * @param frame runs a function at the next frame
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

  /** Paints nothing until `wake`: an invisible screen would cost as much as a visible one. */
  sleep(): void {
    this.#asleep = true;
  }

  /** Continues with the lines that came meanwhile. */
  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    this.#continue();
  }

  /** Lines were added to the view. */
  added(): void {
    if (this.#mode === 'follow') this.#schedule();
  }

  /** Folds runs of lines of one kind and shortens long numbers, or not; the surroundings of a line are never folded. */
  shorten(brief: boolean): void {
    if (brief === this.#brief) return;
    this.#brief = brief;
    if (this.#mode !== 'window') this.again(null);
  }

  /** Paints the same again: the screen has another width. @param top the first line in sight; null at the newest */
  again(top: ConsoleLine | null): void {
    if (this.#mode === 'window') this.#wanted = this.#window;
    else {
      this.#top = top;
      this.#writer.restart(this.#since);
    }
    this.#schedule();
  }

  /** Paints the newest lines from number `since` on and continues with those to come. */
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

  /** Continues where it was paused. */
  resume(): void {
    if (this.#mode !== 'paused') return;
    this.#mode = 'follow';
    this.#schedule();
  }

  /**
   * Paints the surroundings of a line, with the matches of the search marked, and stays there.
   * @param page the lines to paint if they are not of the view
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

  /** The index behind the last line that is shown while no window is. */
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
      // All that is on the screen would be scrolled away.
      writer.restart(this.#since);
    }
    const anew = writer.wipes;
    if (!anew && index >= end) return;
    // One slice a frame at most: a flood is painted over several frames.
    for (const line of lines.slice(index, Math.min(end, index + tailLines))) {
      if (this.#brief) writer.foldOrLine(line);
      else writer.line(line, noPlaces, false);
      if (writer.length >= frameCharacters) break;
    }
    this.#write(writer.take(), () => {
      // A wipe leaves the screen where the user scrolled it.
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
    for (const line of lines.slice(Math.max(0, at - windowLines), at).reverse()) {
      characters += line.text.length;
      if (characters > windowCharacters / 2) break;
      from--;
    }
    for (const line of lines.slice(to, to + windowLines)) {
      characters += line.text.length;
      if (characters > windowCharacters) break;
      to++;
    }
    this.#writer.restart(this.#since);
    this.#paintAround(lines.slice(from, at), lines.slice(at, to), Math.max(0, lines.size - to), seq, places);
  }

  /** @param rest how many lines come after these */
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
