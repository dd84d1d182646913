/** Back to the defaults, as a whole or section by section, and back again. Pure. */
import type { Settings } from '../../app/api/contract.ts';
import type { Section, Setting } from './sections.ts';

/** One setting with the value it has in `from`. */
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

/** Whether a setting of the section has another value. */
export const differs = (settings: Settings, other: Settings, { settings: rows }: Section): boolean =>
  rows.some((setting) => setting.read(settings) !== setting.read(other));

/** What must change for the section's settings to be as in `from`. */
export function sectionFrom(settings: Settings, from: Settings, section: Section): Partial<Settings> {
  const after = section.settings.reduce((before, setting) => taken(before, from, setting), settings);
  return changedKeys(settings, after);
}

/** The keys of `after` whose values are others than in `before`. */
export function changedKeys(before: Settings, after: Settings): Partial<Settings> {
  const keys = (Object.keys(after) as (keyof Settings)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return pick(after, keys);
}

export const pick = (settings: Settings, keys: readonly (keyof Settings)[]): Partial<Settings> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

/** What was done, in the past tense, and how to take it back. */
export interface Deed {
  readonly text: string;
  readonly undo: (() => unknown) | null;
}

/** One line of what a file would change: `Memory: 4096 MiB → 512 MiB`. */
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
