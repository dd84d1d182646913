import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CheckEvent, CheckRecord, CheckResult } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import EnginesPanel from '../engines/EnginesPanel.svelte';
import Dialogs from '../shell/Dialogs.svelte';
import { dialogs } from '../state/dialogs.svelte.ts';

const result = (id: string, part: Partial<CheckResult> = {}): CheckResult => ({
  ...{ id, level: 'must', sentence: `answers \`${id}\``, clause: `CFP, ${id}`, verdict: 'pass' },
  ...{ needs: [], failure: null, seconds: 0.1 },
  ...part,
});

const broken = result('isready', {
  verdict: 'fail',
  failure: {
    expected: '`readyok` after `isready`',
    instead: 'silence',
    advice: 'Answer at once.',
    exchange: [
      { seconds: 0.01, direction: 'sent', text: 'isready' },
      { seconds: 0.02, direction: 'heard', text: 'evil\u202eline' },
      { seconds: 5, direction: 'note', text: 'silence' },
    ],
  },
});

const none = { pass: 0, fail: 0, 'not run': 0, 'not offered': 0 };
const summary: CheckRecord['summary'] = {
  kind: 'summary',
  levels: { must: none, should: none, may: none, beyond: none },
  holds: false,
  seconds: 12,
};

let host: FakeHost;
let stream: Stream<CheckEvent>;
/** Engines differ from test to test, for what was found of one is kept as long as the page. */
let id = 0;
let mine: string;
let kept: CheckRecord | null;

beforeEach(async () => {
  await page.viewport(1000, 800);
  mine = `mine${id++}`;
  kept = null;
  host = fakeHost(
    hostState({
      about,
      engines: [engine({ id: mine, protocols: ['cfp', 'cfsi'] }), engine({ id: 'other', name: 'other' })],
    }),
    {
      'jobs.check': () => (stream = new Stream<CheckEvent>()),
      'jobs.checked': () => kept,
      'jobs.checkReport': () => ({ name: 'check-mine-cfp.txt', text: 'the report' }),
    },
  );
});

const called = (name: string): unknown[] =>
  host.calls.filter((call) => call[0] === name).map((call) => call[1]);

const tell = (...events: readonly CheckEvent[]): void => events.forEach((event) => stream.push(event));

