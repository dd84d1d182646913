/** An uncaught fault of Plywire. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/host.ts';
import { addTicker, SharedHome } from './shared-home.ts';

let house: SharedHome;
beforeEach(() => void (house = new SharedHome()));
afterEach(async () => expect(await house.close()).toEqual([]), 60_000);

it.each([
  ['an exception', `throw new Error('planted')`],
  ['a rejection', `void Promise.reject(new Error('planted'))`],
])(
  '%s that was not caught ends the host with every engine, and says what it was',
  { timeout: 60_000 },
  async (_, fault) => {
    const planted = join(house.home, 'planted.cjs');
    writeFileSync(planted, `process.on('SIGUSR2', () => setTimeout(() => { ${fault}; }));`);
    const { host, client } = await house.start({ environment: { NODE_OPTIONS: `--require ${planted}` } });
    await client.analysis.start({ engine: await addTicker(client), protocol: 'cfp' });
    await eventually(() => house.tickers().length).toBeGreaterThan(0);
    const { code } = await host.end('SIGUSR2');
    expect(code).toBe(70);
    expect(host.output()).toMatch(
      /plywire: Plywire itself failed; please report this\.\n.*Error: planted\n +at /,
    );
    expect(processesOf(house.home)).toEqual([]);
  },
);
