/** What a game with walls asks of the board: ghosts before a pick, layers for the arrows, dots, gauges, paths. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { gameById } from '../../app/games/registry.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, type FakeHost } from '../testing/fake-host.ts';
import BoardPanel from './BoardPanel.svelte';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;
let screen: Awaited<ReturnType<typeof render>>;

const area = (id: string): SVGGElement =>
  document.querySelector<SVGGElement>(`[data-area="${id}"]`) ?? expect.fail(`no area ${id}`);
const moves = (): readonly string[] => host.app.game.line!.moves;
const ghost = (): 'allowed' | 'refused' | null => {
  const found = document.querySelector('.foretold');
  return found === null ? null : found.classList.contains('allowed') ? 'allowed' : 'refused';
};
const bubble = (): string | null => document.querySelector('.bubble')?.textContent.trim() ?? null;
const focused = (): string | null => document.activeElement?.getAttribute('data-area') ?? null;
const seen = (selector: string): number =>
  document.querySelectorAll(`.board ${selector}:not(.ghost, .spare)`).length;

/** On a wall's own half of its groove: its middle belongs to the wall across it too. */
function aside(id: string): { x: number; y: number } {
  const { width, height } = area(id).getBoundingClientRect();
  return id.endsWith('h') ? { x: width * 0.15, y: height / 2 } : { x: width / 2, y: height * 0.15 };
}
const hover = (id: string): Promise<void> => userEvent.hover(area(id), { position: aside(id) });
const click = (id: string): Promise<void> => userEvent.click(area(id), { position: aside(id), force: true });

async function play(text: string, setup?: Record<string, number>): Promise<void> {
  await host.app.client.games.create({ game: 'quoridor', ...(setup ? { setup } : {}), text });
}

beforeEach(async () => {
  host = fakeHost();
  await page.viewport(900, 700);
  screen = await render(BoardPanel);
  screen.container.style.height = '640px';
  await host.app.client.games.create({ game: 'quoridor' });
  await expect.element(screen.getByRole('group', { name: 'Quoridor board' })).toBeInTheDocument();
  await userEvent.hover(screen.getByRole('button', { name: 'Flip the board' }));
});

describe('by pointer', () => {
  it('plays a pawn to a dot and a wall into a groove', async () => {
    // One line begins anew for each.
    await expect.poll(() => document.querySelector('.dots')?.getAttribute('d')?.match(/M/g)?.length).toBe(3);
    await userEvent.click(area('e8'));
    await expect.poll(moves).toEqual(['e8']);
    await click('d7h');
    await expect.poll(moves).toEqual(['e8', 'd7h']);
    await expect.poll(() => seen('.piece')).toBe(3);
  });

  it('says why a pawn cannot be gone to beside it, and not over it', async () => {
    await userEvent.click(area('e1'), { force: true });
    await expect.poll(bubble).not.toBeNull();
    const [words, pawn] = [
      document.querySelector('.bubble')!,
      document.querySelectorAll('.piece.pawn:not(.spare)'),
    ];
    const { top, bottom } = words.getBoundingClientRect();
    const covered = [...pawn].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.top < bottom - 1 && box.bottom > top + 1;
    });
    expect(covered).toEqual([]);
  });

  it('has a pawn come to rest where it slides to', async () => {
    const animate = vi.spyOn(Element.prototype, 'animate');
    await userEvent.click(area('e8'));
    await expect.poll(() => animate.mock.calls.length).toBeGreaterThan(0);
    const { easing } = animate.mock.calls[0]![1] as KeyframeAnimationOptions;
    animate.mockRestore();
    // The second point of the curve lies at its end in height: it arrives without speed.
    expect(easing).toMatch(/, 1\)$/);
  });

  it('shows a wall that may stand in green, and lays none before a click', async () => {
    await hover('c4v');
    await expect.poll(ghost).toBe('allowed');
    await expect.poll(bubble).toBeNull();
    expect(moves()).toEqual([]);
    await userEvent.hover(area('e5'));
    await expect.poll(ghost).toBeNull();
  });

  it('says why a wall may not stand before it is picked', async () => {
    await play('e8 e2 d7h');
    await hover('d7v');
    await expect.poll(ghost).toBe('refused');
    await expect.poll(bubble).toBe('d7v crosses the wall d7h');
    expect(document.querySelectorAll('.foretold [fill^="url("]')).toHaveLength(1);
    await click('d7v');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('d7v crosses the wall d7h');
    expect(moves()).toEqual(['e8', 'e2', 'd7h']);
  });

  it('foretells nothing over the wall that was just laid, nor where no move is allowed', async () => {
    await click('c4v');
    await expect.poll(moves).toEqual(['c4v']);
    await expect.poll(ghost).toBeNull();
    await play('3 b2 b1 1 1 - - b a2 c1 a1');
    await hover('a2h');
    await expect.poll(ghost).toBeNull();
  });

  it('means the same place when the board is turned', async () => {
    host.app.changeSettings({ flipped: true });
    const xOf = (id: string): number => area(id).getBoundingClientRect().x;
    await expect.poll(() => xOf('a1') > xOf('i9')).toBe(true);
    await click('c4h');
    await expect.poll(moves).toEqual(['c4h']);
  });
});

