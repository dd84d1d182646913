/** `plywire convert`: digits of Connect Four into PGN and SGF, as fast as they come, without holding them. */
import { seededRandom } from '../../app/games/random.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { gameById } from '../../app/games/registry.ts';
import { GamesReader } from '../../app/records/forms/games-reader.ts';
import { readAny } from '../../app/records/forms/testing/read-any.ts';
import { forms } from '../../app/records/forms/registry.ts';
import { compare, long, perProcessorSecond, type BenchRow } from './harness.ts';

/** Different games, repeated: a generator takes longer than the reader. */
const different = 5000;
const pieceLength = 64 * 1024;

function randomGames(): string {
  const random = seededRandom(21);
  const lines: string[] = [];
  while (lines.length < different) {
    let position = connect4.initial();
    let text = '';
    for (let legal = connect4.moves(position); legal.length > 0; legal = connect4.moves(position)) {
      const move = legal[Math.floor(random() * legal.length)]!;
      text += connect4.moveText(position, move);
      position = connect4.play(position, move);
    }
    lines.push(text);
  }
  return `${lines.join('\n')}\n`;
}

function convertAll(text: string, times: number, to: string): void {
  const reader = new GamesReader({ form: forms.get('digits')!, game: gameById('connect4') });
  const write = forms.get(to)!.write!;
  let games = 0;
  let length = 0;
  const take = (readings: ReturnType<typeof reader.push>): void => {
    for (const { whole, faults } of readings) {
      if (whole === null || faults.length > 0) throw new Error('a game was not read');
      games++;
      length += write(whole).text.length;
    }
  };
  for (let time = 0; time < times; time++) {
    for (let from = 0; from < text.length; from += pieceLength)
      take(reader.push(text.slice(from, from + pieceLength)));
  }
  take(reader.end());
  if (games !== times * different || length === 0) throw new Error(`${games} games were converted`);
}

export async function run(): Promise<BenchRow[]> {
  const text = randomGames();
  const times = long ? 200 : 4;
  const rows: BenchRow[] = [];
  for (const to of ['pgn', 'sgf', 'moves']) {
    rows.push(
      await compare({
        work: `digits of Connect Four into ${to}`,
        unit: 'games/s of one processor',
        rounds: 3,
        ours: () => perProcessorSecond(times * different, () => convertAll(text, times, to)),
        reference: null,
        target: { of: 'ours', atLeast: 20_000 },
      }),
    );
  }
  const heap = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const before = heap();
  convertAll(text, 10 * times, 'pgn');
  rows.push({
    work: `memory kept after ${10 * times * different} games`,
    unit: 'MiB',
    ours: Math.max(0, heap() - before),
    reference: null,
    target: { of: 'ours', atMost: 32 },
  });
  rows.push(
    await compare({
      work: 'find the form of a file of 5000 games',
      unit: 's',
      rounds: 3,
      ours() {
        const began = performance.now();
        if (readAny(text).decision.kind !== 'one') throw new Error('the form was not found');
        return (performance.now() - began) / 1000;
      },
      reference: null,
      target: null,
    }),
  );
  return rows;
}
