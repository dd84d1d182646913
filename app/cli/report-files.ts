/**
 * `plywire report FILE|FOLDER…`: the report on each game of files, one after the other. Games that are finished are not
 * reported on again, and of others only what is not known yet is asked, so that the same command goes on after a crash.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Core } from '../api/core.ts';
import { keepSaidOf } from '../api/said-in-files.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { causeOf } from '../api/trouble.ts';
import { UnknownBuild } from '../evaluations/tellers.ts';
import { counted } from '../games/sentences.ts';
import { games } from '../games/registry.ts';
import { ReportedLog } from '../library/reported-log.ts';
import { GamesReader } from '../records/forms/games-reader.ts';
import { mainLine, resultText, wentOnAt, type PlayedGame } from '../records/forms/played.ts';
import { faultWords, type Reading } from '../records/forms/reading.ts';
import { decideForm } from './deciding.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { filesIn, type FoundFiles } from './files-in.ts';
import {
  enginesAsked,
  failureOf,
  moveLine,
  moveObject,
  optionsOf,
  progressWords,
  sideWords,
  type ReportFlags,
} from './report.ts';

/** Told one by one, of a file; all are counted. */
const mostTold = 20;

/** @throws Exit */
export async function reportOnFiles(
  asking: CommandContext<LocalClient>,
  core: Core,
  paths: readonly string[],
  flags: ReportFlags,
): Promise<void> {
  const { html } = flags;
  const setups = [...games.values()].flatMap((game) => game.setupFlags.map(({ name }) => name));
  const ofOneGame = new Set(['moves', 'position', 'record', 'node', ...setups]);
  const given = [...ofOneGame].filter((name) => flags[name] !== undefined).map((name) => `--${name}`);
  if (given.length > 0) {
    throw new Exit(
      exitCodes.usage,
      `Name files, or one game by --moves, --position or --record; with files, omit ${given.join(', ')}.`,
    );
  }
  if (html !== undefined)
    throw new Exit(exitCodes.usage, 'A page holds one game: add --record instead of a file.');
  const found: FoundFiles[] = [];
  for (const path of paths) found.push(await filesIn(path, asking.signal));
  if (found.every(({ files, unreadable }) => files.length + unreadable.length === 0)) {
    throw new Exit(exitCodes.usage, `${paths.join(', ')}: there is no file with games.`);
  }
  const reports = await FileReports.begin(asking, core, flags);
  let isDone = false;
  try {
    for (const { files, unreadable } of found) {
      for (const { file, reason } of unreadable) reports.fault(file, reason);
      for (const file of files) await reports.file(file);
    }
    isDone = true;
  } finally {
    // What was finished is told even if the work was interrupted.
    reports.conclude(isDone);
  }
  const exit = reports.exit();
  if (exit !== null) throw exit;
}

class FileReports {
  readonly #asking: CommandContext<LocalClient>;
  readonly #core: Core;
  readonly #flags: ReportFlags;
  readonly #engines: Awaited<ReturnType<typeof enginesAsked>>;
  /** What identifies the engines with their builds and options; null if that is unknown. */
  readonly #who: string | null;
  readonly #log: ReportedLog;
  readonly #counts = { games: 0, known: 0, faults: 0, files: 0, failed: 0 };
  /** Of the first game at which an engine failed. */
  #failure: Exit | null = null;

  private constructor(
    asking: CommandContext<LocalClient>,
    core: Core,
    flags: ReportFlags,
    engines: Awaited<ReturnType<typeof enginesAsked>>,
    who: string | null,
    log: ReportedLog,
  ) {
    this.#asking = asking;
    this.#core = core;
    this.#flags = flags;
    this.#engines = engines;
    this.#who = who;
    this.#log = log;
  }

  static async begin(
    asking: CommandContext<LocalClient>,
    core: Core,
    flags: ReportFlags,
  ): Promise<FileReports> {
    const engines = await enginesAsked(asking, flags);
    const log = await ReportedLog.open(core.home.reported, (error) => {
      asking.output.remark(
        `The list of finished reports cannot be read or written in ${core.home.folder}: ${causeOf(error)}. Plywire continues without; the next call reports on all games again.`,
      );
    });
    return new FileReports(asking, core, flags, engines, await whoAre(core, engines), log);
  }