it('shows how far it is, what failed with its exchange, and what it came to', async () => {
  const screen = await render(Dialogs);
  dialogs.open('check', { engine: mine });
  await screen.getByLabelText('Scope').selectOptions('must');
  await screen.getByRole('button', { name: 'Start' }).click();
  expect(called('jobs.check')).toEqual([{ engine: mine, protocol: 'cfp', level: 'must', jobs: 2 }]);
  tell({ kind: 'begins', checks: 3 }, { kind: 'running', id: 'cfpok' }, { kind: 'running', id: 'isready' });
  tell({ kind: 'checked', result: result('cfpok') });
  await expect.element(screen.getByText('1 of 3')).toBeVisible();
  await expect.element(screen.getByText('now isready')).toBeVisible();
  tell({ kind: 'checked', result: broken });
  tell({ kind: 'checked', result: result('stop', { verdict: 'not run', needs: ['isready'], seconds: 0 }) });
  tell(summary);
  stream.end();
  await expect.element(screen.getByText('Some required rules are broken.')).toBeVisible();
  await expect.element(screen.getByText('The engine breaks 1 required rule.')).toBeVisible();
  await expect.element(screen.getByText('1 other cannot be tested until this is fixed')).toBeVisible();
  // The first failure stands open, and what an engine wrote cannot turn the line.
  await expect.element(screen.getByText('Answer at once.')).toBeVisible();
  await expect.element(screen.getByText('evil⟦RLO⟧line')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /answers stop/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Not run (1)' }).click();
  await expect.element(screen.getByRole('button', { name: /answers stop/ })).toBeVisible();
  await screen.getByRole('button', { name: 'All (3)' }).click();
  await expect.element(screen.getByRole('button', { name: /answers cfpok/ })).toBeVisible();
});

it('goes on when it is closed, with its state on the card, and can be cancelled', async () => {
  const screen = await render(Dialogs);
  const panel = await render(EnginesPanel);
  dialogs.open('check', { engine: mine, protocol: 'cfsi' });
  await screen.getByRole('button', { name: 'Start' }).click();
  expect(called('jobs.check')).toMatchObject([{ protocol: 'cfsi' }]);
  tell({ kind: 'begins', checks: 2 }, { kind: 'checked', result: result('start') });
  await expect.element(screen.getByText('1 of 2', { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await panel.getByRole('button', { name: /check, CFSI 1 of 2/ }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  stream.end();
  await expect.element(screen.getByText('Cancelled before the end.')).toBeVisible();
  await expect.element(screen.getByText('No failures in 1 rule so far.')).toBeVisible();
});

it('runs one check again and leaves the others as they were', async () => {
  const screen = await render(Dialogs);
  dialogs.open('check', { engine: mine });
  await screen.getByRole('button', { name: 'Start' }).click();
  tell({ kind: 'begins', checks: 2 }, { kind: 'checked', result: result('cfpok') });
  tell({ kind: 'checked', result: broken }, summary);
  stream.end();
  await screen.getByRole('button', { name: 'Run this check again' }).click();
  expect(called('jobs.check').at(-1)).toMatchObject({ only: ['isready'] });
  tell({ kind: 'begins', checks: 1 }, { kind: 'running', id: 'isready' });
  tell({ kind: 'checked', result: result('isready') }, { ...summary, holds: true, seconds: 1 });
  stream.end();
  await expect.element(screen.getByText('All required rules hold.')).toBeVisible();
  await expect.element(screen.getByText('The engine keeps all 2 rules that were checked.')).toBeVisible();
  await expect.element(screen.getByText(/12 s$/)).toBeVisible();
});

it('shows what the host has kept where the page is loaded anew', async () => {
  kept = {
    ...{ engine: mine, protocol: 'cfsi', level: 'must', at: '2026-03-01T12:00:00.000Z', state: 'done' },
    ...{ results: [broken], summary, trouble: null },
  };
  const screen = await render(Dialogs);
  dialogs.open('check', { engine: mine });
  await expect.element(screen.getByText('The engine breaks 1 required rule.')).toBeVisible();
  await expect.element(screen.getByLabelText('Protocol', { exact: true })).toHaveValue('cfsi');
});

it('says why nothing could be started, and offers another engine', async () => {
  const screen = await render(Dialogs);
  dialogs.open('check', { engine: mine });
  await screen.getByRole('button', { name: 'Start' }).click();
  tell({ kind: 'begins', checks: 2 });
  tell({ kind: 'unstartable', reason: 'the file `/x` is gone', advice: 'choose it again' });
  stream.end();
  await expect.element(screen.getByText('could not be started')).toBeVisible();
  await expect.element(screen.getByText('The file /x is gone.')).toBeVisible();
  await screen.getByLabelText('Engine').selectOptions('other');
  await expect
    .element(screen.getByRole('heading', { name: 'Check against the protocol: other' }))
    .toBeVisible();
});

it('begins with an engine for the game on the board, and with the last one as long as it is for this game', async () => {
  const screen = await render(Dialogs);
  const title = (name: string) =>
    screen.getByRole('heading', { name: `Check against the protocol: ${name}` });
  const reopen = async (change: Parameters<typeof host.change>[0]): Promise<void> => {
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    host.change(change);
    dialogs.open('check');
  };
  const { engines, game } = host.app.state!;
  const ofMorris = (id: string, bundled: boolean) => engine({ id, name: id, bundled, games: ['morris'] });
  host.change({ engines: [...engines, ofMorris('morris', true), ofMorris('bot', false)] });
  dialogs.open('check', { engine: 'other' });
  await expect.element(title('other')).toBeVisible();
  await reopen({});
  await expect.element(title('other')).toBeVisible();
  await reopen({ game: { ...game, gameId: 'morris' } });
  await expect.element(title('bot')).toBeVisible();
  await screen.getByLabelText('Engine').selectOptions('morris');
  await reopen({});
  await expect.element(title('morris')).toBeVisible();
  // A check that runs is what the user comes back to, also from a game that its engine does not play.
  await screen.getByRole('button', { name: 'Start' }).click();
  await reopen({ game });
  await expect.element(title('morris')).toBeVisible();
});
