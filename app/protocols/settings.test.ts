import { describe, expect, it } from 'vitest';
import { nmm } from './nmm/index.ts';
import { qtp } from './qtp/index.ts';
import { protocols } from './registry.ts';
import { readSetting, settingsFault, settingsInUse } from './settings.ts';

describe('the settings of every protocol', () => {
  it.each([...protocols.values()])('of $id hold together', ({ settings }) => {
    expect(new Set(settings.map(({ id }) => id)).size).toBe(settings.length);
    for (const { values, default: usual, label, help } of settings) {
      expect(values.map(({ value }) => value)).toContain(usual);
      expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
      expect([label, help, ...values.map((each) => each.label)].every((text) => text !== '')).toBe(true);
    }
  });
});

describe('what holds', () => {
  it.each([
    [{}, {}, 'auto'],
    [{}, { walls: 'token' }, 'token'],
    [{ walls: 'vertex+word' }, { walls: 'token' }, 'vertex+word'],
    [{ walls: 'auto' }, { walls: 'token' }, 'token'],
    [{ walls: 'nonsense' }, { walls: 'nonsense' }, 'auto'],
  ])('with %j chosen and %j learned', (chosen, learned, walls) => {
    expect(settingsInUse(qtp, chosen, learned)).toEqual({ walls });
  });
});

describe('what was found out and may be found out anew', () => {
  it.each([
    [{}, {}, 'auto', { value: 'auto', supposed: false }],
    [{}, { moves: 'name' }, 'auto name', { value: 'name', supposed: true }],
    [{ moves: 'index' }, { moves: 'name' }, 'index', { value: 'index', supposed: false }],
    [{}, { moves: 'nonsense' }, 'auto', { value: 'auto', supposed: false }],
  ])('with %j chosen and %j learned', (chosen, learned, told, read) => {
    const { moves } = settingsInUse(nmm, chosen, learned);
    expect([moves, readSetting(moves!)]).toEqual([told, read]);
  });
});

describe('what cannot be chosen', () => {
  it.each([
    [{ walls: 'token' }, null],
    [{ walls: 'brick' }, 'walls is one of auto, vertex+word, token, not "brick"'],
    [{ moves: 'x' }, 'QTP (Quoridor Text Protocol) has no setting "moves"; it has walls'],
  ])('%j', (chosen, fault) => expect(settingsFault(qtp, chosen)).toBe(fault));
});
