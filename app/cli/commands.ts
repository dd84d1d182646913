/** The commands that use the core through the contract. */
import { statSync } from 'node:fs';
import type { LocalClient } from '../api/transports/in-process.ts';
import { lineOf } from '../api/known.ts';
import { turnWords } from '../records/score-words.ts';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import { retryWords } from '../play/ending.ts';
import { moveTexts } from '../records/record.ts';
import { columns } from '../matches/report/columns.ts';
import { bundleOffer, Exit, exitCodes, exitOf, exitOfError, type CommandContext } from './exit.ts';
import {
  engineWords,
  gameLimitsOf,
  limitOf,
  positionOf,
  type EngineFlags,
  type GameFlag,
  type GameLimitFlags,
  type LimitFlags,
  type PositionFlags,
} from './flags.ts';
import { addFolder } from './engine-folder.ts';
import { progressWords, reportWords, scoreWords, type Output } from './output.ts';
import { engineMeant, withProtocol } from './probe.ts';

type Ask = CommandContext<LocalClient>;

export async function analyse(
  ask: Ask,
  text: string,
  flags: EngineFlags & GameFlag & PositionFlags & LimitFlags,
) {
  const { client, output, signal } = ask;
  const { engine, protocol, options, game, limited } = await engineMeant(ask, text, flags);
  const events = await client.jobs.analyse(
    { engine, protocol, options, limit: limitOf(flags, limited), ...positionOf(flags.game ?? game, flags) },
    { signal },
  );
  let told = '';
  for await (const event of events) {
    switch (event.kind) {
      case 'info':
        output.line(`info: ${event.text}`);
        if (output.json) output.object(event);
        break;
      case 'progress':
        output.passing(progressWords(event.nodes, event.score));
        if (output.json) output.object(event);
        break;
      case 'oddity':
        output.line(`oddity: ${event.oddity.text} (${event.oddity.clause})`);
        if (output.json) output.object(event);
        break;
      case 'retry':
        output.remark(`the engine failed (${event.failure}) and was restarted: ${event.reason}`);
        if (output.json) output.object(event);
        break;
      case 'report': {
        const { report, final, fault } = event;
        // The final report may repeat the deepest round, which has been printed.
        const words = reportWords(report);
        if (words !== told) {
          output.line(words);
          if (output.json) output.object({ kind: 'report', ...report });
          told = words;
        }
        if (!final) break;
        output.line(
          `bestmove ${turnWords(report) ?? 'none'}  ${scoreWords(report.score, report.exhaustive)}`,
        );
        for (const [move, score] of Object.entries(report.scores ?? {})) {
          output.line(`  ${move}: ${scoreWords(score, report.exhaustive)}`);
        }
        if (output.json) {
          const { bestmove, turn, score, scores } = report;
          const whole = turn.length > 1 ? { turn } : {};
          output.object({ kind: 'bestmove', bestmove, ...whole, score, scores });
        }
        if (fault !== null) throw new Exit(exitCodes.failed, `${fault}: ${report.fault}.`);
        break;
      }
      case 'failed':
        throw new Exit(exitCodes.failed, `malformed: ${event.reason}`);
      case 'ended':
        throw exitOf(event.ending);
    }
  }
}

export type PlayFlags = EngineFlags & GameFlag & PositionFlags & LimitFlags & GameLimitFlags;

/** Plays one game between two engines. The last line of `--json` is its result, however it ends. */
export async function play(ask: Ask, texts: readonly [string, string], flags: PlayFlags) {
  const { output, signal } = ask;
  const played: Played = { moves: [], isOver: false };
  try {
    await playOn(ask, texts, flags, played);
  } catch (error) {
    if (!played.isOver) printVoid(output, played, signal.aborted ? signal.reason : error);
    throw error;
  }
  if (!played.isOver) printVoid(output, played, signal.reason);
}

interface Played {
  moves: string[];
  isOver: boolean;
}

/** Prints a result without a winner: the game was cancelled, or Plywire failed. */
function printVoid(output: Output, { moves }: Played, error: unknown): void {
  const reason = exitOfError(error).message.split('\n')[0];
  if (moves.length > 0) output.line(`*  void: ${reason}`);
  if (output.json) output.object({ kind: 'result', moves, result: '*', ending: 'void', reason });
}

