/** Writes a match as one page, from its journal. */
import { join } from 'node:path';
import { version } from '../../package.json';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import type { GameFacts } from '../matches/report/files.ts';
import { summaryLines, summaryObject, type SummaryOptions } from '../matches/report/summary.ts';
import { ranked } from '../matches/ranking.ts';
import { gamesPer } from '../matches/statistics/scores.ts';
import { sprtOf } from '../matches/statistics/sprt.ts';
import { matchPage, type LlrCurve, type MatchRow } from '../page/match-page.ts';
import { writeMatchFile } from './match-files.ts';

export const pageName = 'match.html';

/** The most points of a curve. */
const mostPoints = 400;

/** The most games that are held for the page. */
const mostHeld = 2000;

/** @param record of the whole match @throws Exit if it cannot be written */
export async function writeMatchPage(
  folder: string,
  record: MatchRecord,
  options: SummaryOptions,
): Promise<void> {
  const { head, players, standing } = record;
  const { sprt } = options.plan;
  const facts: GameFacts[] = [];
  const points: LlrCurve['points'][number][] = [];
  const every = Math.max(1, Math.ceil(standing.prefix / mostPoints));
  const again: MatchRecord = new MatchRecord((line, _, { round, opening, at }) => {
    if (facts.length < mostHeld) facts.push({ line, round, opening, at });
  });
  let told = 0;
  await readEntries(join(folder, journalName), (entry) => {
    again.apply(entry);
    if (sprt === null || entry.kind !== 'ended') return;
    const { prefix, counts } = again.standing;
    if (prefix < told + every && !(prefix === standing.prefix && prefix > told)) return;
    told = prefix;
    points.push({ pairs: prefix, llr: sprtOf(counts, sprt).llr });
  });
  const unit = gamesPer(standing.counts) === 2 ? 'pair' : 'game';
  const state = sprt === null ? null : sprtOf(standing.counts, sprt);
  const page = matchPage({
    game: gameById(head.game),
    title: `${players.length <= 4 ? players.map(({ name }) => name).join(' – ') : `${players.length} engines`}: ${gameById(head.game).name}`,
    about: [
      `${standing.games} of ${record.schedule.total} games, ${head.plan.tournament}, ${head.concurrency} at once, seed ${head.plan.srand}, begun on ${new Date(head.at).toISOString().slice(0, 10)}.`,
      ...players.map(
        ({ name, protocol, program }) =>
          `${name} over ${protocol}${program === null ? '' : `, sha256:${program.slice(0, 16)}`}`,
      ),
    ],
    ...{ rows: rowsOf(record, options), tieBreak: options.plan.tournament === 'swiss' ? 'Buchholz' : 'S-B' },
    // Without the rules around them.
    lines: summaryLines(record, options).slice(1, -1),
    llr:
      state === null
        ? null
        : {
            ...{ points, unit, lower: state.lower, upper: state.upper },
            words: `After ${counted(standing.prefix, unit)} ${state.llr.toFixed(2)}, between ${state.lower.toFixed(2)} (H0, Elo ${sprt!.elo0}) and ${state.upper.toFixed(2)} (H1, Elo ${sprt!.elo1}).`,
          },
    ...{ games: facts, totalGames: standing.games, version, madeAt: new Date() },
  });
  await writeMatchFile(folder, pageName, page);
}

function rowsOf(record: MatchRecord, options: SummaryOptions): MatchRow[] {
  const { standing, players } = record;
  const isSwiss = options.plan.tournament === 'swiss';
  const order = ranked(standing, isSwiss);
  const summary = summaryObject(record, options);
  const figures = new Map(summary.players.map((player) => [player.name, player]));
  return order.map(({ player, sonnebornBerger, buchholz }) => {
    const { name } = players[player]!;
    const { wins, draws, losses, points, faults, time, accuracy } = standing.rows[player]!;
    const { elo = null, eloError = null } = (figures.get(name) ?? {}) as {
      elo?: number | null;
      eloError?: number | null;
    };
    return {
      ...{ name, elo, eloError, wins, draws, losses, points, tieBreak: isSwiss ? buchholz : sonnebornBerger },
      faults: [...faults].map(([word, count]) => `${word} ${count}`).join(', '),
      secondsPerMove: time.moves === 0 ? null : time.seconds / time.moves,
      accuracy: { decisions: accuracy.decisions, kept: accuracy.kept },
      against: order.map(({ player: other }) => {
        const cell = standing.met.get(player)?.get(other);
        return cell === undefined ? null : ([cell.wins, cell.draws, cell.losses] as const);
      }),
    };
  });
}
