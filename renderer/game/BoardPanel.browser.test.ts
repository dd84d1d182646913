import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { HostState, BestLineEvent, JudgedReport } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, analysis } from '../testing/engines.ts';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import BoardPanel from './BoardPanel.svelte';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;

const column = (number: number) =>
  document.querySelector<SVGGElement>(`[data-area="column-${number}"]`) ?? expect.fail('no such column');
const pieces = (seat: 0 | 1): number =>
  document.querySelectorAll(`.board .piece.seat-${seat}:not(.ghost, .spare)`).length;
const moves = (): readonly string[] => host.app.game.line!.moves;

beforeEach(() => {
  host = fakeHost();
});

async function shown() {
  await page.viewport(800, 600);
  const screen = await render(BoardPanel);
  screen.container.style.height = '560px';
  await expect.element(screen.getByRole('group', { name: 'Connect Four board' })).toBeInTheDocument();
  return screen;
}

describe('playing', () => {
  it('plays a column by pointer, and shows the disc', async () => {
    await shown();
    await userEvent.click(column(4));
    await expect.poll(moves).toEqual(['4']);
    await expect.poll(() => pieces(0)).toBe(1);
    await userEvent.click(column(4));
    await expect.poll(() => [pieces(0), pieces(1)]).toEqual([1, 1]);
  });

  it('plays by the key of a column, wherever the focus is', async () => {
    await shown();
    await userEvent.keyboard('3');
    await expect.poll(moves).toEqual(['3']);
  });

  it('moves between the columns with the arrows and plays with Enter', async () => {
    await shown();
    column(1).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.poll(() => document.activeElement === column(3)).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(moves).toEqual(['3']);
    await expect.poll(() => document.activeElement === column(3)).toBe(true);
  });

  it('shows where the disc would land while a column is hovered', async () => {
    const screen = await shown();
    await userEvent.hover(column(2));
    await expect.poll(() => document.querySelectorAll('.ghost:not(.spare)').length).toBe(1);
    await userEvent.hover(screen.getByRole('button', { name: 'Flip the board' }));
    await expect.poll(() => document.querySelectorAll('.ghost:not(.spare)').length).toBe(0);
  });

  it('says why a full column is refused, and plays nothing', async () => {
    const screen = await shown();
    await host.app.client.games.create({ game: 'connect4', text: '111111' });
    await expect.poll(() => column(1).getAttribute('aria-disabled')).toBe('true');
    // It is marked as disabled, yet it answers a click with the reason.
    await userEvent.click(column(1), { force: true });
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Column 1 is full');
    await expect.poll(() => document.querySelectorAll('.hatch').length).toBe(1);
    expect(moves()).toHaveLength(6);
  });

  it('refuses while an engine thinks, and names it', async () => {
    const screen = await shown();
    const player = {
      kind: 'engine',
      engine: 'gone',
      protocol: 'cfp',
      limit: { kind: 'time', seconds: 1 },
      options: {},
    } as const;
    const { game } = host.app.state!;
    host.change({
      game: {
        ...game,
        players: [player, { kind: 'human' }],
        running: true,
        tip: 0,
        thinking: { seat: 0, at: 0 },
      },
    });
    // It is marked as disabled, yet it answers a click with the reason.
    await userEvent.click(column(4), { force: true });
    await expect.element(screen.getByRole('alert')).toHaveTextContent('is thinking: wait for its move');
    expect(moves()).toEqual([]);
  });
});

