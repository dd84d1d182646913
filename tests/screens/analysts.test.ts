/** Screenshots of several engines that analyse, for people to look at: `npm run screens` writes them to `screens/`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../support/contract-client.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import type { Registration } from '../support/registering.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

const views = [
  { name: '1280x800/light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: '1280x800/dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: '700x900/light', viewport: { width: 700, height: 900 }, colorScheme: 'light' },
] as const;

const counts = [1, 2, 3, 8];

/** The bundled engine of each game with budgets that make its opinions differ. */
const scenes = {
  connect4: { game: 'Connect Four', text: '44443', fixture: null, protocol: 'cfsi' },
  quoridor: { game: 'Quoridor', text: 'e8 e2 e7 e3 e6 e4 d6h c3h', fixture: 'quoridor', protocol: 'qtp' },
  morris: { game: "Nine Men's Morris", text: 'd6 f4 d2 b4 f6 b6', fixture: 'morris', protocol: 'nmm' },
  stones: { game: 'Game of Stones', text: '', fixture: 'stones', protocol: 'gos' },
} as const;

const names = ['mine', 'mine, older', 'greedy', 'deep thought', 'the one with a long name', 'f', 'g', 'h'];

function registrations(): Record<string, Registration> {
  const all: Record<string, Registration> = {};
  for (const [id, { fixture, protocol }] of Object.entries(scenes)) {
    for (const [at, name] of names.entries()) {
      if (fixture === null) {
        const args = at === 0 ? [] : ['--by-position'];
        all[`${name} (${id})`] = { fixture: 'misbehave', protocol: 'cfp', args };
      } else {
        const args = ['--nodes', String(100 * 3 ** (at % 5) + at)];
        all[`${name} (${id})`] = { fixture, protocol, args };
      }
    }
  }
  return all;
}

async function shoot(desk: Desk, where: string): Promise<void> {
  await desk.dismissMessages();
  await desk.painted();
  await desk.page.waitForTimeout(300);
  const path = join('screens', `${where}.png`);
  mkdirSync(join(path, '..'), { recursive: true });
  await desk.page.screenshot({ path });
}

it.each(views)('several engines, $name', { timeout: 600_000 }, async ({ name, viewport, colorScheme }) => {
  const on = await stage({ viewport, colorScheme, registered: registrations() });
  const desk = await on.open();
  const { client, state, close } = await connect(on.host.url);
  for (const [id, { game, text }] of Object.entries(scenes)) {
    await desk.newGame({ game, ...(text !== '' && { text }) });
    const own = (await state()).engines.filter(({ name: each }) => each.endsWith(`(${id})`));
    if (id === 'connect4') own.unshift((await state()).engines.find((one) => one.id === 'connect4')!);
    for (const count of counts) {
      const wanted = own.slice(0, count);
      for (const engine of wanted) {
        const [protocol] = engine.protocols.toSorted().reverse();
        await client.analysis.start({ engine: engine.id, protocol: protocol! });
      }
      await eventually(async () => (await state()).analyses.every(({ report }) => report !== null)).toBe(
        true,
      );
      await desk.page.waitForTimeout(1_000);
      await shoot(desk, `${name}/${id}-${count}-engines`);
    }
    await desk.press('l');
    await desk.page.waitForTimeout(2_500);
    await shoot(desk, `${name}/${id}-line`);
    await client.analysis.stop({});
    await shoot(desk, `${name}/${id}-stopped`);
  }
  close();
  expect(on.problems).toEqual([]);
});
