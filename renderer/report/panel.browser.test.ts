/** The report on the game shown: its progress, its result, and the ways from error to error. */
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { HostState, ReportedMove, ReportSide } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import MoveList from '../game/MoveList.svelte';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import { about, engine } from '../testing/engines.ts';
import { showNextError } from './actions.ts';
import ReportDialog from './ReportDialog.svelte';

let host: FakeHost;
afterEach(() => host.change({}));

const reported = (node: number, more: Partial<ReportedMove> = {}): ReportedMove => ({
  ...{ id: `n${node}`, node, ply: node, seat: ((node + 1) % 2) as 0 | 1, move: '4', was: null, is: null },
  ...{ how: null, best: [], figures: [], verdicts: [], weight: null, better: [], isComplete: true },
  ...more,
});
const side: ReportSide = {
  ...{ moves: 2, inaccuracies: 0, mistakes: 1, blunders: 0, proven: 1, claimed: 0, judged: 0 },
  ...{ couldLose: 2, kept: 1, known: 2, slowerWins: 0, fasterLosses: 0 },
};
const at = (...moves: string[]): HostState['game'] => ({
  ...hostState().game,
  nodes: nodesOf(...moves),
  shown: 0,
});
const report = (more: Partial<HostState['report']>): HostState['report'] => ({
  ...hostState().report,
  ...{ key: 'g1', state: 'running', done: 3, total: 10 },
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

it('asks for the scale of an engine with scores, and stores it when it is right', async () => {
  const bare = about.protocols.find(({ id }) => id === 'cfsi')!;
  const cfsi = { ...bare, capabilities: { ...bare.capabilities, score: true } };
  const scored = engine({ bundled: true, protocols: ['cfsi'], protocol: 'cfsi' });
  host = fakeHost(hostState({ about: { ...about, protocols: [cfsi] }, engines: [scored], game: at('4') }));
  const screen = await render(ReportDialog, { open: true });
  await userEvent.click(screen.getByRole('checkbox', { name: /^mine/ }));
  const field = screen.getByRole('textbox', { name: 'Scale of the scores of mine' });
  await userEvent.fill(field, '1/2');
  await userEvent.tab();
  await expect.element(screen.getByText(/"1\/2" is not a scale: write/)).toBeInTheDocument();
  await userEvent.fill(field, 'win:1.5');
  await userEvent.tab();
  const scale = { kind: 'chances', points: 1.5 } as const;
  await expect.poll(() => host.calls.at(-1)).toEqual(['engines.setScale', { engine: 'mine', scale }]);
  host.change({ engines: [{ ...scored, scale }] });
  await expect.element(field).toHaveValue('win:1.5');
  await userEvent.fill(field, '');
  await userEvent.tab();
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
