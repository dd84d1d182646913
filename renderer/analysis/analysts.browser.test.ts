/** Several engines in the column and on the board. */
import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { BestLineEvent, Evaluation, JudgedReport, Teller } from '../../app/api/contract.ts';
import BoardPanel from '../game/BoardPanel.svelte';
import { keepLine } from '../game/edits.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, analysis, engine, session } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import AnalysisPanel from './AnalysisPanel.svelte';
import { long } from '../../tests/support/long.ts';

const value = (number: number) => ({ type: 'static', value: number }) as const;

const report = (part: Partial<JudgedReport> = {}): JudgedReport => ({
  ...{ bestmove: '4', turn: ['4'], text: 'bestmove 3', fault: null, score: value(0.35) },
  ...{ scores: { '1': value(-0.2), '4': value(0.35), '3': value(0.1), '7': value(-0.4) } },
  ...{ staticScale: 1, winningMoves: null, depth: 14, nodes: 1_200_000, seconds: 2 },
  ...{ truncated: false, exhaustive: false },
  ...part,
});

const mine = analysis({ report: report() });
const other = analysis({ id: 'a2', number: 1, engine: 'other', session: 's2', report: report() });
const engines = [engine(), engine({ id: 'other', name: 'other' })];

const asked: BestLineEvent[] = [
  { kind: 'move', ply: 1, seat: 0, move: '4', forecast: null },
  { kind: 'move', ply: 2, seat: 1, move: '3', forecast: null },
  { kind: 'move', ply: 3, seat: 0, move: '3', forecast: null },
  { kind: 'end', over: false, winner: null, reason: 'the game continues after 3 plies', proven: false },
];

let host: FakeHost;
const shown = async (): Promise<void> => {
  await render(BoardPanel);
  await render(AnalysisPanel);
};
const labels = (): string[] =>
  [...document.querySelectorAll('.letters:not(.spare)')].map(({ textContent }) => textContent.trim());
const rings = (): number => document.querySelectorAll('.ring:not(.spare)').length;
const ghosts = (): string[] =>
  [...document.querySelectorAll('.line-ghost:not(.spare) text')].map(({ textContent }) => textContent);
const card = (letter: string) =>
  page.getByRole('group', { name: new RegExp(`^Analysis by .*\\(${letter}\\)`) });
const lines = (letter: string): string[] =>
  page
    .getByRole('list', { name: `Lines of ${letter}` })
    .elements()
    .flatMap((list) => [...list.children])
    .map((row) =>
      [...row.querySelectorAll('.score, .move')].map(({ textContent }) => textContent.trim()).join(' '),
    );

beforeEach(async () => {
  // The pointer may rest where another file has left it, and would point at a line of a card.
  await userEvent.unhover(document.body);
  host = fakeHost(hostState({ about, engines, analyses: [mine], sessions: [session()] }), {
    'analysis.line': async function* () {
      yield* asked;
    },
  });
});

