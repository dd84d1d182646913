import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Player } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import SeatPicker from './SeatPicker.svelte';

it('keeps each part that is chosen while the host is still to tell of the one before', async () => {
  const playing: Player = {
    ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
    limit: { kind: 'time', seconds: 1 },
  };
  const { game } = hostState();
  const host = fakeHost(
    hostState({
      about,
      engines: [engine({ protocols: ['cfp', 'cfsi'] })],
      game: { ...game, players: [{ kind: 'human' }, playing], running: true },
    }),
    { 'game.setPlayer': () => undefined },
  );
  const asked = (): unknown[] => host.calls.filter(([call]) => call === 'game.setPlayer').map(([, it]) => it);
  await page.viewport(900, 700);
  const screen = await render(SeatPicker, { seat: 1 });
  await screen.getByRole('button', { name: /mine/ }).click();
  await page.getByLabelText('Protocol').selectOptions('cfsi');
  await page.getByLabelText('Time').fill('0.5');
  const wanted = { ...playing, protocol: 'cfsi', limit: { kind: 'time', seconds: 0.5 } };
  await expect.poll(() => asked().at(-1)).toEqual({ game: 'g1', seat: 1, player: wanted });

  // Once the host has answered, its state counts.
  const other: Player = { ...playing, protocol: 'cfp', limit: { kind: 'time', seconds: 9 } };
  host.change({ game: { ...game, players: [{ kind: 'human' }, other], running: true } });
  await expect
    .poll(() => document.querySelector('.seat')?.getAttribute('title'))
    .toBe('Player 2: mine, 9 s per move');
  await page.getByLabelText('Protocol').selectOptions('cfsi');
  await expect
    .poll(() => asked().at(-1))
    .toEqual({ game: 'g1', seat: 1, player: { ...other, protocol: 'cfsi' } });
});

it('begins play as one engine is exchanged for another, and not as its limit is changed', async () => {
  const playing: Player = {
    ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
    limit: { kind: 'time', seconds: 1 },
  };
  const { game } = hostState();
  const host = fakeHost(
    hostState({
      about,
      engines: [engine(), engine({ id: 'other', name: 'other' })],
      game: { ...game, players: [{ kind: 'human' }, playing] },
    }),
  );
  const started = (): number => host.calls.filter(([call]) => call === 'game.start').length;
  await host.app.game.setPlayer(1, { ...playing, limit: { kind: 'time', seconds: 2 } });
  expect(started()).toBe(0);
  await host.app.game.setPlayer(1, { ...playing, engine: 'other' });
  expect(started()).toBe(1);
});

it('shows the name in the record on a side that no engine plays', async () => {
  const engineSeat: Player = {
    ...{ kind: 'engine', engine: 'mine', protocol: 'cfp', options: {} },
    limit: { kind: 'time', seconds: 1 },
  };
  const { game } = hostState();
  const headers = { white: 'Anna', black: '?' };
  const humans = [{ kind: 'human' }, { kind: 'human' }] as const;
  const host = fakeHost(
    hostState({ about, engines: [engine()], game: { ...game, headers, players: humans } }),
  );
  const nameOn = (): string | undefined => document.querySelector('.seat .name')?.textContent;
  await render(SeatPicker, { seat: 0 });
  await expect.poll(nameOn).toBe('Anna');
  expect(host.app.game.playerName(1)).toBe('Human');
  host.change({ game: { ...game, headers, players: [engineSeat, humans[1]] } });
  await expect.poll(nameOn).toBe('mine');
});