describe('what is shown', () => {
  it('marks the winning four and says who has won', async () => {
    const screen = await shown();
    await host.app.client.games.create({ game: 'connect4', text: '1212121' });
    const four = (): string | null | undefined =>
      document.querySelector('.mark.winning path')?.getAttribute('d');
    await expect.poll(() => four()?.match(/M/g)?.length).toBe(4);
    await expect.element(screen.getByRole('status')).toHaveTextContent('Player 1 has won: four in a row.');
  });

  it('mirrors the columns and their numbers when flipped, and a click still means the column under it', async () => {
    await shown();
    const before = column(1).getBoundingClientRect().x;
    host.app.changeSettings({ flipped: true });
    await expect.poll(() => column(1).getBoundingClientRect().x).toBeGreaterThan(before);
    await userEvent.click(column(1));
    await expect.poll(moves).toEqual(['1']);
  });

  it('says how two engines begin, until they play', async () => {
    const screen = await shown();
    const hint = screen.getByText('Space: the engines play');
    const { game } = host.app.state!;
    const limit = { kind: 'time', seconds: 1 } as const;
    const bot = { kind: 'engine', engine: 'bot', protocol: 'cfp', limit, options: {} } as const;
    host.change({ game: { ...game, players: [bot, { kind: 'human' }] } });
    await expect.element(hint).not.toBeInTheDocument();
    host.change({ game: { ...game, players: [bot, bot] } });
    await expect.element(hint).toBeVisible();
    host.change({ game: { ...game, players: [bot, bot], running: true, tip: 0 } });
    await expect.element(hint).not.toBeInTheDocument();
    // Who looks at an earlier position of their game has not asked for another one.
    host.change({ game: { ...game, players: [bot, bot], nodes: nodesOf('4', '5'), shown: 1 } });
    await expect.element(screen.getByRole('status')).toHaveTextContent(/Player 2 is to move/);
    expect(hint.query()).toBeNull();
    await host.app.game.show(2);
    await expect.element(hint).toBeVisible();
  });

  it('calls each side by the name that it has in the game, beside its player', async () => {
    await shown();
    const players = (): string[] =>
      [...document.querySelectorAll('.player')].map(({ textContent }) =>
        textContent.trim().replace(/\s+/g, ' '),
      );
    expect(players()).toEqual(['Player 1 Human to move', 'Player 2 Human']);
    await host.app.client.games.create({ game: 'quoridor' });
    await expect.poll(() => players()[1]).toMatch(/^White Human/);
  });

  it('keeps the size of the board when an engine fails, however much there is to say of it', async () => {
    const screen = await shown();
    const size = (): number => document.querySelector('.board svg')!.getBoundingClientRect().height;
    const before = size();
    const reason = `The engine of Player 1 failed: exited with 3; last line on stderr: ${'out of ideas '.repeat(30)}`;
    const failed = { word: 'crashed', winner: 1, fault: 0, reason, advice: 'Look at its console.' } as const;
    host.change({ game: { ...host.app.state!.game, ending: failed } });
    await expect.element(screen.getByText(/out of ideas/).first()).toBeVisible();
    expect(size()).toBe(before);
  });

  it.each([
    ['Player 2 ran out of time', 'time'],
    ['the position occurred 76 times', 'adjudicated'],
  ] as const)('has the whole end of a game in the row below it: %s', async (reason, word) => {
    await shown();
    const winner = word === 'time' ? 0 : null;
    host.change({
      game: { ...host.app.state!.game, ending: { word, winner, fault: null, reason, advice: '' } },
    });
    for (const width of [900, 800, 700]) {
      await page.viewport(width, 600);
      const status = document.querySelector('.status.over')!;
      await expect.poll(() => status.textContent).toContain(reason);
      const [row, words] = [document.querySelector('.below')!, status].map((part) =>
        part.getBoundingClientRect(),
      );
      expect([words!.top >= row!.top, words!.bottom <= row!.bottom]).toEqual([true, true]);
      expect(status.scrollHeight).toBeLessThanOrEqual(status.clientHeight + 1);
    }
  });

  it('speaks each move and whose turn it is', async () => {
    const screen = await shown();
    await userEvent.keyboard('4');
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent('Player 1 played 4. Player 2 is to move.');
  });
});

