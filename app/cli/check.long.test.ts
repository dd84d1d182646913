/** All checks of all protocols over real processes. `check.process.test.ts` takes one path through each protocol. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { findBundledEngines } from '../library/bundled.ts';
import { checks } from '../protocols/checks.ts';
import { cfpEngine, expectBlame, expectEcho, failedFirst, resultsOf } from './testing/checking.ts';
import { freshPlace } from './testing/expecting.ts';
import { misbehave } from './testing/plywire.ts';

// Each check runs in its own process, and many wait for silence.
vi.setConfig({ testTimeout: 300_000 });

const place = freshPlace();

/** Each bundled engine over each of its protocols that has checks. */
const bundled = await findBundledEngines(fileURLToPath(new URL('../../dist/engines', import.meta.url)));
const engines = bundled.flatMap(({ id, protocols }) =>
  protocols.flatMap((protocol) => (checks.has(protocol) ? [[protocol, id] as const] : [])),
);

it('has a bundled engine for every protocol that has checks', () => {
  expect(new Set(engines.map(([protocol]) => protocol))).toEqual(new Set(checks.keys()));
});

it.each(engines)('holds over %s for %s as a real process', async (protocol, engine) => {
  const outcome = await place().run('check', engine, '--protocol', protocol, '--json', '--jobs', '4');
  const results = resultsOf(outcome);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual(checks.get(protocol)!.map(({ id }) => id));
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
});

describe('an engine that breaks a rule', () => {
  it.each([
    ['cfp', 'connect4', 's/^id author .*//', 'id-author', '<-- cfpok'],
    ['cfsi', 'connect4', 's/^bestmove NULL/bestmove 0/', 'full-board', '<-- bestmove 0'],
    ['gos', 'stones', 's/"Type":1/"type":1/', 'names', '<-- {"type":1'],
    ['nmm', 'morris', 's/^bestmove M10-11$/bestmove M10-1/', 'adjacency', '<-- bestmove M10-1'],
    ['qtp', 'quoridor', 's/^= [A-I][0-9].*/? no move/', 'genmove', '<-- ? no move'],
  ])(
    'over %s is told of that and of nothing else, in a JUnit file too',
    async (protocol, engine, rule, id, shown) => {
      await expectBlame(place(), { protocol, engine, rule, id, shown });
    },
  );

  it('is told that it is not an engine where it repeats its input, over whatever protocol', async () => {
    const echoes = [...checks.keys()].map((protocol) => failedFirst(place(), protocol, 'exec cat'));
    for (const told of await Promise.all(echoes)) expectEcho(told);
  });

  it('costs its deadline and no more where it hangs or floods', async () => {
    for (const [flag, breaks] of [
      ['--silent', 'cfpok'],
      ['--pour', 'stop-answers'],
    ] as const) {
      const engine = cfpEngine(misbehave, flag);
      const outcome = await place().run('check', ...engine, '--json', '--only', 'stop-once', '--jobs', '2');
      const failed = resultsOf(outcome).filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ id }) => id)).toContain(breaks);
      expect(outcome.code).toBe(1);
      // The longest deadline is ten seconds, and checks that depend on a failed one are skipped.
      for (const { seconds } of failed) expect(seconds).toBeLessThan(15);
    }
  });
});
