/** A report whose host is killed: the next one offers to go on, and asks nothing again that was answered. */
import { afterEach, expect, it } from 'vitest';
import type { ReportState } from '../../app/api/contract.ts';
import { long } from '../support/long.ts';
import { SharedHome } from './shared-home.ts';

let home: SharedHome;
afterEach(async () => expect(await home.close()).toEqual([]));

const wait = { timeout: 60_000, interval: 50 };

it('goes on after kill -9 where it was, and writes its result once', long, async () => {
  home = new SharedHome();
  const first = await home.start();
  const { game } = await first.client.games.create({ game: 'connect4', text: '4444432' });
  await first.client.report.start({
    game,
    scope: { kind: 'line', node: 0 },
    engines: [{ engine: 'connect4', protocol: 'cfsi', limit: { kind: 'time', seconds: 0.6 } }],
    options: { order: 'backward', onlyUnknown: true, truthSeconds: null, writes: true },
  });
  const reportOf = async (of: typeof first): Promise<ReportState> => (await of.state()).report;
  // The mark of the last question may be on its way to the disk, so one more is answered than must be known.
  await expect.poll(async () => (await reportOf(first)).engines[0]?.answered, wait).toBeGreaterThanOrEqual(4);
  // This writes what was said so far.
  await first.client.evaluations.kept();
  first.close();
  await first.host.end('SIGKILL');

  const second = await home.start();
  expect(await reportOf(second)).toMatchObject({ state: 'interrupted', key: game });
  await second.client.report.goOn();
  await expect.poll(async () => (await reportOf(second)).state, wait).toBe('done');
  const { engines, isWritten } = await reportOf(second);
  const [{ answered, known, skipped }] = engines as [ReportState['engines'][number]];
  expect(known).toBeGreaterThanOrEqual(3);
  expect([answered + known, skipped, isWritten]).toEqual([8, 0, true]);

  // Done: nothing is left to go on with, and the same report asks nothing.
  await second.client.report.stop();
  expect((await reportOf(second)).state).toBe('off');
  const { nodes } = (await second.state()).game;
  await second.client.report.start({
    game,
    scope: { kind: 'line', node: 0 },
    engines: [{ engine: 'connect4', protocol: 'cfsi', limit: { kind: 'time', seconds: 0.6 } }],
    options: { order: 'forward', onlyUnknown: true, truthSeconds: null, writes: true },
  });
  await expect.poll(async () => (await reportOf(second)).state, wait).toBe('done');
  const again = await reportOf(second);
  expect(again.engines[0]).toMatchObject({ answered: 0 });
  expect((await second.state()).game.nodes).toEqual(nodes);
});
