/** A match on the screen: a line for each game, and the standing, which stays at the bottom of a terminal. */
import { counted } from '../games/sentences.ts';
import type { GameLine } from '../matches/match-record.ts';
import type { Match } from '../matches/match.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';
import type { Output } from './output.ts';

/** In milliseconds between two standings on a terminal, at least. */
const leastMilliseconds = 100;

/** The standing of many engines takes long to compute: it gets one part in so many of the time. */
const part = 20;

export class LiveMatch {
  readonly #output: Output;
  readonly #interval: number;
  readonly #clock: Clock;
  /** The lines of the standing; null if the last one is shown. */
  #waiting: (() => readonly string[]) | null = null;
  #timer: Timer | null = null;
  /** When the standing is drawn again, on the clock. */
  #drawAt = -Infinity;
  #isMuted = false;

  /** @param interval games between two standings where none can stay at the bottom */
  constructor(output: Output, interval: number, clock = systemClock) {
    this.#output = output;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** Prints nothing of the games that are read back. */
  mute(muted: boolean): void {
    this.#isMuted = muted;
  }

  game(line: GameLine): void {
    if (this.#isMuted) return;
    if (this.#output.json) return this.#output.object(line);
    const { number, first, second, opening, result, ending, reason, moves } = line;
    const from = opening === '' ? '' : ` [${opening}]`;
    this.#output.line(
      `${number}. ${first} - ${second}${from}: ${result}  ${ending}: ${reason} (${counted(moves.length, 'ply', 'plies')})`,
    );
  }

  /** @param games that are finished */
  standing(games: number, lines: () => readonly string[]): void {
    if (this.#output.json) return;
    if (this.#output.hasFooter) {
      this.#waiting = lines;
      this.#drawSoon();
    } else if (games % this.#interval === 0) this.#output.lines(lines());
  }

  /** The last standing stays. */
  end(lines: readonly string[]): void {
    this.close();
    this.#output.lines(lines);
  }

  /** Takes the standing away. */
  close(): void {
    this.#timer?.clear();
    this.#timer = null;
    this.#waiting = null;
    this.#output.footer([]);
  }

  #drawSoon(): void {
    if (this.#timer !== null || this.#waiting === null) return;
    const began = this.#clock.now();
    if (began < this.#drawAt) {
      this.#timer = this.#clock.setTimer(() => {
        this.#timer = null;
        this.#drawSoon();
      }, this.#drawAt - began);
      return;
    }
    this.#output.footer(this.#waiting());
    this.#waiting = null;
    const now = this.#clock.now();
    this.#drawAt = now + Math.max(leastMilliseconds, part * (now - began));
  }
}

/**
 * Steers a match by keys where there is a terminal: `p` pauses it and goes on, `f` finishes the running games. SIGUSR2
 * does the latter anywhere.
 * @returns a function that ends this
 */
export function steerBy(match: Match, output: Output): () => void {
  const finish = (): void => {
    output.remark('the running games are finished, and no more begin');
    match.finish();
  };
  const { platform, stdin, stdout } = process;
  if (platform !== 'win32') process.on('SIGUSR2', finish);
  const hasKeys = stdin.isTTY && stdout.isTTY && !output.json;
  const press = (key: Buffer): void => {
    const text = key.toString('latin1');
    // A raw terminal sends no signal of its own.
    if (text === '\u0003') process.kill(process.pid, 'SIGINT');
    else if (text === 'f') finish();
    else if (text === 'p') {
      if (match.isPaused) match.goOn();
      else match.hold();
      output.remark(match.isPaused ? 'paused: the running games go on, and no more begin' : 'going on');
    }
  };
  if (hasKeys) {
    stdin.setRawMode(true);
    stdin.on('data', press);
    stdin.resume();
    output.remark(
      'p pauses, f finishes the running games, Ctrl-C stops at once; a stopped match can be resumed',
    );
  }
  return () => {
    process.off('SIGUSR2', finish);
    if (!hasKeys) return;
    stdin.off('data', press);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
