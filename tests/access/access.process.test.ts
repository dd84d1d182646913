/** The built host attacked from outside: everything that its guards must keep out. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Caller, enter } from './attacker.ts';
import { covered } from './guards/contract.ts';
import { guards } from './guards/index.ts';
import { harmlessMessages } from './guards/messages.ts';
import { attackedHost, type Attacked } from './host.ts';
import { asked } from './inputs.ts';

let house: Attacked;

beforeAll(async () => {
  house = await attackedHost({ patience: 20_000, former: true });
}, 60_000);

afterEach(() => Caller.closeAll());

afterAll(async () => {
  await house.close();
  // The attacks have broken nothing of ours.
  expect(house.output()).not.toMatch(/A call (failed|broke off)|\n\s+at /);
});

describe.each(guards)('$name', ({ probes }) => {
  it.each(Object.entries(probes))('%s', (_, probe) => probe(house), 60_000);
});

describe('nothing to be had by', () => {
  it.each(Object.entries(harmlessMessages))('%s', (_, probe) => probe(house), 60_000);
});

describe('the walk through the contract', () => {
  it('finds the calls, and ids by their names', () => {
    expect(covered.calls).toBeGreaterThanOrEqual(35);
    expect(covered.withIds).toBeGreaterThanOrEqual(20);
    const fields = asked.flatMap(({ path, texts }) => texts.map((at) => [path, String(at.at(-1))] as const));
    expect(fields.filter(([, name]) => /^(id|engine|session|file|folder|key|path)$/i.test(name))).toEqual([]);
  });
});

it('lives on after all of it', async () => {
  const caller = await enter(house.port, house.token);
  expect((await caller.call('/files/roots')).status).toBe(200);
});