describe('analysis', () => {
  const report: JudgedReport = {
    bestmove: '4',
    turn: ['4'],
    text: 'bestmove 3',
    fault: null,
    score: { type: 'decisive', winner: 'mover', plies: 3 },
    scores: { '4': { type: 'decisive', winner: 'mover', plies: 3 }, '1': { type: 'static', value: 0.05 } },
    staticScale: 1,
    winningMoves: null,
    depth: 5,
    nodes: null,
    seconds: 0.2,
    truncated: false,
    exhaustive: false,
  };
  const chips = (): string[] =>
    [...document.querySelectorAll('.chip text')].map(({ textContent }) => textContent.trim());

  it('keeps within its chip, however long a number is', async () => {
    await shown();
    const small = { type: 'static', value: -0.0000000000033 } as const;
    const scores = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((move) => [move, small]));
    const place = { game: 'g1', node: 0 };
    host.change({
      analyses: [analysis({ state: 'done', place, report: { ...report, scores } })],
    });
    await expect.poll(chips).toContain('−3e−12');
    await expect
      .poll(() => document.querySelector('.chip rect')!.getBoundingClientRect().width)
      .toBeGreaterThan(30);
    for (const chip of document.querySelectorAll('.chip')) {
      const [box, text] = [chip.querySelector('rect')!, chip.querySelector('text')!].map((part) =>
        part.getBoundingClientRect(),
      );
      expect(text!.left).toBeGreaterThan(box!.left);
      expect(text!.right).toBeLessThan(box!.right);
    }
  });

  it('stands over the columns it is about, and never over another position', async () => {
    await shown();
    const place = { game: 'g1', node: 0 };
    host.change({
      analyses: [analysis({ place, report })],
    });
    await expect.poll(chips).toEqual(['0.05', 'win 3']);
    await expect.poll(() => document.querySelectorAll('.ring:not(.spare)').length).toBe(1);
    await userEvent.keyboard('4');
    await expect.poll(chips).toEqual([]);
    await expect.poll(() => document.querySelectorAll('.ring:not(.spare)').length).toBe(0);
  });

  it('has a bar only where the protocol tells of scores, and invents no words for one', async () => {
    await shown();
    const [protocol] = about.protocols;
    const over = (score: boolean): Partial<HostState> => ({
      about: {
        ...about,
        protocols: [{ ...protocol!, capabilities: { ...protocol!.capabilities, score } }],
      },
      analyses: [
        analysis({ state: 'done', report: score ? report : { ...report, score: null, scores: null } }),
      ],
    });
    const bars = (): string[] =>
      [...document.querySelectorAll<HTMLElement>('.bar')].map(({ title }) => title);
    host.change(over(false));
    await expect.poll(chips).toEqual(['best']);
    expect(bars()).toEqual([]);
    host.change(over(true));
    await expect.poll(bars).toEqual(['Player 1, to move: win in 3']);
  });

  describe('of a move looked at', () => {
    const told: BestLineEvent[] = [
      { kind: 'move', ply: 1, seat: 0, move: '4', forecast: null },
      { kind: 'move', ply: 2, seat: 1, move: '3', forecast: { winner: 0, ply: 3 } },
      { kind: 'move', ply: 3, seat: 0, move: '4', forecast: { winner: 0, ply: 3 } },
    ];
    const end: BestLineEvent = { kind: 'end', over: true, winner: 0, reason: 'four in a row', proven: true };
    const ghosts = (): string[] =>
      [...document.querySelectorAll('.line-ghost:not(.spare) text')].map(({ textContent }) => textContent);
    const asked = (): number => host.calls.filter(([name]) => name === 'analysis.line').length;

    beforeEach(async () => {
      host = fakeHost(hostState(), {
        'analysis.line': async function* () {
          yield* told;
          yield end;
        },
      });
      await shown();
      // Wherever the test before left the pointer, it is on no column when the analysis begins.
      await userEvent.hover(page.getByRole('button', { name: 'Flip the board' }));
      host.change({ analyses: [analysis({ state: 'done' })] });
    });

    it('shows the line that follows it, numbered, and asks once for what it knows', async () => {
      await userEvent.hover(column(4));
      await expect.poll(ghosts).toEqual(['1', '2', '3']);
      // Its figures may differ from those of the analysis, which another process gives.
      await expect
        .poll(() => document.querySelector('[data-line]')?.textContent.replace(/\s+/g, ' ').trim())
        .toBe('Best play (extended) 4 3 4 Player 1 wins in 3');
      await expect
        .poll(() => document.querySelector('.panel > [aria-live]')?.textContent)
        .toBe('Best play: 4 3 4, Player 1 wins in 3');
      await userEvent.hover(page.getByRole('button', { name: 'Flip the board' }));
      await expect.poll(ghosts).toEqual([]);
      await userEvent.hover(column(4));
      await expect.poll(ghosts).toEqual(['1', '2', '3']);
      expect(asked()).toBe(1);
      // Another move is another question.
      column(5).focus();
      await expect.poll(asked).toBe(2);
    });

    it.each([800, 520, 390])(
      'is told beside its key and never under it, at a width of %i',
      long,
      async (width) => {
        await page.viewport(width, 600);
        await userEvent.hover(column(4));
        await expect.poll(ghosts).toEqual(['1', '2', '3']);
        const [line, key] = [
          document.querySelector('[data-line]')!,
          document.querySelector('.words > .advice')!,
        ];
        const words = [...line.children].map((part) => part.getBoundingClientRect());
        expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(
          key.getBoundingClientRect().left,
        );
        expect(words.at(-1)!.width).toBeGreaterThan(20);
      },
    );

    it('asks nothing of columns that are only crossed, nor without an analysis', async () => {
      for (const number of [1, 2, 3, 4]) column(number).focus();
      await expect.poll(ghosts).toHaveLength(3);
      expect(host.calls.filter(([name]) => name === 'analysis.line')).toEqual([
        ['analysis.line', { at: { game: 'g1', node: 0 }, move: '4', analysis: 'a1' }],
      ]);
      host.change({ analyses: [] });
      await expect.poll(ghosts).toEqual([]);
      column(5).focus();
      await expect.poll(() => document.querySelectorAll('.ghost:not(.spare)').length).toBe(1);
      expect(asked()).toBe(1);
    });
  });
});