  /** @throws Exit where an engine cannot be started, or the command was interrupted */
  async file(path: string): Promise<void> {
    const { output, signal } = this.#asking;
    this.#counts.files++;
    let decided: Awaited<ReturnType<typeof decideForm>>;
    try {
      decided = await decideForm(path, { from: this.#flags.from ?? 'auto', game: this.#flags.game }, signal);
    } catch (error) {
      signal.throwIfAborted();
      // One file of many that cannot be read does not end the work.
      if (!(error instanceof Exit)) throw error;
      this.fault(path, error.message, error.message);
      return;
    }
    const { mtimeMs } = await stat(path);
    const reader = new GamesReader(decided.candidate, this.#flags.game === undefined);
    let number = 0;
    let told = 0;
    const take = async (readings: Iterable<Reading>): Promise<void> => {
      for (const { whole, faults } of readings) {
        number++;
        for (const fault of faults) {
          if (told++ < mostTold) this.fault(path, faultWords(fault));
          else this.#counts.faults++;
        }
        if (whole === null || whole.root.children.length === 0) continue;
        keepSaidOf(this.#core.evaluations, whole, path, mtimeMs);
        await this.#game(path, number, whole);
        signal.throwIfAborted();
      }
    };
    await this.#core.evaluations.open();
    const before = this.#counts.faults;
    for await (const piece of this.#untilFault(path, decided.pieces)) await take(reader.push(piece));
    await take(reader.end());
    if (number === 0 && this.#counts.faults === before) {
      const words = `${path} has no game.`;
      this.fault(path, words, words);
    }
    if (told > mostTold) output.remark(`${path}: ${told - mostTold} more places cannot be read`);
  }

  /** The pieces of a text; where it cannot be read on, that is told, and they end. */
  async *#untilFault(path: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      this.fault(path, error.message, error.message);
    }
  }

  /** Tells what was done. @param isDone whether that is all */
  conclude(isDone: boolean): void {
    const { output } = this.#asking;
    const { games, known, faults, files } = this.#counts;
    const before = `${known} ${known === 1 ? 'was' : 'were'} finished before`;
    const words = `${counted(games, 'game')} in ${counted(files, 'file')}; ${before}`;
    output.remark(isDone ? words : `stopped: ${words}; the same command goes on from there`);
    if (output.json) output.object({ kind: 'total', isDone, games, known, faults, files });
  }

  /** The exit where an engine failed, or something could not be read; null if neither. */
  exit(): Exit | null {
    const { faults, failed } = this.#counts;
    if (this.#failure !== null) {
      const more = failed > 1 ? `; engines failed at ${counted(failed - 1, 'more game')}` : '';
      return new Exit(this.#failure.code, `${this.#failure.message}${more}`);
    }
    return faults > 0 ? new Exit(exitCodes.usage, `${counted(faults, 'place')} could not be read.`) : null;
  }

  /** @param line what is printed; the words may name the file already */
  fault(path: string, words: string, line = `${path}: ${words}`): void {
    const { output } = this.#asking;
    this.#counts.faults++;
    output.remark(line);
    if (output.json) output.object({ kind: 'fault', file: path, why: words });
  }

  async #game(path: string, number: number, whole: PlayedGame): Promise<void> {
    const { client, output, signal } = this.#asking;
    const { game, headers } = whole;
    const past = wentOnAt(whole);
    // A draw that only our rules know ends the game.
    const line = mainLine(whole.root).slice(0, past === null ? undefined : past.ply + 1);
    const asked = {
      game: game.id,
      position: game.positionText(whole.root.position),
      moves: game.movesText(
        whole.root.position,
        line.slice(1).map(({ move }) => move),
      ),
    };
    const plies = line.length - 1;
    const about = {
      file: path,
      number,
      game: game.id,
      white: headers['white'] ?? '',
      black: headers['black'] ?? '',
    };
    const result = resultText(whole);
    const title = [
      about.white || '-',
      'against',
      about.black || '-',
      result,
      counted(plies, 'ply', 'plies'),
    ].join(' ');
    output.line(`${path}, game ${number}: ${title}`);
    const key = this.#keyOf(asked);
    const known = key === null || this.#flags.all === true ? null : this.#log.find(key);
    if (known !== null) {
      this.#counts.games++;
      this.#counts.known++;
      output.lines(known.lines);
      if (output.json)
        output.object({ kind: 'game', ...about, result, plies, isKnown: true, ...known.summary });
      return;
    }
    const events = await client.jobs.report(
      {
        ...asked,
        engines: this.#engines.map(({ game: _, ...engine }) => engine),
        options: optionsOf(this.#flags),
      },
      { signal },
    );
    for await (const event of events) {
      if (event.kind === 'progress') output.passing(`${path}, game ${number}: ${progressWords(event)}`);
      if (event.kind !== 'summary') continue;
      const { moves, sides, engines, turningPoints } = event;
      this.#counts.games++;
      const errors = moves.filter(({ weight }) => weight !== null);
      const lines = [
        ...errors.map((move) => `  ${moveLine(game.id, move, { engines })}`),
        ...sides.map((side, seat) => `  ${game.seats[seat as 0 | 1].token}: ${sideWords(side)}`),
      ];
      const points = moves.filter(({ node }) => turningPoints.includes(node));
      const summary = {
        sides: Object.fromEntries(sides.map((side, seat) => [game.seats[seat as 0 | 1].token, side])),
        errors: errors.map(moveObject),
        turningPoints: points.map(({ ply, move, better }) => ({ ply, move, better })),
      };
      output.lines(lines);
      if (output.json) output.object({ kind: 'game', ...about, result, plies, isKnown: false, ...summary });
      const failure = failureOf(engines);
      if (failure === null) {
        if (key !== null) await this.#log.add({ key, summary, lines });
        continue;
      }
      this.#counts.failed++;
      this.#failure ??= new Exit(failure.code, `${path}, game ${number}: ${failure.message}`);
      // It would fail at every game.
      if (failure.code === exitCodes.unstartable) throw failure;
    }
  }

  #keyOf(asked: object): string | null {
    if (this.#who === null) return null;
    return createHash('sha256')
      .update(JSON.stringify([asked, this.#who, optionsOf(this.#flags)]))
      .digest('hex');
  }
}

/** Null if the build of one of them is unknown. */
async function whoAre(
  { recording, launcher }: Core,
  engines: Awaited<ReturnType<typeof enginesAsked>>,
): Promise<string | null> {
  try {
    const all = await Promise.all(
      engines.map(async ({ engine, protocol, options, limit, scale }) => {
        const { id } = await recording.tellerFor(launcher.factsOf(engine, protocol, options));
        return { id, limit, scale };
      }),
    );
    return JSON.stringify(all);
  } catch (error) {
    if (error instanceof UnknownBuild) return null;
    throw error;
  }
}
