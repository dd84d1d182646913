/** What a game with stacks and turns of two actions asks of the board: signs, counts, a button to pass, a turn half made. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { JudgedReport } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { analysis } from '../testing/engines.ts';
import { fakeHost, type FakeHost } from '../testing/fake-host.ts';
import BoardPanel from './BoardPanel.svelte';

let host: FakeHost;
let screen: Awaited<ReturnType<typeof render>>;

const area = (id: string): SVGGElement =>
  document.querySelector<SVGGElement>(`[data-area="${id}"]`) ?? expect.fail(`no area ${id}`);
const click = (id: string): Promise<void> => userEvent.click(area(id), { force: true });
const moves = (): readonly string[] => host.app.game.line!.moves;
const pass = () => document.querySelector<HTMLButtonElement>('.board [aria-hidden="false"] button');
/** How many places have a sign. */
const signs = (look: 'take' | 'join'): number =>
  document
    .querySelector(`.signs .${look}`)
    ?.getAttribute('d')
    ?.match(look === 'take' ? /A/g : /z/g)?.length ?? 0;
const counts = (): string[] =>
  [...document.querySelectorAll('.count:not(.spare)')].map(({ textContent }) => textContent);
const words = (): string =>
  document.querySelector('.words')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';

/** By White's and Black's second action. */
const HALF = 'D4C4 E4C4';
const LAST = `[[5,6,7,0,0,0,0,0,0],${'[0,0,0,0,0,0,0,0,0],'.repeat(7)}[0,0,0,0,0,-5,-5,-6,-7]] white any`;

const play = (text: string): Promise<unknown> =>
  Promise.resolve(host.app.client.games.create({ game: 'stones', text }));

beforeEach(async () => {
  host = fakeHost();
  await page.viewport(900, 700);
  screen = await render(BoardPanel);
  screen.container.style.height = '640px';
  await play(HALF);
  await expect.element(screen.getByRole('group', { name: 'Game of Stones board' })).toBeInTheDocument();
  await userEvent.hover(screen.getByRole('button', { name: 'Flip the board' }));
});

describe('targets', () => {
  it('have a sign each, by what becomes of what stands there, while a stone is picked', async () => {
    await expect.poll(() => [signs('take'), signs('join')]).toEqual([0, 0]);
    await click('C4');
    // Four arcs a reticle; a circle is closed once.
    await expect.poll(() => [signs('take'), signs('join')]).toEqual([4, 5]);
    await expect.poll(() => area('C3').getAttribute('aria-label')).toBe("C3, White's C: attack");
    await expect
      .poll(() => area('B4').getAttribute('aria-label'))
      .toBe("B4, Black's B: strengthen to 2 high");
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => [signs('take'), signs('join')]).toEqual([0, 0]);
    await expect.poll(() => area('C3').getAttribute('aria-label')).toBe("C3, White's C");
  });

  it('are all told to a screen reader', async () => {
    const live = (): string[] =>
      [...document.querySelectorAll('.panel > [aria-live]')].map(({ textContent }) => textContent);
    await click('F6');
    await expect
      .poll(live)
      .toContain(
        'Black: pick the stone that F6 attacks or strengthens. E6: attack, G6: attack, F5: attack, ' +
          'F7: strengthen to 2 high, G7: strengthen to 2 high',
      );
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => live().join('')).toBe('');
  });

  it('are told in words where the pointer is', async () => {
    await click('C4');
    await expect.poll(words).toBe('Black: pick the stone that C4 attacks or strengthens Esc: back');
    await userEvent.hover(area('B4'));
    await expect.poll(words).toBe('C4B4: strengthen to 2 high Esc: back');
    // What stands there stays to be seen.
    expect(document.querySelectorAll('.piece.ghost:not(.spare)')).toHaveLength(0);
  });
});

describe('a stack', () => {
  it('shows its number, the right way up on a board that is turned', async () => {
    await click('C4');
    await click('B4');
    await expect.poll(counts).toEqual(['2']);
    const side = (): number => {
      const [count] = document.querySelectorAll('.count:not(.spare)');
      return count!.getBoundingClientRect().x - area('B4').getBoundingClientRect().x;
    };
    const before = side();
    host.app.changeSettings({ flipped: true });
    await expect.poll(() => area('A1').getBoundingClientRect().x).toBeGreaterThan(450);
    await expect.poll(() => Math.abs(side() - before)).toBeLessThan(1);
  });
});

