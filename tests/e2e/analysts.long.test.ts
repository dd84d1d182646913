/** Several engines while a user steps quickly. */
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** A drawn game: no four appears on the way. */
const LONG = '766324131751145773455232375756246342112664';

const registered = {
  teller: { fixture: 'teller', protocol: 'cfsi' },
  counter: { fixture: 'misbehave', protocol: 'cfp', args: ['--by-position', '--late', '30'] },
} as const;

/** Runs in the page: records the column that the counter names, with the ply shown, at every change. */
function record(): void {
  const sights: { ply: string; counter: string; teller: string }[] = [];
  Object.assign(globalThis, { sights });
  let before = '';
  const look = (): void => {
    const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
    const sight = {
      ply: text('section[aria-label="Moves"] .count').trim(),
      counter: text('[aria-label^="Analysis by counter"] .move.own').trim(),
      teller: text('[aria-label^="Analysis by teller"] .result .score').trim(),
    };
    const now = JSON.stringify(sight);
    if (now !== before) sights.push(sight);
    before = now;
    requestAnimationFrame(look);
  };
  look();
}

it('several engines never show at one place what was said of another while stepping quickly', async () => {
  const desk = await (await stage({ registered })).open();
  await desk.newGame({ text: LONG.slice(0, 6) });
  await desk.press('Home');
  await eventually(() => desk.ply()).toBe('ply 0 of 6');
  await desk.analyseWith('teller over CFSI');
  await desk.analyseWith('counter over CFP');
  await eventually(() => desk.analysis.getByRole('button', { name: /^Stop (teller|counter)/ }).count()).toBe(
    2,
  );
  await desk.page.evaluate(record);
  for (let round = 0; round < 8; round++) {
    const key = round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
    for (let step = 0; step < 6; step++) {
      await desk.press(key);
      await desk.page.waitForTimeout((step * 37) % 90);
    }
    await desk.page.waitForTimeout(400);
  }
  type Sight = { readonly ply: string; readonly counter: string; readonly teller: string };
  const sights = await desk.page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
  const digitsOf = (score: string): string => score.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '');
  let [counted, told] = [0, 0];
  for (const { ply, counter, teller } of sights) {
    const discs = Number(/ply (\d+)/.exec(ply)?.[1]);
    if (counter !== '') {
      counted++;
      expect(Number(counter) - 1, ply).toBe(discs);
    }
    if (teller !== '' && teller !== '…') {
      told++;
      expect(digitsOf(teller), ply).toBe(digitsOf(String((discs + 11) / 100)));
    }
  }
  expect(counted).toBeGreaterThan(3);
  expect(told).toBeGreaterThan(3);
});
