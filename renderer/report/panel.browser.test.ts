/** The report on the game shown: its progress, its result, and the ways from error to error. */
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { EngineState, HostState, ReportedMove, ReportSide } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import AnalysisPanel from '../analysis/AnalysisPanel.svelte';
import BoardPanel from '../game/BoardPanel.svelte';
import MoveList from '../game/MoveList.svelte';
import GraphPanel from '../graph/GraphPanel.svelte';
import { dialogs } from '../state/dialogs.svelte.ts';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import { about, analysis, engine } from '../testing/engines.ts';
import { estimate, evaluationsState, figure, teller } from '../testing/evaluations.ts';
import { toggleAnalyst } from '../analysis/analysts.ts';
import { WindowState } from '../shell/window.svelte.ts';
import { showNextError } from './actions.ts';
import { reportFocus } from './focus.svelte.ts';
import { reportForm } from './form.svelte.ts';
import ReportDialog from './ReportDialog.svelte';

let host: FakeHost;
afterEach(() => host.change({}));

const reported = (node: number, more: Partial<ReportedMove> = {}): ReportedMove => ({
  ...{ id: `n${node}`, node, ply: node, seat: ((node + 1) % 2) as 0 | 1, move: '4', was: null, is: null },
  ...{ how: null, best: [], figures: [], verdicts: [], weight: null, better: [], isComplete: true },
  isAssessed: true,
  ...more,
});
const side: ReportSide = {
  ...{ moves: 2, inaccuracies: 0, mistakes: 1, blunders: 0, proven: 1, claimed: 0, judged: 0 },
  ...{ couldLose: 2, kept: 1, known: 2, slowerWins: 0, fasterLosses: 0, unassessed: 0 },
};
const at = (...moves: string[]): HostState['game'] => ({
  ...hostState().game,
  nodes: nodesOf(...moves),
  shown: 0,
});
const report = (more: Partial<HostState['report']>): HostState['report'] => ({
  ...hostState().report,
  ...{ id: 'r-1', key: 'g1', state: 'running', done: 3, total: 10 },
  ...more,
});

