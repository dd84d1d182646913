/**
 * How soon bundled engines react: from `stop` or `quit` to the answer, and from `isready` or `ping` to its reply, in
 * mid-search, at moments throughout a search. The engines are real processes.
 */
import { resolve } from 'node:path';
import {
  connect4,
  formatCells43,
  formatPlacement,
  type Connect4Position,
} from '../../app/games/connect4/index.ts';
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { floatingPosition, playedPosition } from '../../engines/connect4/testing/positions.ts';
import { playedPosition as playedMorris } from '../../engines/morris/testing/positions.ts';
import { EngineProcess } from '../../engines/shared/testing/process.ts';
import { long, median, processorTime, type BenchRow } from './harness.ts';

const random = seededRandom(50);

/** In milliseconds after the search was requested: at once, in the search's turns and in the solver's. */
const moments = long ? [0, 1, 5, 20, 50, 80, 120, 180, 300, 500, 900] : [0, 5, 50, 90, 200, 500];

const after = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

interface Situation<Position> {
  readonly name: string;
  /** Sent before each position. */
  readonly before: readonly string[];
  readonly positions: readonly Position[];
}

const played = (
  stones: number,
  count: number,
  size: readonly [width: number, height: number] = [7, 6],
): Connect4Position[] =>
  Array.from({ length: count }, () => playedPosition(random, size[0], size[1], stones));

const cfp: readonly Situation<Connect4Position>[] = [
  { name: 'the opening, solved', before: ['setoption name Book value false'], positions: played(2, 3) },
  { name: 'the opening, book', before: ['setoption name Book value true'], positions: played(6, 3) },
  { name: 'midgame', before: [], positions: [...played(11, 2), ...played(16, 3)] },
  {
    name: 'level 9',
    before: ['setoption name Level value 9'],
    positions: [connect4.initial(), ...played(10, 2)],
  },
  {
    name: 'clearing 256 MiB',
    before: ['setoption name Level value 10', 'setoption name Hash value 256', 'setoption name Clear Hash'],
    positions: played(8, 3),
  },
  {
    name: 'making 256 MiB',
    before: ['setoption name Hash value 1', 'setoption name Hash value 256'],
    positions: played(8, 2),
  },
];

/** Random stones on large boards: fours are near, and lines to them are reported. */
const cfsi: readonly Situation<Connect4Position>[] = [
  { name: 'the opening', before: [], positions: played(4, 3) },
  { name: 'an empty 12x12', before: [], positions: [connect4.initial({ width: 12, height: 12 })] },
  { name: '12x12', before: [], positions: [...played(16, 6, [12, 12]), ...played(40, 10, [12, 12])] },
  {
    name: '12x12 with holes',
    before: [],
    positions: Array.from({ length: 10 }, () => floatingPosition(random, 12, 12, 0.15)),
  },
];

const nmm: readonly Situation<MorrisPosition>[] = [
  {
    name: 'placing men',
    before: [],
    positions: [morris.initial(), ...[4, 8, 12].map((plies) => playedMorris(random, plies))],
  },
  {
    name: 'moving men',
    before: [],
    positions: [18, 24, 30, 40].map((plies) => playedMorris(random, plies)),
  },
];

const placing = (position: Connect4Position): string =>
  `play ${formatPlacement(position)} ${position.mover === 0 ? 'x' : 'o'} 100`;

interface Exchange<Position> {
  readonly engine: string;
  readonly args?: readonly string[];
  /** Sent first, and the line that shows its effect. */
  readonly first: readonly [say: string, hear: string];
  readonly ask: (position: Position) => readonly string[];
  readonly end: string;
  readonly echo: readonly [say: string, hear: string] | null;
}

const exchanges = {
  cfp: {
    engine: 'connect4',
    first: ['cfp\nisready', 'readyok'],
    ask: (position) => [`position ${formatCells43(position)}`, 'go'],
    end: 'stop',
    echo: ['isready', 'readyok'],
  },
  cfsi: {
    engine: 'connect4',
    first: ['start', 'started'],
    ask: (position) => [placing(position)],
    end: 'quit',
    echo: ['ping', 'pong'],
  },
  nmm: {
    engine: 'morris',
    args: ['--time', '86400'],
    first: ['init', 'ready'],
    ask: (position) => [`newgame ${morris.positionText(position)}`, 'go noplay'],
    end: 'stop',
    echo: null,
  },
} as const satisfies {
  readonly cfp: Exchange<Connect4Position>;
  readonly cfsi: Exchange<Connect4Position>;
  readonly nmm: Exchange<MorrisPosition>;
};

interface Waits {
  readonly ends: number[];
  /** For each of them, the processor time of the engine's threads meanwhile; empty if the system does not report it. */
  readonly work: number[];
  readonly echoes: number[];
}

async function waits<Position>(
  exchange: Exchange<Position>,
  { before, positions }: Situation<Position>,
): Promise<Waits> {
  const { first, ask, end, echo } = exchange;
  const engine = new EngineProcess(resolve(`dist/engines/${exchange.engine}/main.cjs`), exchange.args);
  const timed = async (say: string, hear: string): Promise<number> => {
    const began = performance.now();
    engine.say(say);
    await engine.lineOf(hear);
    return performance.now() - began;
  };
  const found: Waits = { ends: [], work: [], echoes: [] };
  try {
    await timed(...first);
    for (const position of positions) {
      for (const moment of moments) {
        const from = engine.heard.length;
        engine.say(...before, ...ask(position));
        if (moment > 0) {
          await after(moment);
          if (echo !== null) found.echoes.push(await timed(...echo));
        }
        // A play that finishes before its moment cannot be stopped.
        if (engine.heard.slice(from).some((line) => line.startsWith('bestmove'))) continue;
        const taken = processorTime(engine.child.pid!);
        found.ends.push(await timed(end, 'bestmove'));
        const inAll = processorTime(engine.child.pid!);
        if (taken !== null && inAll !== null) found.work.push(inAll - taken);
      }
    }
  } finally {
    engine.kill();
  }
  return found;
}

/** Every row in milliseconds; the target is an answer within 50. */
const row = (work: string, ours: number): BenchRow => ({
  work,
  unit: 'ms',
  ours,
  reference: null,
  target: { of: 'ours', atMost: 50 },
});

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const echoes: number[] = [];
  const measure = async <Position>(
    exchange: Exchange<Position>,
    situations: readonly Situation<Position>[],
  ): Promise<void> => {
    for (const situation of situations) {
      const found = await waits(exchange, situation);
      echoes.push(...found.echoes);
      const work = `${exchange.end} to bestmove, ${situation.name}`;
      rows.push(row(`${work}: median of ${found.ends.length}`, median(found.ends)));
      rows.push(row(`${work}: worst`, Math.max(...found.ends)));
      if (found.work.length > 0) rows.push(row(`${work}: worst processor time`, Math.max(...found.work)));
    }
  };
  await measure(exchanges.cfp, cfp);
  await measure(exchanges.cfsi, cfsi);
  await measure(exchanges.nmm, nmm);
  rows.push(row(`isready, ping in mid-search: median of ${echoes.length}`, median(echoes)));
  rows.push(row('isready, ping in mid-search: worst', Math.max(...echoes)));
  return rows;
}
