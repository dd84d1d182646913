import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { schemas, type Settings } from '../../app/api/contract.ts';
import { hostState } from '../testing/fake-host.ts';
import { sections } from './sections.ts';

const all = sections.flatMap(({ settings }) => settings);
const { settings } = hostState();

/** Values of a setting that a person may choose, its limits among them. */
function changes(): readonly [string, Partial<Settings>, unknown][] {
  return all.flatMap((setting): [string, Partial<Settings>, unknown][] => {
    switch (setting.kind) {
      case 'number':
        return [setting.min, setting.max].map((value) => [setting.id, setting.write(settings, value), value]);
      case 'choice':
        return setting.choices.map(({ value }) => [setting.id, setting.write(settings, value), value]);
      case 'switch':
        return [true, false].map((value) => [setting.id, setting.write(settings, value), value]);
    }
  });
}

describe('the table of settings', () => {
  it.each(changes())('%s: %j is taken by the host and read back', (id, change, value) => {
    const changed = v.parse(schemas.Settings, { ...settings, ...change });
    expect(all.find((setting) => setting.id === id)!.read(changed)).toBe(value);
  });

  it('offers no setting twice', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('knows settings that were written before there was a cap on engines', () => {
    const { enginesAtOnce: _, ...before } = settings;
    expect(v.parse(schemas.Settings, before).enginesAtOnce).toBe(32);
    const { sandboxNew: _new, limits: _limits, journalsMiB: _all, ...unconfined } = settings;
    expect(v.parse(schemas.Settings, unconfined)).toEqual(settings);
    expect(v.parse(v.partial(schemas.Settings), { flipped: true })).toEqual({ flipped: true });
  });
});
