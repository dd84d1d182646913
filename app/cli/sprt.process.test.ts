import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workspace } from './testing/plywire.ts';

let place: Workspace;
beforeEach(() => void (place = new Workspace()));
afterEach(() => place.remove());

it('prints the statistics of pairs as one object', async () => {
  const { code, stderr, objects } = await place.run(
    'sprt',
    ...['--pentanomial', '10789,19328,33806,19402,10543', '--elo0', '-3', '--elo1', '1'],
    ...['--model', 'logistic', '--json'],
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(objects()).toEqual([
    {
      elo: expect.closeTo(-0.77358, 4),
      eloError: expect.closeTo(1.27758, 4),
      eloLow: expect.closeTo(-2.051, 2),
      eloHigh: expect.closeTo(0.504, 2),
      nelo: expect.closeTo(-0.95163, 4),
      neloError: expect.closeTo(1.57162, 4),
      los: expect.closeTo(0.117659, 5),
      llr: expect.closeTo(2.131068, 5),
      lower: expect.closeTo(-2.944439, 5),
      upper: expect.closeTo(2.944439, 5),
      verdict: 'continue',
    },
  ]);
});

it('says in words what games without draws show', async () => {
  const { code, stdout } = await place.run(
    'sprt',
    '--wins',
    '50',
    '--losses',
    '0',
    '--elo0',
    '0',
    '--elo1',
    '50',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('Elo, 95 % likelihood interval: more than 562.0');
  expect(stdout).toContain('H1 accepted');
  expect(stdout).not.toContain('LOS');
});

it('prints the figures without a test where no bounds are given, and no noise of sums', async () => {
  const { code, stdout, stderr } = await place.run('sprt', '--pentanomial', '5,10,20,10,5');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Elo: 0\.00 .*^LOS: 50\.00 %$/ms);
  expect(stdout).not.toContain('LLR');
  const [object] = (await place.run('sprt', '--wins', '7', '--losses', '7', '--json')).objects();
  expect(object).toMatchObject({ elo: 0, nelo: 0, llr: null, lower: null, upper: null, verdict: null });
});

it('takes the counts as a match prints them, and gives the estimate of a test that is over', async () => {
  const [object] = (
    await place.run('sprt', '--pentanomial', '[0, 0, 0, 0, 10]', '--elo0', '0', '--elo1', '100', '--json')
  ).objects();
  expect(object).toMatchObject({
    verdict: 'H1',
    unbiased: { elo: null, low: expect.closeTo(473.9, 0) as number, high: null },
  });
});

it.each([
  [['--elo0', '0', '--elo1', '5'], 'Give the result'],
  [['--pentanomial', '1,2,3', '--elo0', '0', '--elo1', '5'], 'It has five counts'],
  [['--pentanomial', '0,0,0,0,0', '--elo0', '0', '--elo1', '5'], 'Without a pair'],
  [['--pentanomial', '1,0,0,0,0', '--wins', '3', '--elo0', '0', '--elo1', '5'], 'not both'],
  [['--wins', '3', '--elo0', '5', '--elo1', '5'], 'must be less than'],
  [['--wins', '3', '--elo1', '5'], '--elo0'],
  [['--wins', '-3', '--elo0', '0', '--elo1', '5'], 'must be a whole number'],
])('refuses %j', async (flags, words) => {
  const { code, stdout, stderr } = await place.run('sprt', ...flags);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(words);
});