describe('by finger', () => {
  const tap = (id: string): void => {
    const target = area(id).querySelector('path')!;
    target.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };

  it('shows a wall at the first touch and lays it at the second', async () => {
    tap('c4h');
    await expect.poll(ghost).toBe('allowed');
    await expect.poll(bubble).toBe('Tap it again to place it');
    expect(moves()).toEqual([]);
    tap('d4v');
    await expect.poll(() => document.querySelectorAll('.again').length).toBe(1);
    expect(moves()).toEqual([]);
    // A little beside it is near enough.
    document.querySelector('.again')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.poll(moves).toEqual(['d4v']);
    await expect.poll(ghost).toBeNull();
  });

  it('moves the pawn at once', async () => {
    tap('c4h');
    tap('e8');
    await expect.poll(moves).toEqual(['e8']);
    await expect.poll(ghost).toBeNull();
  });
});

describe('by keyboard', () => {
  it('begins at the pawn, and the arrows keep to cells', async () => {
    await userEvent.keyboard('{Tab}');
    for (let steps = 0; steps < 6 && focused() === null; steps++) await userEvent.keyboard('{Tab}');
    await expect.poll(focused).toBe('e9');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe('e8');
    await userEvent.keyboard('{Enter}');
    await expect.poll(moves).toEqual(['e8']);
    await expect.poll(focused).toBe('e8');
    // The other side is to move: Escape leads to its pawn.
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toBe('e1');
  });

  it('goes to a wall by h or v, turns it, moves it along and lays it', async () => {
    await userEvent.keyboard('h');
    await expect.poll(focused).toBe('e9h');
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    await expect.poll(focused).toBe('d8h');
    await userEvent.keyboard('v');
    await expect.poll(focused).toBe('d8v');
    await expect.poll(ghost).toBe('allowed');
    await userEvent.keyboard('{Enter}');
    await expect.poll(moves).toEqual(['d8v']);
    await userEvent.keyboard('{ArrowDown}');
    await expect
      .poll(() => [focused(), ghost(), bubble()])
      .toEqual(['d7v', 'refused', 'd7v overlaps the wall d8v']);
    await userEvent.keyboard('{Enter}');
    expect(moves()).toEqual(['d8v']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toBe('e1');
  });

  it('takes a wall under the pointer as where it begins', async () => {
    await hover('c4h');
    await userEvent.keyboard('v');
    await expect.poll(focused).toBe('c4v');
  });

  it('says what stands where, and what a wall lies between', async () => {
    await play('e8 c4h');
    await expect
      .element(screen.getByRole('button', { name: "e8, Black's pawn", includeHidden: true }))
      .toBeInTheDocument();
    await expect
      .poll(() => area('c4h').getAttribute('aria-label'))
      .toBe("horizontal wall c4h, between c4 d4 and c3 d3, White's wall stands");
  });
});

describe('beside the board', () => {
  it('has a rim around the walls left, in the tone that marks their side, but not around spent ones', async () => {
    await play('e8 e2 d3h');
    await expect.poll(() => document.querySelectorAll('.tally path.spent').length).toBe(1);
    for (const seat of [0, 1]) {
      const svg = document.querySelector(`.tally .seat-${seat}`)!;
      const [left, spent] = [svg.querySelector('path:not(.spent)')!, svg.querySelector('path.spent')];
      const mark = getComputedStyle(svg).getPropertyValue(`--seat-${seat}-mark`);
      expect(mark).not.toBe('');
      expect(getComputedStyle(left).stroke).toMatch(/^rgb/);
      if (spent !== null) expect(getComputedStyle(spent).stroke).toBe('none');
    }
  });

  it('tallies the walls left, or tells their number where they are many', async () => {
    await play('e8 d7h');
    await expect.element(screen.getByText('10 of 10 walls left')).toBeInTheDocument();
    await expect.element(screen.getByText('9 of 10 walls left')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('.tally path.spent').length).toBe(1);
    await host.app.client.games.create({ game: 'quoridor', setup: { size: 15, walls: 20 } });
    await expect.poll(() => document.querySelectorAll('.tally path').length).toBe(2);
    await expect.element(screen.getByText('20 walls left').first()).toBeInTheDocument();
  });

  it('shows the shortest paths where they are asked for', async () => {
    expect(seen('.overlays .path')).toBe(0);
    host.app.changeSettings({ overlays: ['quoridor/paths'] });
    await expect.poll(() => seen('.overlays .path')).toBe(2);
    await expect.element(screen.getByText('Black needs 8 steps. White needs 8 steps')).toBeInTheDocument();
    await host.app.client.games.create({ game: 'connect4' });
    await expect.poll(() => seen('.overlays .path')).toBe(0);
  });

  it('has Black first, in dark, and names both sides', async () => {
    const dark = getComputedStyle(document.querySelector('.panel')!).getPropertyValue('--seat-0');
    await userEvent.click(area('e8'));
    await expect.element(screen.getByRole('status')).toHaveTextContent('Black played e8. White is to move.');
    await host.app.client.games.create({ game: 'connect4' });
    await expect
      .poll(() => getComputedStyle(document.querySelector('.panel')!).getPropertyValue('--seat-0'))
      .not.toBe(dark);
  });
});

describe.each([3, 25])('on a board of %i', (size) => {
  it('every label can be read, and every wall is wide enough for a pointer', long, async () => {
    await host.app.client.games.create({ game: 'quoridor', setup: { size } });
    const { areas } = gameById('quoridor').geometry({ size });
    await expect.poll(() => seen('.area')).toBe(areas.length);
    const label = document.querySelector('.label')!;
    await expect.poll(() => label.getBoundingClientRect().height).toBeGreaterThan(8);
    await expect.poll(() => area('a2h').getBoundingClientRect().height).toBeGreaterThan(6);
  });
});
