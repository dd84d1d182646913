/** Settings of a protocol: what engines differ in that speak it, and no line of it tells beforehand. */
import type { Protocol } from './protocol.ts';
import type { ProtocolSetting } from '../shapes/engines.ts';

/** What a person chose, by the setting's id; what is not there is as it is by default. */
export type ChosenSettings = Readonly<Record<string, string>>;

/** What is wrong with a choice, in words; null where nothing is. */
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

/** What holds for an engine: what was chosen, or what was learned where nothing was. */
export function settingsInUse(
  { settings }: Protocol,
  chosen: ChosenSettings,
  learned: ChosenSettings,
): ChosenSettings {
  return Object.fromEntries(settings.map((setting) => [setting.id, valueOf(setting, chosen, learned)]));
}

/**
 * What was found out and goes on to hold when another choice is made: whoever goes back to `auto` from something
 * else wants it found out anew.
 */
export function stillLearned(
  { dialect, learned }: { readonly dialect: ChosenSettings; readonly learned: ChosenSettings },
  chosen: ChosenSettings,
): Record<string, string> {
  // Only what stands on `auto` is found out, so that no choice at all is that one.
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

/** The value that means: find out. */
export const AUTO = 'auto';

/** What was found out once, as a driver is told it that may find out otherwise. */
const supposed = (value: string): string => `${AUTO} ${value}`;

/** A setting as a driver is told it; `supposed` where nobody chose it. */
export function readSetting(told: string): { readonly value: string; readonly supposed: boolean } {
  const found = told.startsWith(supposed(''));
  return { value: found ? told.slice(supposed('').length) : told, supposed: found };
}
