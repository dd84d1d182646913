/** Resets settings to their defaults, all or one section, and undoes it; the lines of an import. Pure. */
import type { Settings } from '../../app/api/contract.ts';
import type { Section, Setting } from './sections.ts';

/** The settings with one of them set to its value in `from`. */
function taken(settings: Settings, from: Settings, setting: Setting): Settings {
  switch (setting.kind) {
    case 'number':
      return { ...settings, ...setting.write(settings, setting.read(from)) };
    case 'choice':
      return { ...settings, ...setting.write(settings, setting.read(from)) };
    case 'switch':
      return { ...settings, ...setting.write(settings, setting.read(from)) };
  }
}

/** Whether a setting of the section differs. */
export const differs = (settings: Settings, other: Settings, { settings: rows }: Section): boolean =>
  rows.some((setting) => setting.read(settings) !== setting.read(other));

/** The changes that set the section's settings to their values in `from`. */
export function sectionFrom(settings: Settings, from: Settings, section: Section): Partial<Settings> {
  const after = section.settings.reduce((before, setting) => taken(before, from, setting), settings);
  return changedKeys(settings, after);
}

/** The part of `after` that differs from `before`. */
export function changedKeys(before: Settings, after: Settings): Partial<Settings> {
  const keys = (Object.keys(after) as (keyof Settings)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return pick(after, keys);
}

export const pick = (settings: Settings, keys: readonly (keyof Settings)[]): Partial<Settings> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

/** An action in the past tense, and how to undo it. */
export interface Deed {
  readonly text: string;
  readonly undo: (() => unknown) | null;
}

/** A line for each setting that an import would change: `Memory: 4096 MiB → 512 MiB`. */
export function changeLines(now: Settings, next: Settings, sections: readonly Section[]): string[] {
  const rows = sections.flatMap((section) =>
    section.settings
      .filter((setting) => setting.read(now) !== setting.read(next))
      .map((setting) => `${setting.label}: ${valueWords(setting, now)} → ${valueWords(setting, next)}`),
  );
  const layout = JSON.stringify(now.layout) === JSON.stringify(next.layout);
  return layout ? rows : [...rows, 'Panel sizes'];
}

function valueWords(setting: Setting, settings: Settings): string {
  switch (setting.kind) {
    case 'number':
      return [setting.read(settings), setting.unit].filter((part) => part !== undefined).join(' ');
    case 'choice':
      return setting.choices.find(({ value }) => value === setting.read(settings))?.title ?? '';
    case 'switch':
      return setting.read(settings) ? 'on' : 'off';
  }
}
