/** The settings as the dialog draws them: the table of settings, and the overlays of the games. Pure. */
import { games } from '../../app/games/registry.ts';
import {
  settingChange,
  settingEntries,
  settingValue,
  type SettingEntry,
  type Settings,
} from '../../app/api/contract.ts';
import { isShown, overlayKey, showing } from '../board/overlay.ts';

interface Access<Value> {
  readonly id: string;
  readonly label: string;
  /** What it means, in a sentence. */
  readonly hint?: string;
  readonly read: (settings: Settings) => Value;
  readonly write: (settings: Settings, value: Value) => Partial<Settings>;
}

interface NumberSetting extends Access<number> {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly step: 1 | 'any';
  readonly unit?: string;
}

interface ChoiceSetting extends Access<string> {
  readonly kind: 'choice';
  readonly choices: readonly { readonly value: string; readonly title: string }[];
}

interface SwitchSetting extends Access<boolean> {
  readonly kind: 'switch';
}

export type Setting = NumberSetting | ChoiceSetting | SwitchSetting;

export interface Section {
  readonly title: string;
  readonly settings: readonly Setting[];
}

function settingOf(entry: SettingEntry): Setting {
  const access = <Value extends number | string | boolean>(): Access<Value> => ({
    id: entry.path.join('-'),
    label: entry.title,
    hint: entry.hint,
    read: (settings) => settingValue(settings, entry) as Value,
    write: (settings, value) => settingChange(settings, entry, value),
  });
  switch (entry.kind) {
    case 'switch':
      return { kind: 'switch', ...access<boolean>() };
    case 'choice':
      return { kind: 'choice', choices: entry.choices, ...access<string>() };
    case 'number': {
      const { min, max, step, scale, unit } = entry;
      const { read, write, ...row } = access<number>();
      return {
        kind: 'number',
        ...row,
        min: min / scale,
        max: max / scale,
        step,
        ...(unit !== undefined && { unit }),
        read: (settings) => read(settings) / scale,
        write: (settings, value) => write(settings, Math.round(value * scale)),
      };
    }
  }
}

const overlays = [...games.values()].flatMap((game) =>
  (game.overlays ?? []).map((overlay): Setting => {
    const key = overlayKey(game, overlay);
    return {
      kind: 'switch',
      id: `overlay-${key}`,
      label: `${game.name}: show ${overlay.name}`,
      read: (settings) => isShown(settings, key),
      write: (settings, shown) => showing(settings, key, shown),
    };
  }),
);

const titles = [...new Set(settingEntries.map(({ section }) => section))];

export const sections: readonly Section[] = titles.map((title, at) => ({
  title,
  settings: [
    ...settingEntries.filter(({ section }) => section === title).map(settingOf),
    // The first section is Appearance.
    ...(at === 0 ? overlays : []),
  ],
}));
