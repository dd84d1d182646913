/**
 * Paints lines of a store, or those of it that a filter lets through, on a screen that takes its time: at most once a frame, never more than the screen
 * has acknowledged, and when lines come faster than that it paints the newest and says how many it skipped.
 */
import type { Grid } from './fitting.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import { noPlaces, type Places } from './query.ts';
import { PaintedRows, type PaintedRow } from './painted.ts';
import { RowWriter } from './row-writer.ts';
import type { Fold } from './runs.ts';

export interface Screen extends Grid {
  /** `done` is called when the text is on the screen. */
  write(text: string, done: () => void): void;
  /** Remembers the row of the cursor; returns what scrolls it into the middle. */
  mark(): () => void;
  /** Scrolls to the newest row and stays with it. */
  end(): void;
  /** Scrolls so that a line that is painted is the first in sight. */
  show(line: ConsoleLine): void;
}

/** Where in a line is what was looked for. */
export type PlacesOf = (line: ConsoleLine) => Places;

/** Lines that stay painted above the newest one; older ones are in the store. */
export const tailLines = 5000;
/** Characters a frame: a terminal takes in some 10 MB/s, and a frame has other things to do. */
const frameCharacters = 16 * 1024;
/** Around a place that was searched for: lines each way, and characters, for lines may be long. */
const windowLines = 200;
const windowCharacters = 100_000;
/** Home, erase the screen, erase what scrolled off it, hide the cursor. */
const wipe = '\x1b[H\x1b[2J\x1b[3J\x1b[?25l';

export class Painter {
  /** What is on the screen. */
  readonly rows = new PaintedRows();
  readonly #lines: Lines;
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
  /** To be the first in sight once all is painted. */
  #top: ConsoleLine | null = null;
  #wipe = true;
  #scheduled = false;
  #writing = false;
  #closed = false;
  /** The screen is not visible. */
  #asleep = false;
  /** A window that waits for the screen. */
  #wanted: (() => void) | null = null;
  /** How the window is painted that is shown. */
  #window: (() => void) | null = null;

  /** @param frame runs something at the next frame */
  constructor(lines: Lines, screen: Screen, frame: (run: () => void) => void) {
    this.#lines = lines;
    this.#screen = screen;
    this.#writer = new RowWriter(lines, screen);
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
    this.#goOn();
  }

  /** Lines were added to the store. */
  added(): void {
    if (this.#mode === 'follow') this.#schedule();
  }

  /** Whether runs of lines of one kind are folded, and long numbers shortened; not around what is looked for. */
  shorten(brief: boolean): void {
    if (brief === this.#brief) return;
    this.#brief = brief;
    if (this.#mode !== 'window') this.again(null);
  }

  /** The same anew: the screen has another width. @param top the first line in sight; null at the newest */
  again(top: ConsoleLine | null): void {
    if (this.#mode === 'window') this.#wanted = this.#window;
    else {
      this.#top = top;
      this.#restart(this.#since);
    }
    this.#schedule();
  }

  /** Paints the newest lines from number `since` on and goes on with those to come. */
  follow(since = this.#since): void {
    this.#since = since;
    this.#mode = 'follow';
    this.#wanted = null;
    this.#top = null;
    this.#restart(since);
    this.#schedule();
  }

  pause(): void {
    this.#mode = 'paused';
    this.#until = this.#writer.next;
  }

  /** Goes on where it was paused. */
  resume(): void {
    if (this.#mode !== 'paused') return;
    this.#mode = 'follow';
    this.#schedule();
  }

  /** Paints the surroundings of a line, with the places marked that were looked for, and stays there. */
  show(seq: number, places: PlacesOf = () => noPlaces): void {
    this.#mode = 'window';
    this.#window = () => this.#paintWindow(seq, places);
    this.#wanted = this.#window;
    this.#schedule();
  }

  /** Paints lines from elsewhere, that of number `seq` in the middle, and stays there. */
  showPage(page: readonly ConsoleLine[], seq: number, places: PlacesOf): void {
    this.#mode = 'window';
    this.#window = () => {
      const at = Math.max(
        0,
        page.findIndex((line) => line.seq === seq),
      );
      this.#restart(page[0]?.seq ?? 0);
      this.#paintAround(page.slice(0, at), page.slice(at), 0, seq, places);
    };
    this.#wanted = this.#window;
    this.#schedule();
  }

  #restart(from: number): void {
    this.#wipe = true;
    this.#writer.restart(from);
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

  #goOn(): void {
    const behind = this.#wipe || this.#lines.indexOf(this.#writer.next) < this.#end();
    if (this.#wanted || (this.#mode !== 'window' && behind)) this.#schedule();
  }

  /** The index behind the last line that is shown while no window is. */
  #end(): number {
    return this.#mode === 'paused' ? this.#lines.indexOf(this.#until) : this.#lines.size;
  }

  #write(text: string, made: readonly PaintedRow[], then: () => void): void {
    this.#writing = true;
    this.#screen.write(text, () => {
      this.#writing = false;
      if (text.startsWith(wipe)) this.rows.clear();
      this.rows.add(made);
      if (!this.#closed) then();
    });
  }

  #paintTail(): void {
    const lines = this.#lines;
    const end = this.#end();
    let index = lines.indexOf(this.#writer.next);
    if (end - index > tailLines) {
      index = end - tailLines;
      // All that is on the screen would be scrolled away.
      this.#restart(this.#since);
    }
    const anew = this.#wipe;
    let text = anew ? wipe : '';
    this.#wipe = false;
    // One slice a frame at most: a flood is painted over several frames.
    let fold: Fold | null = null;
    for (const line of lines.slice(index, Math.min(end, index + tailLines))) {
      const next = this.#brief ? this.#writer.fold(line) : null;
      // Of a run that goes on only the last row is written.
      if (fold !== null && next === null) text += this.#writer.foldText(fold);
      fold = next;
      if (fold === null) text += this.#writer.line(line, noPlaces, this.#brief);
      if (text.length >= frameCharacters) break;
    }
    if (fold !== null) text += this.#writer.foldText(fold);
    if (text === '') return;
    this.#write(text, this.#writer.take(), () => {
      // Wiping leaves the screen where a person scrolled it.
      if (anew && this.#top === null) this.#screen.end();
      else if (this.#top !== null && lines.indexOf(this.#writer.next) >= this.#end()) {
        this.#screen.show(this.#top);
        this.#top = null;
      }
      this.#goOn();
    });
  }

  #paintWindow(seq: number, places: PlacesOf): void {
    const lines = this.#lines;
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
    this.#restart(this.#since);
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
    this.#wipe = false;
    let above = wipe;
    for (const line of before) above += this.#writer.line(line, places(line), false);
    const madeAbove = this.#writer.take();
    let below = '';
    for (const line of after) below += this.#writer.line(line, places(line), false, line.seq === seq);
    if (rest > 0) below += this.#writer.gap(rest);
    const madeBelow = this.#writer.take();
    this.#write(above, madeAbove, () => {
      const reveal = this.#screen.mark();
      this.#write(below, madeBelow, () => {
        reveal();
        this.#goOn();
      });
    });
  }
}
