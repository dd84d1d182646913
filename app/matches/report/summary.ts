/** What a match has come to: as an object, as the lines that users of fastchess paste, and as a table. */
import { counted } from '../../games/sentences.ts';
import { seededRandom } from '../../games/random.ts';
import type { MatchPlayer } from '../../shapes/matches.ts';
import type { MatchRecord } from '../match-record.ts';
import { ranked } from '../ranking.ts';
import type { FirstMover, Standing } from '../standing.ts';
import { intervalOf } from '../statistics/llr.ts';
import { ratingsOf, type Ratings } from '../statistics/ratings.ts';
import { estimateOf, gamesPer } from '../statistics/scores.ts';
import { sprtOf, unbiasedElo, type SprtPlan } from '../statistics/sprt.ts';
import { columns } from './columns.ts';
import { fixed } from './fixed.ts';
import { statisticsLines } from './statistics-words.ts';

/** Simulations of an interim table, and of the last one. */
const interimSimulations = 100;
const lastSimulations = 1000;

export interface SummaryOptions {
  readonly plan: { readonly sprt: SprtPlan | null; readonly tournament: string; readonly srand: number };
  readonly isLast: boolean;
  readonly stopped: string;
}

/** The last line of `--json`. */
export function summaryObject(record: MatchRecord, { plan, isLast, stopped }: SummaryOptions) {
  const { standing, players } = record;
  const order = ranked(standing, plan.tournament === 'swiss');
  const ratings = players.length > 2 ? rate(standing, isLast, plan.srand) : null;
  const { counts } = standing;
  const isPairs = gamesPer(counts) === 2;
  const hasCounts = counts.some((count) => count > 0);
  const sprt = plan.sprt === null ? null : sprtOf(counts, plan.sprt);
  return {
    ...{ kind: 'summary', games: standing.games, total: record.schedule.total, stopped },
    players: order.map(({ player, points, sonnebornBerger, buchholz }) => {
      const { wins, draws, losses, byes, faults, time, accuracy } = standing.rows[player]!;
      const rating = ratings?.players[player];
      return {
        ...{ name: players[player]!.name, wins, draws, losses, points },
        ...(plan.tournament === 'swiss' && { byes, buchholz }),
        ...(players.length > 2 && { sonnebornBerger }),
        faults: Object.fromEntries(faults),
        time: { ...time, seconds: Math.round(time.seconds * 1e6) / 1e6 },
        ...(accuracy.games > 0 && {
          accuracy: { ...accuracy, mistakes: accuracy.decisions - accuracy.kept },
        }),
        ...(rating !== undefined && { elo: rating.elo, eloError: rating.error }),
      };
    }),
    // As `plywire sprt` prints them, from the view of the engine named first.
    ...(players.length === 2 && {
      of: players[0]!.name,
      ...(isPairs ? { pentanomial: counts } : { trinomial: counts }),
      ...(hasCounts && { ...estimateOf(counts), ...intervalOf(counts) }),
      ...(sprt !== null && sprt),
      ...(sprt !== null && sprt.verdict !== 'continue' && { unbiased: unbiasedElo(counts, plan.sprt!) }),
    }),
    ...{ later: standing.later, unpaired: standing.unpaired, repeats: standing.repeats },
    firstMover: standing.firstMover,
    openings: {
      used: standing.byOpening.size,
      decidedPairs: standing.decidedByOpening,
      pairs: standing.wholePairs,
      // The first mover's score in each, those played most first.
      each: openingRows(standing).slice(0, mostOpenings),
    },
    endings: Object.fromEntries(standing.endings),
    voids: standing.voids,
    plies: standing.plies,
  };
}

function rate(standing: Standing, isLast: boolean, seed: number): Ratings {
  return ratingsOf(standing.rows.length, standing.encounters, {
    random: seededRandom(seed),
    simulations: isLast ? lastSimulations : interimSimulations,
  });
}

/** The most openings that a summary names, and those that the lines name. */
const mostOpenings = 1000;
const mostShown = 8;

