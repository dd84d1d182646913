import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { JudgedReport } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, analysis } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import AnalysisPanel from './AnalysisPanel.svelte';

const report = {
  bestmove: '4',
  turn: ['4'],
  text: '4',
  fault: null,
  score: { type: 'decisive', winner: 'mover', plies: 3 },
  scores: null,
  staticScale: 1,
  winningMoves: null,
  depth: 9,
  nodes: 1_200_000,
  seconds: 2,
  truncated: false,
  exhaustive: false,
} satisfies JudgedReport;

const words = (): string => document.querySelector('.words')?.textContent.replace(/\s+/g, ' ').trim() ?? '';

it('says how to begin, and then what the engine answers, with its figures', async () => {
  const host = fakeHost(hostState({ about }));
  const screen = await render(AnalysisPanel);
  await expect.element(screen.getByText('Press A')).toBeVisible();
  host.change({ analyses: [analysis({ report })] });
  await expect.element(screen.getByRole('group', { name: 'Analysis by The engine' })).toBeVisible();
  await expect.poll(words).toBe('win in 3 for Player 1');
  await expect.element(screen.getByRole('list', { name: 'Lines of A' })).toHaveTextContent('4');
  await expect.element(screen.getByText('depth 9 · 1.2 M nodes · 2.0 s')).toBeVisible();
  // A claim of the end has the look of one, as in the legend; a value that judges has none.
  const look = (): string => document.querySelector('.score')!.className;
  expect(look()).toMatch(/ win claimed/);
  host.change({ analyses: [analysis({ report: { ...report, score: { type: 'static', value: 1 } } })] });
  await expect.poll(look).not.toContain('claimed');
  // An answer about another place is not shown.
  host.change({ analyses: [analysis({ report, place: { game: 'g1', node: 7 } })] });
  await expect.poll(words).toBe('…');
  host.change({ analyses: [analysis({ state: 'failed', reason: 'it crashed.' })] });
  await expect.poll(words).toBe('It crashed.');
});

it('has words in the place of a score where the protocol has none', async () => {
  const [protocol] = about.protocols;
  const host = fakeHost(
    hostState({
      about: {
        ...about,
        protocols: [{ ...protocol!, capabilities: { ...protocol!.capabilities, score: false } }],
      },
    }),
  );
  const screen = await render(AnalysisPanel);
  host.change({
    analyses: [analysis({ state: 'done', report: { ...report, score: null } })],
  });
  await expect.element(screen.getByRole('list', { name: 'Lines of A' })).toHaveTextContent('4');
  await expect.element(screen.getByText('No score: this protocol reports only a move.')).toBeVisible();
});
