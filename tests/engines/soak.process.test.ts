/** What sessions leave behind, and how many run at once. */
import { expect, it } from 'vitest';
import { openHouse } from '../../app/api/testing/house.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { makeLine } from '../../app/games/line.ts';
import { askForMove } from '../../app/play/ask.ts';
import { long } from '../support/long.ts';
import { expectNothingLeft, quick } from './soaked.ts';

it('leaves nothing of forty sessions that were opened and closed', long, async () => {
  await expectNothingLeft(40);
});

it('runs thirty engines at once: all open, each answers, all end', { timeout: 120_000 }, async () => {
  const house = await openHouse();
  const { core } = house;
  const engines = await core.engines.addAll(
    Array.from({ length: 30 }, (_, at) => ({
      name: `Quick ${at}`,
      protocol: 'cfp',
      args: [],
      environment: {},
      sandbox: false,
      file: quick,
      folder: null,
      interpreter: null,
      interpreterArgs: [],
    })),
  );
  const sessions = engines.map(({ record }) => core.launcher.open(record.id, 'cfp', 'command line').session);
  const line = makeLine(connect4, 'g', connect4.initial(), []);
  const answers = await Promise.all(
    sessions.map(async (session) => askForMove(session, line, { kind: 'time', seconds: 0.2 })),
  );
  expect(core.sessionRegistry.running).toBe(30);
  expect(new Set(sessions.map(({ pid }) => pid)).size).toBe(30);
  for (const answer of answers) {
    expect(answer).toMatchObject({ kind: 'report', report: { answer: { kind: 'move', text: '3' } } });
  }
  const endings = await core.sessionRegistry.closeAll();
  expect(endings.map(({ word, rung }) => [word, rung])).toEqual(endings.map(() => ['quit', 'quit lines']));
  expect(core.sessionRegistry.running).toBe(0);
  expect(await house.close()).toEqual([]);
});