const openingRows = ({ byOpening }: Standing) =>
  [...byOpening]
    .map(([opening, score]) => ({ opening, ...score }))
    .sort((one, other) => gamesOf(other) - gamesOf(one));

const gamesOf = ({ wins, draws, losses }: FirstMover): number => wins + draws + losses;

/** The match in lines: two engines as fastchess prints them, more as a table with a crosstable. */
export function summaryLines(record: MatchRecord, options: SummaryOptions): string[] {
  const { players } = record;
  const body = players.length === 2 ? duelLines(record, options) : tableLines(record, options);
  // A table has columns for the time.
  const time = players.length === 2 ? [timeLine(record)] : [];
  return [rule, ...body, ...commonLines(record), ...time, rule];
}

const rule = '-'.repeat(50);

function duelLines({ standing, players }: MatchRecord, { plan }: SummaryOptions): string[] {
  const [first, second] = players as readonly [MatchPlayer, MatchPlayer];
  const { wins, draws, losses, points } = standing.rows[0]!;
  const { counts } = standing;
  const games = wins + draws + losses;
  const share = games === 0 ? 0 : (points / games) * 100;
  const head = [
    `Results of ${first.name} vs ${second.name}:`,
    `Wins: ${wins}, Losses: ${losses}, Draws: ${draws}, Points: ${points} of ${games} (${share.toFixed(2)} %)`,
  ];
  if (!counts.some((count) => count > 0)) return head;
  const sprt = plan.sprt === null ? {} : sprtOf(counts, plan.sprt);
  const lines = statisticsLines(counts, { ...estimateOf(counts), ...intervalOf(counts), ...sprt }, plan.sprt);
  const apart = [
    ...(standing.later > 0
      ? [
          `Not in these figures until an earlier one has ended: ${unitWords(standing.later, standing.laterSingles, 'later ')}.`,
        ]
      : []),
    ...(standing.unpaired > 0
      ? [
          `Not in these figures: ${counted(standing.unpaired, 'game')}, since the other game of the pair has no result.`,
        ]
      : []),
    ...(standing.repeats > 0
      ? [
          `${unitWords(standing.repeats, standing.repeatedSingles)} repeated an earlier one move by move, which counts in the points and not in Elo.`,
        ]
      : []),
  ];
  return [...head, ...lines, ...apart];
}

/** Pairs, and single games among them, in words. */
const unitWords = (units: number, singles: number, which = ''): string =>
  [
    ...(units > singles ? [counted(units - singles, `${which}pair`)] : []),
    ...(singles > 0 ? [counted(singles, `${which}game`)] : []),
  ].join(' and ');

function tableLines({ standing, players }: MatchRecord, { plan, isLast }: SummaryOptions): string[] {
  const isSwiss = plan.tournament === 'swiss';
  const order = ranked(standing, isSwiss);
  const ratings = rate(standing, isLast, plan.srand);
  const head = [
    ...['#', 'Name', 'Elo', '+/-', 'Games', 'W-D-L', 'Points', isSwiss ? 'Buchholz' : 'S-B'],
    ...['s/move', 'Longest'],
  ];
  const opponents = players.length <= 16 ? order.map((_, at) => String(at + 1)) : [];
  const rows = order.map((row, at) => {
    const { wins, draws, losses, points, time } = standing.rows[row.player]!;
    const { elo, error } = ratings.players[row.player]!;
    const cells = opponents.map((_, other) => {
      const against = order[other]!.player;
      const cell = standing.met.get(row.player)?.get(against);
      return other === at ? '' : cell === undefined ? '-' : `${cell.wins}-${cell.draws}-${cell.losses}`;
    });
    return [
      ...[String(at + 1), players[row.player]!.name, fixed(elo, 0), error === null ? '-' : fixed(error, 0)],
      ...[String(wins + draws + losses), `${wins}-${draws}-${losses}`, String(points)],
      (isSwiss ? row.buchholz : row.sonnebornBerger).toFixed(2),
      ...(time.moves === 0 ? ['-', '-'] : [secondsPerMove(time), time.longest.toFixed(3)]),
      ...cells,
    ];
  });
  return columns([[...head, ...opponents], ...rows], (at) => at !== 1);
}

