import { Terminal } from '@xterm/headless';
import { expect, it } from 'vitest';
import type { GameLine } from '../matches/match-record.ts';
import { ManualClock } from '../sessions/testing.ts';
import { LiveMatch } from './match-output.ts';
import { outputFor } from './output.ts';

const columns = 60;
const rows = 12;

/** A terminal that shows both streams, as a user sees them. */
function terminal() {
  const screen = new Terminal({
    cols: columns,
    rows,
    scrollback: 10_000,
    allowProposedApi: true,
    convertEol: true,
  });
  const stream = { write: (text: string) => screen.write(text), isTTY: true, columns, rows };
  /** All lines, those that have left the screen included; without empty ones at the end. */
  const lines = async (): Promise<string[]> => {
    await new Promise<void>((written) => screen.write('', written));
    const { active } = screen.buffer;
    const all = Array.from({ length: active.length }, (_, at) => active.getLine(at)!.translateToString(true));
    return all.join('\n').trimEnd().split('\n');
  };
  return { output: outputFor(false, { stdout: stream, stderr: stream }), lines };
}

const game = (number: number): GameLine =>
  ({
    ...{ number, first: 'one', second: 'other', opening: '', result: '1-0' },
    ...{ ending: 'win', reason: 'four in a row', moves: ['1'] },
  }) as unknown as GameLine;

const gameWords = (number: number): string => `${number}. one - other: 1-0  win: four in a row (1 ply)`;

const numbered = (count: number, words: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => words(at + 1));

it('keeps the standing below the games, and each game once', async () => {
  const { output, lines } = terminal();
  const clock = new ManualClock();
  const live = new LiveMatch(output, 10, clock);
  for (let number = 1; number <= 40; number++) {
    live.game(game(number));
    live.standing(number, () => ['----', `after ${number}`, '----']);
    clock.advance(1000);
  }
  expect(await lines()).toEqual([...numbered(40, gameWords), '----', 'after 40', '----']);
  live.end(['the last one']);
  expect(await lines()).toEqual([...numbered(40, gameWords), 'the last one']);
});

it('shows a standing that is taller than the terminal in part, and whole at the end', async () => {
  const { output, lines } = terminal();
  const clock = new ManualClock();
  const live = new LiveMatch(output, 10, clock);
  const table = numbered(30, (number) => `row ${number}`);
  for (let number = 1; number <= 20; number++) {
    live.game(game(number));
    live.standing(number, () => table);
    clock.advance(1000);
  }
  const shown = [...table.slice(0, rows - 2), '… and 20 more lines at the end'];
  expect(await lines()).toEqual([...numbered(20, gameWords), ...shown]);
  live.end(table);
  expect(await lines()).toEqual([...numbered(20, gameWords), ...table]);
});

it('is not confused by wide names, remarks and what comes and goes', async () => {
  const { output, lines } = terminal();
  const clock = new ManualClock();
  const live = new LiveMatch(output, 10, clock);
  const wide = '囲碁'.repeat(columns);
  for (let number = 1; number <= 5; number++) {
    live.game(game(number));
    live.standing(number, () => [wide, `\u001b[2J after ${number}`]);
    output.remark(`remark ${number}`);
    output.passing(wide);
    clock.advance(1000);
  }
  output.passing('');
  expect(await lines()).toEqual([
    ...numbered(5, (number) => `${gameWords(number)}\nplywire: remark ${number}`)
      .join('\n')
      .split('\n'),
    '囲碁'.repeat(columns).slice(0, (columns - 2) / 2),
    '␛[2J after 5',
  ]);
});

it('computes a standing rarely: the longer it takes, the more rarely', () => {
  const { output } = terminal();
  const clock = new ManualClock();
  const live = new LiveMatch(output, 10, clock);
  let computed = 0;
  const finish = (number: number, milliseconds: number): void =>
    live.standing(number, () => {
      computed++;
      clock.stall(milliseconds);
      return [`after ${number}`];
    });
  for (let number = 1; number <= 1000; number++) {
    finish(number, 0);
    clock.advance(1);
  }
  expect(computed).toBe(11);
  computed = 0;
  for (let number = 1; number <= 1000; number++) {
    finish(number, 50);
    clock.advance(10);
  }
  expect(computed).toBeGreaterThan(5);
  expect(computed).toBeLessThan(12);
});

it('prints a standing now and then where nothing can stay at the bottom', () => {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const live = new LiveMatch(outputFor(false, { stdout: stream, stderr: stream }), 10, new ManualClock());
  for (let number = 1; number <= 20; number++) live.standing(number, () => [`after ${number}`]);
  live.end(['the last one']);
  expect(text).toBe('after 10\nafter 20\nthe last one\n');
});