async function playOn(
  ask: Ask,
  texts: readonly [string, string],
  flags: PlayFlags,
  played: Played,
): Promise<void> {
  const { client, output, signal } = ask;
  const asked = [await engineMeant(ask, texts[0], flags), await engineMeant(ask, texts[1], flags)] as const;
  const player = ({ engine, protocol, options, limited }: (typeof asked)[number]) => ({
    engine,
    protocol,
    options,
    limit: limitOf(flags, limited),
  });
  const game = flags.game ?? asked[0].game;
  const { seats } = gameById(game);
  const position = positionOf(game, flags);
  const { start, moves: opening } = lineOf(position);
  played.moves = [...moveTexts(gameById(game), start, opening)];
  for await (const event of await client.jobs.play(
    { players: [player(asked[0]), player(asked[1])], ...position, limits: gameLimitsOf(flags) },
    { signal },
  )) {
    if (event.kind === 'retry') {
      const { ply, seat, failure, reason } = event;
      output.remark(retryWords(gameById(game), seat, event));
      if (output.json) output.object({ kind: 'retry', ply, seat, failure, reason });
      continue;
    }
    if (event.kind === 'move') {
      const { ply, seat, move, report } = event;
      played.moves.push(move);
      output.line(
        `${ply}. ${seats[seat].token} ${move}  ${scoreWords(report.score, report.exhaustive)}  ${report.seconds.toFixed(2)} s`,
      );
      if (output.json)
        output.object({ kind: 'move', ply, seat, move, score: report.score, seconds: report.seconds });
      continue;
    }
    const { moves, ending, session, journals } = event;
    const result = resultWords(ending.winner, ending.word);
    played.isOver = true;
    output.line(`${result}  ${ending.word}: ${ending.reason}`);
    if (output.json) {
      output.object({ kind: 'result', moves, result, ending: ending.word, reason: ending.reason });
    }
    const journal = ending.fault === null ? null : journals[ending.fault];
    // A void game says only that it does not count; the word of the session says why.
    const word = ending.word === 'void' ? undefined : ending.word;
    if (session) throw exitOf(session, journal ?? undefined, word);
    if (!isRegular(ending.word)) {
      const offer = journal === null ? '' : ` ${bundleOffer(journal)}`;
      throw new Exit(exitCodes.failed, `${ending.word}: ${ending.reason}${offer}`);
    }
  }
}

/** Whether neither side is at fault. */
const isRegular = (word: string): boolean => ['win', 'draw', 'adjudicated'].includes(word);

/** As in PGN's result tag. */
function resultWords(winner: 0 | 1 | null, word: string): string {
  if (winner !== null) return winner === 0 ? '1-0' : '0-1';
  return isRegular(word) ? '1/2-1/2' : '*';
}

export const engines = {
  async list({ client, output }: Ask) {
    const rows = await client.local.engines();
    for (const { id, name, protocols, bundled, location, args } of output.json ? rows : []) {
      output.object({ kind: 'engine', id, name, protocols, bundled, location, args });
    }
    const cells = rows.map(({ id, name, protocols, bundled, location, args }) => [
      name,
      protocols.join(', '),
      id,
      bundled ? 'bundled' : [location, ...args].join(' '),
    ]);
    for (const line of columns([['NAME', 'PROTOCOLS', 'ID', 'RUNS'], ...cells])) output.line(line);
  },
  async add(ask: Ask, text: string, flags: EngineFlags & { readonly name?: string }) {
    const { client, output } = ask;
    if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return addFolder(ask, text, flags);
    const words = engineWords(text, await withProtocol(ask, text, flags));
    const { engine, name, protocol } = await client.local.addEngine({ ...words, name: flags.name });
    output.line(`added ${name} (${engine}) over ${protocol}`);
    if (output.json) output.object({ kind: 'added', id: engine, name, protocol });
  },
  async remove({ client, output }: Ask, name: string) {
    const { engine } = await client.local.removeEngine({ name });
    output.line(`removed ${name} (${engine})`);
    if (output.json) output.object({ kind: 'removed', id: engine });
  },
  async clearScratch({ client, output }: Ask) {
    const { files: folders } = await client.storage.deleteScratch();
    output.line(`deleted ${counted(folders, 'scratch folder')}`);
    if (output.json) output.object({ kind: 'cleared', folders });
  },
};