function commonLines({ standing, players }: Pick<MatchRecord, 'standing' | 'players'>): string[] {
  const { firstMover, byOpening, decidedByOpening, wholePairs, endings, voids } = standing;
  const faults = standing.rows.flatMap(({ faults: own }, player) =>
    own.size === 0
      ? []
      : [
          `Faults of ${players[player]!.name}: ${[...own].map(([word, count]) => `${word} ${count}`).join(', ')}`,
        ],
  );
  const decided =
    wholePairs === 0 ? '' : `, pairs that the opening decided: ${decidedByOpening} of ${wholePairs}`;
  return [
    ...byeLines({ standing, players }),
    `First mover: ${scoreWords(firstMover)}; openings: ${byOpening.size}${decided}`,
    ...openingLines(standing),
    ...accuracyLines({ standing, players }),
    `Endings: ${[...endings].map(([word, count]) => `${word} ${count}`).join(', ') || 'none'}`,
    ...faults,
    ...(voids > 0 ? [`${counted(voids, 'game')} without a result.`] : []),
  ];
}

/** Without these, the points of a Swiss tournament would be more than its games. */
function byeLines({ standing, players }: Pick<MatchRecord, 'standing' | 'players'>): string[] {
  const words = standing.rows.flatMap(({ byes }, player) =>
    byes === 0 ? [] : [`${players[player]!.name} ${byes}`],
  );
  if (words.length === 0) return [];
  return [
    `Byes, of which each counts as ${counted(standing.gamesPerMeeting, 'won game')}: ${words.join(', ')}`,
  ];
}

/** The openings in which the first mover's score is furthest from one half, of those played more than once. */
function openingLines(standing: Standing): string[] {
  const share = (score: FirstMover): number => (score.wins + score.draws / 2) / gamesOf(score);
  const played = openingRows(standing)
    .filter((row) => gamesOf(row) > 1)
    .sort((one, other) => Math.abs(share(other) - 0.5) - Math.abs(share(one) - 0.5));
  if (played.length < 2) return [];
  const words = played
    .slice(0, mostShown)
    .map((row) => `${row.opening === '' ? 'start' : row.opening} ${(share(row) * 100).toFixed(0)} %`);
  return [`First mover by opening, the most lopsided: ${words.join(', ')}`];
}

function accuracyLines({ standing, players }: Pick<MatchRecord, 'standing' | 'players'>): string[] {
  if (standing.judged === 0) return [];
  const words = standing.rows.flatMap(({ accuracy: { games, decisions, kept } }, player) => {
    if (decisions === 0) return [];
    const share = `${((kept / decisions) * 100).toFixed(1)} %`;
    const mistakes = ((decisions - kept) / games).toFixed(2);
    return [`${players[player]!.name} kept ${kept} of ${decisions} (${share}), ${mistakes} mistakes a game`];
  });
  const found = words.length === 0 ? 'no engine had one to lose' : words.join('; ');
  return [`Proven values, in ${standing.judged} of ${standing.games} games: ${found}`];
}

type Time = Standing['rows'][number]['time'];

const secondsPerMove = ({ moves, seconds }: Time): string => (seconds / moves).toFixed(3);

function timeLine({ standing, players }: Pick<MatchRecord, 'standing' | 'players'>): string {
  const words = (time: Time): string =>
    time.moves === 0 ? 'none' : `${secondsPerMove(time)} (at most ${time.longest.toFixed(3)})`;
  return `Seconds a move: ${standing.rows.map(({ time }, player) => `${players[player]!.name} ${words(time)}`).join(', ')}`;
}

function scoreWords({ wins, draws, losses }: FirstMover): string {
  const games = wins + draws + losses;
  if (games === 0) return 'no game';
  return `${(((wins + draws / 2) / games) * 100).toFixed(1)} % (+${wins} =${draws} -${losses})`;
}
