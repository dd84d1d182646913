import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import MoveList from '../game/MoveList.svelte';
import { estimate, evaluationsState, figure, loss, teller, win } from '../testing/evaluations.ts';
import { fakeHost, hostState, nodesOf } from '../testing/fake-host.ts';
import GraphPanel from './GraphPanel.svelte';

const moves = ['4', '4', '3', '5', '2'];
const tellers = [teller(1, 'one'), teller(2, 'two')];
/** Both speak; at node 2 they name other moves, at node 3 other winners. */
const evaluations = evaluationsState('g1', tellers, {
  0: [figure(1, estimate(0.2), { bestmove: '4' }), figure(2, estimate(0.1), { bestmove: '4' })],
  1: [figure(1, estimate(-0.2), { bestmove: '4' }), figure(2, estimate(0), { bestmove: '4' })],
  2: [figure(1, estimate(0.2), { bestmove: '3' }), figure(2, estimate(0.3), { bestmove: '2' })],
  3: [figure(1, loss(4), { bestmove: '5' }), figure(2, estimate(0.4), { bestmove: '5' })],
  4: [figure(1, win(3), { bestmove: '2' })],
});

const slider = () => document.querySelector('[role="slider"]')!;
const over = () => document.querySelector('.u-over')!;
/** Where the line of the pointer stands, in pixels. */
const line = () => new DOMMatrix(getComputedStyle(document.querySelector('.u-cursor-x')!).transform).m41;

function at(ply: number): { clientX: number; clientY: number; bubbles: boolean } {
  const box = over().getBoundingClientRect();
  return { clientX: box.left + (ply / moves.length) * box.width, clientY: box.top + 20, bubbles: true };
}

let host: ReturnType<typeof fakeHost>;

beforeEach(() => {
  const state = hostState();
  host = fakeHost(hostState({ game: { ...state.game, nodes: nodesOf(...moves), shown: 0 } }));
});

const tell = (): void => host.change({ evaluations });

async function panel() {
  const screen = await render(GraphPanel);
  await expect.poll(() => document.querySelector('canvas')?.width ?? 0).toBeGreaterThan(0);
  return screen;
}

