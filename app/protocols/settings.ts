/** Settings of a protocol: differences between its engines that no line announces. */
import type { Protocol } from './protocol.ts';
import type { ProtocolSetting } from '../shapes/engines.ts';

/** The user's values by the setting's id; a missing one has its default. */
export type ChosenSettings = Readonly<Record<string, string>>;

/** Why a choice is invalid; null if it is valid. */
export function settingsFault({ settings, name }: Protocol, chosen: ChosenSettings): string | null {
  for (const [id, value] of Object.entries(chosen)) {
    const setting = settings.find((each) => each.id === id);
    if (!setting) {
      const known = settings.map((each) => each.id).join(', ');
      return `${name} has no setting "${id}"; ${known === '' ? 'it has none' : `it has ${known}`}`;
    }
    if (setting.values.some((each) => each.value === value)) continue;
    return `${id} is one of ${setting.values.map((each) => each.value).join(', ')}, not "${value}"`;
  }
  return null;
}

/** The values in use: chosen, or learned if the choice is `auto`. */
export function settingsInUse(
  { settings }: Protocol,
  chosen: ChosenSettings,
  learned: ChosenSettings,
): ChosenSettings {
  return Object.fromEntries(settings.map((setting) => [setting.id, valueOf(setting, chosen, learned)]));
}

/**
 * The learned values that remain valid when the choice changes. After a change back to `auto`, the value is found out
 * again.
 */
export function stillLearned(
  { dialect, learned }: { readonly dialect: ChosenSettings; readonly learned: ChosenSettings },
  chosen: ChosenSettings,
): Record<string, string> {
  // A missing choice counts as `auto`, the only choice for which a value is found out.
  const isOpen = (value = AUTO): boolean => value === AUTO;
  const still = ([id]: [string, string]): boolean => isOpen(dialect[id]) && isOpen(chosen[id]);
  return Object.fromEntries(Object.entries(learned).filter(still));
}

function valueOf(setting: ProtocolSetting, chosen: ChosenSettings, learned: ChosenSettings): string {
  const isKnown = (value: string | undefined): value is string =>
    value !== undefined && setting.values.some((each) => each.value === value);
  const wanted = chosen[setting.id];
  const value = isKnown(wanted) ? wanted : setting.default;
  const found = learned[setting.id];
  if (value !== AUTO || !isKnown(found)) return value;
  return setting.revisable ? supposed(found) : found;
}

/** The choice that lets the driver find out the value. */
export const AUTO = 'auto';

/** A learned value in the form that a driver reads. The driver may find out another one. */
const supposed = (value: string): string => `${AUTO} ${value}`;

/** Reads a driver's setting; `supposed` is true if the value was learned, not chosen. */
export function readSetting(told: string): { readonly value: string; readonly supposed: boolean } {
  const found = told.startsWith(supposed(''));
  return { value: found ? told.slice(supposed('').length) : told, supposed: found };
}
