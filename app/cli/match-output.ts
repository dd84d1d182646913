/** A match on the screen: a line for each game, and the standing, which is drawn over the last one on a terminal. */
import { harmless } from '../sessions/harmless.ts';
import type { GameLine } from '../matches/match-record.ts';
import type { Match } from '../matches/match.ts';
import type { Output } from './output.ts';

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

export class LiveMatch {
  readonly #output: Output;
  readonly #interval: number;
  readonly #terminal: Terminal | null;
  /** Lines of the standing that is drawn. */
  #drawn = 0;
  #isMuted = false;

  /** @param interval games between two standings where they cannot be drawn over each other */
  constructor(output: Output, interval: number, stdout: Terminal = process.stdout) {
    this.#output = output;
    this.#interval = interval;
    this.#terminal = stdout.isTTY && !output.json ? stdout : null;
  }

  /** Prints nothing of the games that are read back. */
  mute(muted: boolean): void {
    this.#isMuted = muted;
  }

  game(line: GameLine): void {
    if (this.#isMuted) return;
    if (this.#output.json) return this.#output.object(line);
    this.#clear();
    const { number, first, second, opening, result, ending, reason, moves } = line;
    const from = opening === '' ? '' : ` [${opening}]`;
    this.#output.line(
      `${number}. ${first} - ${second}${from}: ${result}  ${ending}: ${reason} (${moves.length} plies)`,
    );
  }

  /** @param games that are finished */
  standing(games: number, lines: () => readonly string[]): void {
    if (this.#output.json) return;
    if (this.#terminal !== null) return this.#draw(lines());
    if (games % this.#interval === 0) this.#output.lines(lines());
  }

  /** The last standing stays. */
  end(lines: readonly string[]): void {
    this.#clear();
    this.#output.lines(lines);
  }

  #draw(lines: readonly string[]): void {
    this.#clear();
    const width = (this.#terminal!.columns || 80) - 1;
    this.#terminal!.write(lines.map((line) => `${harmless(line).slice(0, width)}\n`).join(''));
    this.#drawn = lines.length;
  }

  #clear(): void {
    if (this.#drawn > 0) this.#terminal!.write(`\u001b[${this.#drawn}A\u001b[J`);
    this.#drawn = 0;
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