describe('on the board', () => {
  it(
    'one engine alone has no letter, and two have one arrow with both letters where they agree',
    long,
    async () => {
      await shown();
      await expect.poll(rings).toBe(1);
      expect(labels()).toEqual([]);
      host.change({ analyses: [mine, other] });
      await expect.poll(labels).toEqual(['AB']);
      expect(rings()).toBe(1);
      host.change({ analyses: [mine, { ...other, report: report({ bestmove: '1', turn: ['1'] }) }] });
      await expect.poll(() => labels().toSorted()).toEqual(['A', 'B']);
      expect(rings()).toBe(2);
      // What one says of another place is not there.
      host.change({ analyses: [mine, { ...other, place: { game: 'g1', node: 9 } }] });
      await expect.poll(labels).toEqual([]);
    },
  );

  it('chips give way to a line of a card, which shows a later position', async () => {
    const chips = (): number => document.querySelectorAll('.chips .chip').length;
    await shown();
    await expect.poll(chips).toBe(4);
    const [row] = document.querySelectorAll<HTMLElement>('[data-line-row]');
    row!.focus();
    await expect.poll(ghosts).toEqual(['1', '2', '3']);
    await expect.poll(chips).toBe(0);
    // Each column still says what is known of it.
    expect(document.querySelector('[data-area="column-4"]')!.getAttribute('aria-label')).toContain('0.35');
    row!.blur();
    await expect.poll(chips).toBe(4);
  });

  it('chips that lie on the line of a move pointed at give way, and the others stay', async () => {
    await shown();
    const texts = (): string[] =>
      [...document.querySelectorAll('.chips text')].map(({ textContent }) => textContent);
    await expect.poll(() => texts().length).toBe(4);
    const column = document.querySelector<SVGElement>('[data-area="column-4"]')!;
    column.focus();
    await expect.poll(ghosts).toEqual(['1', '2', '3']);
    await expect.poll(() => texts().toSorted()).toEqual(['−0.2', '−0.4']);
    column.blur();
  });

  it('the bar tells what is proven before what an engine says, and turns with the board', async () => {
    const [cfp] = about.protocols;
    const scored = { ...cfp!, capabilities: { ...cfp!.capabilities, score: true } };
    host.change({ about: { ...about, protocols: [scored] } });
    await shown();
    const bar = () => page.getByRole('img', { name: /^Evaluation/ });
    await expect.element(bar()).toHaveAccessibleName('Evaluation. Player 1, to move: 0.35 static');
    const { state } = host.app;
    const verdict = { value: 'loss', how: 'solver', plies: 36, to: null } as const;
    const place = { game: 'g1', node: 0 };
    host.change({ proofs: { ...state!.proofs, state: 'done', place, verdict } });
    await expect.element(bar()).toHaveAccessibleName('Evaluation. Player 1, to move: loss in 36, proven');
    const first = (): HTMLElement => document.querySelector('.bar .first')!;
    expect(first().style.transform).toBe('scaleY(0)');
    host.change({ settings: { ...host.app.settings!, flipped: true } });
    // Connect Four is mirrored, and has no other lower edge.
    expect(first().classList.contains('turned')).toBe(false);
    await host.app.client.games.create({ game: 'quoridor' });
    const { game } = host.app.state!;
    const here = { game: game.key, node: game.shown };
    host.change({ analyses: [{ ...mine, place: here, report: report({ scores: null, bestmove: 'e2' }) }] });
    await expect.poll(() => first().classList.contains('turned')).toBe(true);
  });

  it('counts the letters that have no room', async () => {
    await shown();
    const many = [0, 1, 2, 3, 4, 5].map((number) => analysis({ id: `a${number}`, number, report: report() }));
    host.change({ analyses: many });
    await expect.poll(labels).toEqual(['ABCD+']);
  });
});

describe('in the column', () => {
  it('up to two engines are unfolded; more are one line each, until the user unfolds them', async () => {
    await shown();
    host.change({ analyses: [mine, other] });
    await expect.element(card('A').getByText('depth 14')).toBeVisible();
    const third = analysis({ id: 'a3', number: 2, report: report() });
    host.change({ analyses: [mine, other, third] });
    await expect.poll(() => document.querySelectorAll('.lines').length).toBe(0);
    for (const letter of ['A', 'B', 'C']) {
      expect(card(letter).element().getBoundingClientRect().height).toBeLessThan(34);
    }
    await card('C').getByRole('button', { expanded: false }).first().click();
    await expect.poll(() => lines('C')).toEqual(['0.35 4', '0.1 3', '−0.2 1']);
    await card('C').getByRole('button', { name: 'Stop mine' }).click();
    expect(host.calls.at(-1)).toEqual(['analysis.stop', { analysis: 'a3' }]);
    host.change({ analyses: [mine, other, { ...third, state: 'off', place: null, report: null }] });
    await card('C').getByRole('button', { name: 'Start mine' }).click();
    expect(host.calls.at(-1)).toEqual(['analysis.resume', { analysis: 'a3' }]);
  });

  it('gives scores that shrink with depth on the scale of the engine, and what it wrote in a tip', async () => {
    await shown();
    const tiny = { score: value(3.5e-14), scores: { '4': value(3.5e-14), '3': value(-1.2e-14) } };
    host.change({ analyses: [{ ...mine, report: report({ ...tiny, staticScale: 1e13 }) }] });
    await expect.poll(() => lines('A')).toEqual(['0.35 4', '−0.12 3']);
    const score = document.querySelector('.result .score')!;
    expect(score.textContent).toContain('0.35 static');
    expect(score.getAttribute('title')).toContain('The engine wrote 3.5e−14 static');
    const chips = [...document.querySelectorAll('.chips text')].map(({ textContent }) => textContent);
    expect(chips.toSorted()).toEqual(['0.35', '−0.12']);
    host.change({ analyses: [mine] });
    await expect.poll(() => score.getAttribute('title')).toBeNull();
  });

  it('sets what the engine says as it goes on apart from the figures of its answer', async () => {
    await shown();
    host.change({ analyses: [{ ...mine, score: value(3.56), nodes: 2_130_000 }] });
    const now = page.getByText('now 3.56 static, 2.13 M nodes');
    await expect.element(now).toBeVisible();
    expect(getComputedStyle(now.element()).borderLeftWidth).toBe('1px');
  });

  it('keep their buttons in the first row where none runs and a proof is shown', async () => {
    const { container } = await render(AnalysisPanel);
    container.style.width = '422px';
    const { proofs } = host.app.state!;
    const verdict = { value: 'win', how: 'solver', plies: 41, to: null } as const;
    const shownProofs = { ...proofs, state: 'done', place: { game: 'g1', node: 0 }, verdict } as const;
    const off = { ...mine, state: 'off', place: null, report: null } as const;
    for (const analyses of [[off], []]) {
      host.change({ analyses, proofs: shownProofs });
      const heading = page.getByRole('heading', { name: 'Analysis' });
      await expect.element(heading).toBeVisible();
      const { left, top } = page
        .getByRole('button', { name: 'Let another engine analyse' })
        .element()
        .getBoundingClientRect();
      const title = heading.element().getBoundingClientRect();
      const legend = container.querySelector('.legend')!.getBoundingClientRect();
      expect(top).toBeLessThan(title.bottom);
      expect(left).toBeGreaterThan(legend.right);
    }
  });

  it('shows as many candidates as were chosen, sorted', async () => {
    await shown();
    expect(lines('A')).toEqual(['0.35 4', '0.1 3', '−0.2 1']);
    host.change({ analyses: [{ ...mine, candidates: null }] });
    await expect.poll(() => lines('A')).toEqual(['0.35 4', '0.1 3', '−0.2 1', '−0.4 7']);
    host.change({ analyses: [{ ...mine, candidates: 1 }] });
    await expect.poll(() => lines('A').length).toBe(1);
  });

  it('says that an engine that nothing stops finishes its move, and ends its process on request', async () => {
    const busy = session({ capabilities: { ...session().capabilities, stop: false } });
    await shown();
    host.change({ sessions: [busy], analyses: [{ ...mine, state: 'stopping', report: null }] });
    await expect.element(page.getByText('finishing its move')).toBeVisible();
    await page.getByRole('button', { name: 'End the process' }).click();
    expect(host.calls.at(-1)).toEqual(['sessions.restart', { session: 's1' }]);
  });
});