describe('the graph', () => {
  it('teaches while there are no moves', async () => {
    host.change({ game: { ...hostState().game } });
    const screen = await render(GraphPanel);
    await expect.element(screen.getByText('Each engine that analyses gets a curve')).toBeVisible();
  });

  it('draws a curve for each engine and the measures of the game, and tells exact figures at the pointer', async () => {
    await panel();
    tell();
    await expect.poll(() => document.querySelectorAll('.legend li:not(.for)').length).toBe(3);
    over().dispatchEvent(new MouseEvent('mousemove', at(3)));
    await expect.poll(() => document.querySelector('.tip')?.textContent ?? '').toMatch(/ply 3: Player 1 3/);
    const tip = document.querySelector('.tip')!.textContent;
    expect(tip).toMatch(/one CFSI Player 1 wins in 4, best 5, depth 8/);
    expect(tip).toMatch(/two CFSI −0\.4 static for Player 1, best 5, depth 8/);
    expect(tip).toMatch(/Threats Player 1 \d, Player 2 \d cells/);
    expect(tip).toMatch(/Disagreement other scores/);
    expect(host.app.graph.pointed).toBe(3);
  });

  it('goes to the ply of a click, and follows the keys and the list of moves', async () => {
    await panel();
    tell();
    over().dispatchEvent(new MouseEvent('mousemove', at(2)));
    over().dispatchEvent(new MouseEvent('click', at(2)));
    await expect.poll(() => host.app.state?.game.shown).toBe(2);
    expect(slider().getAttribute('aria-valuenow')).toBe('2');
    expect(slider().getAttribute('aria-valuetext')).toMatch(/ply 2: Player 2 4.*best 3.*best 2/);
    await host.app.graph.goToDisagreement(1);
    await expect.poll(() => host.app.state?.game.shown).toBe(3);
    await host.app.graph.goToDisagreement(1);
    expect(host.app.state?.game.shown).toBe(3);
    expect(host.app.toasts.at(-1)?.text).toMatch(/No disagreement after this move/);
    await host.app.graph.goToDisagreement(-1);
    await expect.poll(() => host.app.state?.game.shown).toBe(2);
  });

  it('shares the pointer with the list of moves, which marks the disagreements', async () => {
    await panel();
    const list = await render(MoveList);
    tell();
    await expect.poll(() => document.querySelectorAll('.disputed').length).toBe(2);
    // On a busy machine the list may still move away under the pointer, before or after the line has followed.
    const hovered = async (): Promise<number> => {
      await userEvent.hover(list.getByRole('button', { name: /^3/ }));
      return host.app.graph.pointed === 3 ? line() : -1;
    };
    await expect.poll(hovered).toBeGreaterThan((over().getBoundingClientRect().width * 2.9) / moves.length);
  });

  it('leaves the pointer where it is while the curves are drawn again', async () => {
    await panel();
    tell();
    host.app.graph.pointed = 3;
    await expect.poll(line).toBeGreaterThan(0);
    const { width } = document.querySelector('canvas')!;
    // Another width draws at once, other figures within a moment.
    document.querySelector<HTMLElement>('[role="slider"]')!.style.width = '200px';
    await expect.poll(() => document.querySelector('canvas')!.width).not.toBe(width);
    const canvas = document.querySelector('canvas');
    host.change({ evaluations: evaluationsState('g1', tellers, { 0: [figure(1, estimate(0.5), {})] }) });
    await expect.poll(() => document.querySelectorAll('.legend li:not(.for)').length).toBe(2);
    // Fewer curves are drawn on another canvas.
    await expect.poll(() => document.querySelector('canvas')).not.toBe(canvas);
    await new Promise(requestAnimationFrame);
    expect(host.app.graph.pointed).toBe(3);
    expect(line() / over().getBoundingClientRect().width).toBeCloseTo(3 / moves.length, 1);
    expect(document.querySelector('.tip')).toBeNull();
  });

  it('has a table in its place, a row a ply', async () => {
    const screen = await panel();
    tell();
    host.app.graph.mode = 'table';
    await expect.element(screen.getByRole('table', { name: 'The graph as a table' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[role="row"]').length).toBe(moves.length + 2);
    await screen.getByRole('rowheader', { name: '2' }).getByRole('button').click();
    await expect.poll(() => host.app.state?.game.shown).toBe(5);
    // Also where the text of some is longer than that of others, the columns of all rows begin at the same places.
    const rows = [...document.querySelectorAll('[role="row"]')];
    const boxes = (row: Element) => [...row.children].map((cell) => cell.getBoundingClientRect());
    const places = rows.map((row) =>
      boxes(row)
        .slice(0, -1)
        .map(({ left }) => Math.round(left))
        .join(' '),
    );
    expect(new Set(places).size).toBe(1);
    // What is said of a move stands below its figures, over the whole width.
    const disputed = rows.find((row) => row.lastElementChild?.textContent.includes('disagreement'))!;
    const [first, last] = [boxes(disputed)[0]!, boxes(disputed).at(-1)!];
    expect(last.top).toBeGreaterThanOrEqual(first.bottom - 1);
    expect(last.width).toBeGreaterThan(disputed.clientWidth * 0.75);
    expect(document.querySelector('.head')!.textContent).toMatch(/one CFSI for Player 1/);
    expect(disputed.textContent).not.toMatch(/for Player 1/);
    host.app.graph.mode = 'graph';
  });

  it('counts who was right where the result is proven, and leads to the positions', async () => {
    const screen = await panel();
    tell();
    const proven = { value: 'win', how: 'solver', plies: 5, to: 'end' } as const;
    host.change({ proofs: { ...hostState().proofs, key: 'g1', nodes: [{ node: 3, verdict: proven }] } });
    host.app.graph.mode = 'disagreements';
    // Player 1 made the move of node 3 and wins: engine 1 says so, engine 2 favours the side to move.
    const right = screen.getByRole('button', { name: /^A right at 1 position/ });
    await expect.element(right).toBeVisible();
    const listed = () => [...document.querySelectorAll('.node .title')].map(({ textContent }) => textContent);
    await expect.poll(listed).toEqual(['ply 2: Player 2 4', 'ply 3: Player 1 3']);
    await screen.getByRole('button', { name: /^B wrong at 1 position/ }).click();
    await screen.getByRole('button', { name: /ply 3: Player 1 3/ }).click();
    await expect.poll(() => host.app.state?.game.shown).toBe(3);
    host.app.graph.mode = 'graph';
  });

  it('folds, and hides a curve', async () => {
    const screen = await panel();
    tell();
    await expect.poll(() => document.querySelectorAll('.legend li:not(.for)').length).toBe(3);
    host.app.graph.toggleTeller(tellers[0]!.id);
    await expect.poll(() => document.querySelectorAll('.legend li:not(.for)').length).toBe(2);
    host.app.graph.toggleMeasure(host.app.graph.measures[0]!.measure);
    await expect.poll(() => document.querySelectorAll('.legend li:not(.for)').length).toBe(1);
    expect(host.app.settings?.graphMeasures).toEqual(['connect4/threats']);
    await screen.getByRole('button', { name: 'Fold the graph' }).click();
    await expect.poll(() => document.querySelector('canvas')).toBeNull();
  });
});