describe('a pass', () => {
  it('is a button while it is allowed, a stone picked or not', async () => {
    await expect.poll(() => pass()?.textContent).toContain('Pass');
    await click('C4');
    await expect.poll(pass).not.toBeNull();
    await userEvent.click(pass()!);
    await expect.poll(moves).toEqual(['D4C4', 'E4C4', 'pass']);
    await expect.poll(pass).toBeNull();
  });

  it('hands the focus to the board where a key pressed it', async () => {
    await expect.poll(pass).not.toBeNull();
    pass()!.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(moves).toHaveLength(3);
    await expect.poll(() => document.activeElement?.hasAttribute('data-area')).toBe(true);
  });

  it('is a key, which says where it is not allowed', async () => {
    await userEvent.keyboard('0');
    await expect.poll(moves).toHaveLength(3);
    await userEvent.keyboard('0');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('White must attack and cannot pass');
    expect(moves()).toHaveLength(3);
  });

  it('stays where it is on a board that is turned', async () => {
    await expect.poll(pass).not.toBeNull();
    const before = pass()!.getBoundingClientRect();
    host.app.changeSettings({ flipped: true });
    await expect.poll(() => area('A1').getBoundingClientRect().x).toBeGreaterThan(450);
    await expect
      .poll(() => {
        const after = pass()!.getBoundingClientRect();
        return [after.x, after.y];
      })
      .toEqual([before.x, before.y]);
  });

  it('says on its button that it is the best move', async () => {
    const report: JudgedReport = {
      bestmove: 'pass',
      turn: ['pass'],
      text: 'pass',
      fault: null,
      score: null,
      scores: null,
      staticScale: 1,
      winningMoves: null,
      depth: null,
      nodes: null,
      seconds: 0.2,
      truncated: false,
      exhaustive: false,
    };
    const { game } = host.app.state!;
    const place = { game: game.key, node: game.shown };
    host.change({ analyses: [analysis({ state: 'done', place, report })] });
    await expect.poll(() => pass()?.textContent.replaceAll(/\s+/g, ' ').trim()).toMatch(/^Pass best 0$/);
    await expect.poll(() => pass()!.title).toContain('the best move');
    expect(document.querySelectorAll('.chips .chip')).toHaveLength(0);
  });
});

describe('a turn', () => {
  it('that is half made says what may come and how to go back', async () => {
    const told = 'Black: attack again, strengthen or pass. Backspace: back';
    await expect.poll(words).toBe(told);
    // Also where two engines wait.
    const limit = { kind: 'time', seconds: 1 } as const;
    const bot = { kind: 'engine', engine: 'bot', protocol: 'gos', limit, options: {} } as const;
    host.change({ game: { ...host.app.state!.game, players: [bot, bot] } });
    await expect.poll(() => document.querySelector('.players, .player')?.textContent).toMatch(/engine/i);
    expect(words()).toBe(told);
    host.change({ game: { ...host.app.state!.game, players: [{ kind: 'human' }, { kind: 'human' }] } });
    await play('D4C4');
    await expect.poll(words).toBe('Black: pick the stone that attacks.');
  });
});

describe('counts', () => {
  it('are told for each type of both sides, with a warning at the last one', async () => {
    await expect.element(screen.getByText('15 of 15 visible A stones')).toBeInTheDocument();
    expect(document.querySelectorAll('.warning')).toHaveLength(0);
    await play(LAST);
    const warnings = (): string[] =>
      [...document.querySelectorAll('.warning')].map(({ textContent }) => textContent.trim());
    await expect.poll(warnings).toEqual(['last A, B, C', 'last B, C']);
    await expect.poll(() => document.querySelectorAll('.warning svg').length).toBe(2);
    await expect.element(screen.getByText('2 of 15 visible A stones', { exact: true })).toBeInTheDocument();
    await expect.poll(() => screen.getByText('1 of 9 visible B stones: last').elements().length).toBe(2);
  });
});