it('tells its progress, gives way, and is paused, resumed and stopped', async () => {
  host = fakeHost(hostState({ game: at('4', '5'), report: report({ secondsLeft: 75 }) }));
  const screen = await render(MoveList);
  const panel = screen.getByRole('region', { name: 'Report' });
  await expect.element(panel).toHaveTextContent('3 of 10 answers, about 1 min 15 s left');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  host.change({ report: report({ state: 'paused' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  host.change({ report: report({ state: 'waiting', waitsFor: 'analysis' }) });
  await expect.element(panel).toHaveTextContent('Waiting for the analysis of the position shown');
  await userEvent.click(screen.getByRole('button', { name: 'Go on beside it' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(host.calls.filter(([name]) => name.startsWith('report.'))).toEqual([
    ['report.pause', { isPaused: true }],
    ['report.pause', { isPaused: false }],
    ['report.workBeside', undefined],
    ['report.stop', undefined],
  ]);
});

it('sums up, marks the errors, and leads from one to the next', async () => {
  host = fakeHost(
    hostState({
      game: at('4', '5', '4', '5'),
      report: report({ state: 'done', sides: [side, { ...side, mistakes: 0, kept: 2 }], isWritten: true }),
      reportMoves: [reported(1), reported(2, { weight: 'mistake' }), reported(4, { weight: 'blunder' })],
    }),
  );
  const screen = await render(MoveList);
  await expect.element(screen.getByText('Player 1: 1 mistake; value kept in 1 of 2.')).toBeInTheDocument();
  await expect
    .poll(() => [...document.querySelectorAll('[data-ply] .mark')].map((mark) => mark.textContent))
    .toEqual(['?', '??']);
  const went: number[] = [];
  for (const by of [1, 1, 1, -1] as const) {
    await showNextError(host.app, by);
    went.push(host.app.state!.game.shown);
  }
  expect(went).toEqual([2, 4, 2, 4]);
});

const chosen = { mine: { kind: 'time', seconds: 1 } } as const;

/** A host with one engine that gives scores. */
function scoredHost(more: Partial<EngineState> = {}): EngineState {
  const bare = about.protocols.find(({ id }) => id === 'cfsi')!;
  const cfsi = { ...bare, capabilities: { ...bare.capabilities, score: true } };
  const scored = engine({ protocols: ['cfsi'], protocol: 'cfsi', ...more });
  host = fakeHost(hostState({ about: { ...about, protocols: [cfsi] }, engines: [scored], game: at('4') }));
  return scored;
}

it('proposes an engine with scores at first, and leaves it out once the user has', async () => {
  scoredHost();
  const screen = await render(ReportDialog, { open: true });
  const box = screen.getByRole('checkbox', { name: /^mine/ });
  await expect.element(box).toBeChecked();
  await userEvent.click(box);
  await screen.rerender({ open: false });
  await screen.rerender({ open: true });
  await expect.element(box).not.toBeChecked();
});

it('asks for the scale of an engine with scores, and stores it when it is right', async () => {
  const scored = scoredHost();
  reportForm.chosen = chosen;
  const screen = await render(ReportDialog, { open: true });
  const kind = screen.getByRole('combobox', { name: 'Its scores are judged' });
  await userEvent.selectOptions(kind, 'by the points that a move gives away');
  const points = { kind: 'points', inaccuracy: 0.1, mistake: 0.2, blunder: 0.4 } as const;
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setScale', { engine: 'mine', scale: points }]);
  host.change({ engines: [{ ...scored, scale: points }] });
  const calls = host.calls.length;
  await userEvent.fill(screen.getByLabelText('Mistake (?)'), '0.5');
  await userEvent.tab();
  await expect.element(screen.getByText(/no more than a mistake/)).toBeInTheDocument();
  expect(host.calls).toHaveLength(calls);
  await userEvent.fill(screen.getByLabelText('Blunder (??)'), '0.8');
  await userEvent.tab();
  const wider = { ...points, mistake: 0.5, blunder: 0.8 };
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setScale', { engine: 'mine', scale: wider }]);
  host.change({ engines: [{ ...scored, scale: wider }] });
  await userEvent.selectOptions(kind, 'not judged');
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setScale', { engine: 'mine', scale: null }]);
});

it('brings back the scale that a bundled engine comes with', async () => {
  scoredHost({ bundled: true, scale: { kind: 'chances', points: 2 } });
  reportForm.chosen = chosen;
  const screen = await render(ReportDialog, { open: true });
  await expect.element(screen.getByLabelText('Score that wins nine games of ten')).toHaveValue(2);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the scale that mine comes with' }));
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setScale', { engine: 'mine', scale: null }]);
});

it('reports on a part of the line, at first from the move shown on', async () => {
  host = fakeHost(hostState({ game: { ...at('4', '5', '4', '5'), shown: 2 } }));
  const screen = await render(ReportDialog, { open: true });
  await userEvent.selectOptions(screen.getByLabelText('Moves'), 'A part of the line shown');
  const [first, last] = [screen.getByLabelText('From ply'), screen.getByLabelText('to ply')];
  await expect.element(first).toHaveValue(2);
  await expect.element(last).toHaveValue(4);
  await userEvent.fill(last, '3');
  await userEvent.click(screen.getByRole('button', { name: 'Analyse' }));
  await expect
    .poll(() => host.calls.find(([name]) => name === 'report.start')?.[1])
    .toMatchObject({ scope: { kind: 'nodes', nodes: [2, 3] } });
});

const gone = { shown: 0, players: at().players, running: false, file: null, tip: null } as const;
const header = (gameId: string, headers: Record<string, string> = {}) =>
  ({ ...gone, id: 'g2', gameId, headers, plies: 0, last: [] }) as unknown as HostState['games'][number];

it.each([
  [{ state: 'running' }, 'is running, at 3 of 10 answers', 'Stop it and analyse'],
  [{ state: 'waiting', waitsFor: 'play' }, 'waits for a game, at 3 of 10 answers', 'Stop it and analyse'],
  [{ state: 'paused' }, 'is paused, at 3 of 10 answers', 'Stop it and analyse'],
  [{ state: 'interrupted' }, 'was not finished', 'Discard it and analyse'],
  [{ state: 'done' }, 'is not written into that game', 'Close it and analyse'],
] as const)(
  'says what another report loses where it is %j, and leads to it',
  async (state, words, button) => {
    host = fakeHost(
      hostState({
        game: at('4'),
        games: [header('morris', { event: 'Club' })],
        report: report({ key: 'g2', ...state }),
      }),
    );
    const screen = await render(ReportDialog, { open: true });
    await expect.element(screen.getByText("Nine Men's Morris: Club")).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: 'Go to it' }));
    expect(host.calls.at(-1)).toEqual(['games.show', { game: 'g2' }]);
    await screen.rerender({ open: true });
    await userEvent.click(screen.getByRole('button', { name: button }));
    await expect.poll(() => host.calls.at(-1)?.[0]).toBe('report.start');
  },
);

it('says nothing of a report whose result is in its game, and little of one on the game shown', async () => {
  const own = { game: at('4'), games: [header('morris')] };
  host = fakeHost(hostState({ ...own, report: report({ key: 'g2', state: 'done', isWritten: true }) }));
  const screen = await render(ReportDialog, { open: true });
  await expect.element(screen.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go to it' }).query()).toBeNull();
  host.change({ report: report({}) });
  await expect.element(screen.getByText('A new report ends the current one.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

it('tells of a proven win that may have been missed', async () => {
  const open = { ...side, mistakes: 0, proven: 0, couldLose: 0, kept: 0, known: 0, unassessed: 2 };
  host = fakeHost(
    hostState({
      game: at('4', '5'),
      report: report({ state: 'done', sides: [open, open] }),
      reportMoves: [reported(1, { was: { outcome: 'win', plies: 1 }, isAssessed: false })],
    }),
  );
  const screen = await render(MoveList);
  const panel = screen.getByRole('region', { name: 'Report' });
  await expect
    .element(panel)
    .toHaveTextContent('A proven win may have been missed: 4 at ply 1 (a win in 1).');
  await expect.element(panel).toHaveTextContent('Too little is proven to assess these moves');
});

it('offers to go on with what was not finished, and says nothing of another game', async () => {
  host = fakeHost(hostState({ game: at('4'), report: report({ state: 'interrupted' }) }));
  const screen = await render(MoveList);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(host.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['report.goOn', 'report.stop']));
  host.change({ report: report({ key: 'g2' }) });
  await expect.element(screen.getByRole('region', { name: 'Report' })).not.toBeInTheDocument();
});

it('teaches the errors one by one: moves on the board are checked and not played', async () => {
  const answers = [
    { outcome: 'lost', words: 'Proven: was a draw, is a loss in 2 (solver).' },
    { outcome: 'kept', words: 'Proven: a draw (solver).' },
  ];
  const error = reported(2, { weight: 'blunder', move: '5', better: ['3', '3'] });
  host = fakeHost(
    hostState({
      game: { ...at('4', '5', '4'), shown: 3 },
      report: report({ state: 'done', sides: [side, side] }),
      reportMoves: [reported(1), error],
    }),
    { 'report.tried': () => answers.shift() },
  );
  const screen = await render(MoveList);
  const { game } = host.app;
  await userEvent.click(screen.getByRole('button', { name: 'Learn from the mistakes' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Both sides' }));
  await expect
    .element(screen.getByText('Find a better move on the board.', { exact: false }))
    .toBeInTheDocument();
  expect(game.state?.shown).toBe(1);
  const nodes = game.state!.nodes.length;
  await game.play(0);
  await expect.element(screen.getByText('1 is no better.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await game.play(2);
  await expect.element(screen.getByText('3 is better.')).toBeInTheDocument();
  expect(host.calls.filter(([name]) => name === 'report.tried')).toEqual([
    ['report.tried', { node: 2, move: '1' }],
    ['report.tried', { node: 2, move: '3' }],
  ]);
  expect(game.state?.nodes).toHaveLength(nodes);
  // The line becomes a variation, and its first move is shown.
  await userEvent.click(screen.getByRole('button', { name: 'See the line' }));
  await expect.poll(() => game.state?.nodes[game.state.shown]?.move).toBe('3');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await expect.element(screen.getByText('3 is better.')).not.toBeInTheDocument();
  await game.play(0);
  expect(host.calls.at(-1)?.[0]).toBe('game.play');
});

it('ends the lesson where another report takes the place of its own, in another game or in the same', async () => {
  const done = (id: string, key: string) => report({ ...{ id, key }, state: 'done', sides: [side, side] });
  const game = { ...at('4', '5', '4'), shown: 3 };
  host = fakeHost(
    hostState({
      game,
      report: done('r-1', 'g1'),
      reportMoves: [reported(2, { weight: 'blunder', move: '5', better: ['3'] })],
    }),
  );
  const screen = await render(MoveList);
  const panel = screen.getByRole('region', { name: 'Report' });
  const { lesson } = host.app.game;
  await lesson.begin(null);
  await expect.element(panel).toHaveTextContent('Mistake 1 of 1');
  // Another game is shown for a while.
  host.change({ game: { ...at('1', '4'), key: 'g2' } });
  expect(lesson.error).toBeNull();
  host.change({ game });
  expect(lesson.error?.node).toBe(2);
  host.change({
    ...{ game: { ...at('1', '4'), key: 'g2' }, report: done('r-2', 'g2') },
    reportMoves: [reported(1, { weight: 'mistake', move: '1' })],
  });
  expect(lesson.error).toBeNull();
  await expect.element(panel).toHaveTextContent('1 error');
  await expect.element(screen.getByRole('button', { name: 'Learn from the mistakes' })).toBeVisible();
  await lesson.begin(null);
  expect(lesson.error?.node).toBe(1);
  host.change({ report: done('r-3', 'g2'), reportMoves: [reported(2, { weight: 'mistake', move: '4' })] });
  await expect.poll(() => lesson.total).toBe(0);
  await expect.element(panel).toHaveTextContent('1 error');
});

it('takes the focus where the status line leads to it', async () => {
  host = fakeHost(hostState({ game: at('4'), report: report({}) }));
  const screen = await render(MoveList);
  const panel = screen.getByRole('region', { name: 'Report' });
  await expect.element(panel).toBeVisible();
  reportFocus.wanted = 'g2';
  reportFocus.wanted = 'g1';
  await expect.poll(() => document.activeElement).toBe(panel.element());
  expect(reportFocus.wanted).toBeNull();
});

it('begins a lesson at its first error at once, though the analysis takes its time to stop', async () => {
  let stopped = (): void => undefined;
  host = fakeHost(
    hostState({
      game: at('4', '5', '4', '5'),
      report: report({ state: 'done', sides: [side, side] }),
      reportMoves: [2, 4].map((node) => reported(node, { weight: 'blunder', better: ['3'] })),
      analyses: [analysis({ state: 'done' })],
    }),
    { 'analysis.stop': () => new Promise<void>((resolve) => (stopped = resolve)) },
  );
  const { game } = host.app;
  void game.lesson.begin(null);
  await expect.poll(() => game.state?.shown).toBe(1);
  await game.lesson.next();
  expect(game.lesson.error?.node).toBe(4);
  void game.lesson.begin(null);
  expect([game.lesson.number, game.lesson.error?.node]).toEqual([1, 2]);
  await expect.poll(() => game.state?.shown).toBe(1);
  stopped();
});

it('says that nothing is known where nothing is, and leads to another report', async () => {
  const unknown = { ...side, mistakes: 0, proven: 0, couldLose: 0, kept: 0, known: 0, unassessed: 2 };
  host = fakeHost(
    hostState({
      game: at('4', '5', '4', '5'),
      report: report({ state: 'done', sides: [unknown, unknown] }),
      reportMoves: [reported(1, { isAssessed: false })],
    }),
  );
  const screen = await render(MoveList);
  const panel = screen.getByRole('region', { name: 'Report' });
  await expect.element(panel).toHaveTextContent('Player 1: 2 of 2 moves could not be assessed.');
  await expect
    .element(panel)
    .toHaveTextContent('No proof was found for these moves, and no engine was asked.');
  expect(panel.element().textContent).not.toMatch(/error/);
  await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));
  expect(dialogs.isOpen('report')).toBe(true);
  dialogs.close('report');
});

it('hides what engines and proofs say while a better move is looked for, and lets the analysis go on after it', async () => {
  const place = { game: 'g1', node: 1 };
  const bare = about.protocols.find(({ id }) => id === 'cfsi')!;
  const cfsi = { ...bare, capabilities: { ...bare.capabilities, score: true } };
  const scored = engine({ protocols: ['cfsi'], protocol: 'cfsi' });
  const answer = {
    ...{ bestmove: '6', turn: ['6'], text: 'bestmove 6', fault: null, score: estimate(0.4), scores: null },
    ...{ staticScale: 1, winningMoves: null, depth: 8, nodes: null, seconds: 1, truncated: false },
    exhaustive: false,
  };
  const running = analysis({ protocol: 'cfsi', state: 'done', place, report: answer });
  const win = { value: 'win', how: 'solver', plies: 9, to: 'end' } as const;
  const remembered = evaluationsState('g1', [teller(1, 'one')], {
    1: [figure(1, estimate(0.4), { bestmove: '6' })],
  });
  host = fakeHost(
    hostState({
      about: { ...about, protocols: [cfsi] },
      engines: [scored],
      game: { ...at('4', '5', '4'), shown: 1 },
      report: report({ state: 'done', sides: [side, side] }),
      reportMoves: [reported(2, { weight: 'blunder', move: '5', better: ['6'] })],
      analyses: [running],
      proofs: { state: 'done', place, verdict: win, moves: { '6': win }, note: null, key: 'g1', nodes: [] },
      evaluations: remembered,
    }),
    { 'report.tried': () => ({ outcome: 'kept', words: 'Proven: a win in 9 (solver).' }) },
  );
  const { game } = host.app;
  await render(BoardPanel);
  await render(AnalysisPanel);
  await render(GraphPanel);
  const tells = (): string => document.body.textContent;
  await expect.poll(() => document.querySelectorAll('.chip').length).toBeGreaterThan(0);
  expect(document.querySelectorAll('.legend b')).toHaveLength(1);
  await game.lesson.begin(null);
  expect(host.calls.at(-1)?.[0]).not.toBe('analysis.resume');
  expect(host.calls.some(([name]) => name === 'analysis.stop')).toBe(true);
  await expect.poll(() => document.querySelectorAll('.chip').length).toBe(0);
  expect(document.querySelectorAll('.legend b')).toHaveLength(0);
  expect(tells()).not.toMatch(/win in 9|0\.4/);
  expect(tells()).toMatch(/hidden while you look for a better move/);
  // Nor does an engine begin to look for it.
  host.change({ analyses: [{ ...running, state: 'off' }] });
  const before = host.calls.length;
  await new WindowState(host.app).toggleAnalysis();
  await toggleAnalyst(host.app, { engine: scored.id, protocol: 'cfsi' });
  await new WindowState(host.app).togglePlay();
  expect(host.calls).toHaveLength(before);
  expect(host.app.toasts).toHaveLength(1);
  expect(host.app.toasts[0]).toMatchObject({
    text: 'The engines rest while you look for a better move.',
    advice: 'Find one, see the line or end the lesson first.',
  });
  // One that was started at another position rests here.
  await game.show(2);
  host.change({ analyses: [running] });
  await game.show(1);
  await expect.poll(() => host.calls.at(-1)?.[0]).toBe('analysis.stop');
  host.app.lookahead.onBoard = '6';
  expect(host.app.lookahead.question).toBeNull();
  host.app.lookahead.onBoard = null;
  await game.play(5);
  await expect.poll(tells).toMatch(/win in 9/);
  host.change({ analyses: [{ ...running, state: 'off' }] });
  game.lesson.end();
  await expect.poll(() => host.calls.at(-1)?.[0]).toBe('analysis.resume');
});