describe('a line', () => {
  const row = (at: number) => page.getByRole('button', { name: /show the line/ }).nth(at);

  it('shows its position on the board, walks by arrow keys, and is played up to there', async () => {
    await shown();
    (row(0).element() as HTMLElement).focus();
    await expect.poll(ghosts).toEqual(['1', '2', '3']);
    await expect.element(page.getByRole('list', { name: 'Lines of A' }).getByText('extended')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(ghosts).toEqual(['1']);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(ghosts).toEqual(['1', '2']);
    expect(host.app.game.cursor).toBe(0);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => host.app.game.state?.nodes.map(({ move }) => move))
      .toEqual([undefined, '4', '3']);
    await expect.poll(ghosts).toEqual([]);
  });

  it('is kept as a variation with its figure as the comment, once', async () => {
    await shown();
    (row(0).element() as HTMLElement).focus();
    await expect.poll(ghosts).toHaveLength(3);
    await keepLine(host.app);
    const nodes = () => host.app.game.state!.nodes;
    await expect.poll(() => nodes().length).toBe(4);
    expect(nodes()[1]!.comment).toBe('0.35 static, depth 14, mine');
    await expect.poll(() => host.app.game.cursor).toBe(0);
    await keepLine(host.app);
    expect(nodes()).toHaveLength(4);
    await host.app.game.undo();
    await expect.poll(() => nodes()[0]!.children ?? []).toEqual([]);
  });

  it('has the focus again when it comes back, wherever the pointer rests', long, async () => {
    await shown();
    await userEvent.hover(row(1));
    (row(0).element() as HTMLElement).focus();
    await expect.poll(ghosts).toHaveLength(3);
    // Its engine is asked anew, and first names the line that lies under the pointer now.
    host.change({ analyses: [{ ...mine, report: null }] });
    await expect.poll(() => document.activeElement).toBe(document.body);
    host.change({
      analyses: [{ ...mine, report: report({ bestmove: '7', turn: ['7'], scores: { '7': value(0.1) } }) }],
    });
    await expect.poll(() => lines('A')).toEqual(['7']);
    await userEvent.hover(row(0));
    host.change({ analyses: [mine] });
    await expect.poll(() => lines('A')).toHaveLength(3);
    expect(document.activeElement).toBe(row(0).element());
    await userEvent.unhover(row(0));
  });

  it('shows as much of the line as before when it comes back', async () => {
    await shown();
    (row(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(ghosts).toHaveLength(1);
    host.change({ analyses: [{ ...mine, report: null }] });
    await expect.poll(ghosts).toHaveLength(0);
    host.change({ analyses: [mine] });
    await expect.poll(ghosts).toHaveLength(1);
    expect(document.activeElement).toBe(row(0).element());
  });

  it('leaves the focus where the user has turned to something else before it comes back', async () => {
    await shown();
    (row(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    host.change({ analyses: [{ ...mine, report: null }] });
    await expect.poll(() => lines('A')).toHaveLength(0);
    await userEvent.keyboard('x');
    host.change({ analyses: [mine] });
    await expect.poll(() => lines('A')).toHaveLength(3);
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(document.body);
    expect(ghosts()).toEqual([]);
  });

  it('leaves the arrow keys to the game once it was played', async () => {
    await shown();
    (row(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => host.app.game.state!.nodes.length).toBeGreaterThan(1);
    host.change({ analyses: [{ ...mine, report: null }] });
    await expect.poll(() => lines('A')).toHaveLength(0);
    await host.app.game.undo();
    host.change({ analyses: [mine] });
    await expect.poll(() => lines('A')).toHaveLength(3);
    expect(document.activeElement).toBe(document.body);
  });

  it('asks nothing of the engine until it is looked at', async () => {
    await shown();
    // Had it asked by itself, that would be the first of the calls.
    await userEvent.hover(row(1));
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'analysis.line'))
      .toEqual([['analysis.line', { at: { game: 'g1', node: 0 }, move: '3', analysis: 'a1' }]]);
  });
});

describe('what is remembered', () => {
  const teller = (part: Partial<Teller>): Teller => ({
    ...{ id: 'a'.repeat(64), engine: 'mine', name: 'mine', protocol: 'cfp' },
    files: [{ name: 'mine', sha256: `3fa2${'0'.repeat(60)}` }],
    ...{ args: [], settings: {}, options: {} },
    ...part,
  });
  const said = (part: Partial<Evaluation> = {}): Evaluation => ({
    ...{ teller: 'a'.repeat(64), report: report({ depth: 20, score: value(0.5) }) },
    ...{ measure: { kind: 'depth', amount: 20 }, quietPlies: null, saidAt: Date.UTC(2025, 10, 21, 12) },
    ...{ source: { session: 's9', at: 10, nth: 0, text: 'bestmove 3' }, isMirrored: true },
    ...part,
  });
  const known = (evaluation: Evaluation, one = teller({})) => ({
    evaluations: {
      ...{ key: 'g1', tellers: [one], place: { game: 'g1', node: 0 }, here: [evaluation], nodes: [] },
    },
  });

  it('stands dimmed in the card of its engine until that has said more', async () => {
    await shown();
    host.change(known(said()));
    const words = page.getByText(/^said at depth 20 by mine \(build 3fa2…\) on 21 Nov 2025, mirrored$/);
    await expect.element(words).toBeVisible();
    host.change({ analyses: [{ ...mine, report: report({ depth: 20 }) }] });
    await expect.poll(() => words.elements().length).toBe(0);
    // That of another place is not shown.
    host.change({ analyses: [mine] });
    await expect.element(words).toBeVisible();
    host.change({ evaluations: { ...known(said()).evaluations, place: { game: 'g1', node: 4 } } });
    await expect.poll(() => words.elements().length).toBe(0);
  });

  it('is a list for engines that have no card, and opens the line that said it', async () => {
    await shown();
    host.change(known(said({ isMirrored: false }), teller({ engine: 'gone', name: 'gone' })));
    const remembered = page.getByRole('group', { name: 'Remembered' });
    await remembered.getByRole('button', { name: /said at depth 20 by gone/ }).click();
    expect(host.calls).toContainEqual(['evaluations.source', said().source]);
  });
});

it('keep their buttons in a narrow column, whatever is wrong with an answer, and their scores whole', async () => {
  const fault = '9 is illegal: there is no column 9 on this board of seven columns and six rows';
  const { container } = await render(AnalysisPanel);
  container.style.width = '300px';
  const long = engine({ name: 'An engine whose name is longer than the column is wide' });
  host.change({ engines: [long, engine({ id: 'other', name: long.name })] });
  const faulty = report({ fault, bestmove: null, score: null, scores: null });
  host.change({
    analyses: [analysis({ report: report({ score: value(1.9e-4) }) }), { ...other, report: faulty }],
  });
  await page.getByRole('button', { name: 'Fold all engines' }).click();
  const heads = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>('.folded .head')];
  await expect.poll(() => heads().length).toBe(2);
  const beyond = heads().map((head) => head.scrollWidth - head.clientWidth);
  expect(beyond).toEqual([0, 0]);
  const score = container.querySelector<HTMLElement>('.small')!;
  expect([score.textContent, score.scrollWidth - score.clientWidth]).toEqual(['1.9e−4 static', 0]);
});
