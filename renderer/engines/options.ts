/** Option values as the form shows them and as they are stored. Pure. */
import type { EngineOption, OptionValues } from '../../app/api/contract.ts';

/** The default as text; null for an option without a value. */
export function defaultText(option: EngineOption): string | null {
  switch (option.type) {
    case 'check':
    case 'spin':
    case 'combo':
    case 'string':
      return String(option.default);
    case 'button':
    case 'unreadable':
      return null;
  }
}

/** The value in force as text. */
export const valueText = (option: EngineOption, values: OptionValues): string =>
  (Object.hasOwn(values, option.name) ? values[option.name] : undefined) ?? defaultText(option) ?? '';

/** The values with this option set; a value equal to the engine's default is left out. */
export function withValue(values: OptionValues, option: EngineOption, text: string): OptionValues {
  const rest = Object.entries(values).filter(([name]) => name !== option.name);
  if (text !== defaultText(option)) rest.push([option.name, text]);
  return Object.fromEntries(rest);
}

/** The number of options that differ from their defaults. */
export const changedCount = (options: readonly EngineOption[], values: OptionValues): number =>
  options.filter((option) => {
    const own = defaultText(option);
    return own !== null && valueText(option, values) !== own;
  }).length;

/** Whether both have the same values, in any order. */
export function sameValues(some: OptionValues, others: OptionValues): boolean {
  const kept = Object.entries(some);
  return (
    kept.length === Object.keys(others).length &&
    kept.every(([name, value]) => Object.hasOwn(others, name) && others[name] === value)
  );
}

/** Names of stored options that the engine no longer offers. */
export const orphans = (options: readonly EngineOption[], values: OptionValues): string[] => {
  const offered = new Set(options.map(({ name }) => name));
  return Object.keys(values).filter((name) => !offered.has(name));
};
