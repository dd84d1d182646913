/** The settings, their limits and their effects. */
import { styles, type Style } from './evaluate.ts';
import { strongest } from './levels.ts';
import type { EngineOption } from '../../app/shapes/engines.ts';

export interface Connect4Settings {
  /** Memory of the transposition table, in MiB. */
  readonly hash: number;
  /** 1 (weakest) to `strongest`. */
  readonly level: number;
  readonly style: Style;
  readonly extend: boolean;
  readonly book: boolean;
  /** Columns from 0 on, preferred first; the others follow from the middle outwards. */
  readonly order: readonly number[];
  /** For the levels that overlook fours; 0 chooses a new seed for each game. */
  readonly seed: number;
}

export const defaultSettings: Connect4Settings = {
  hash: 16,
  level: strongest,
  style: 'Normal',
  extend: true,
  book: true,
  order: [],
  seed: 0,
};

export const clearHash = 'Clear Hash';

/** CFP's boards have seven columns, so an order has at most seven digits. */
const orderColumns = 7;

const spin = (name: string, value: number, min: number, max: number): EngineOption & { type: 'spin' } => ({
  type: 'spin',
  name,
  default: value,
  min,
  max,
});

const hash = spin('Hash', defaultSettings.hash, 1, 256);
const level = spin('Level', defaultSettings.level, 1, strongest);
const seed = spin('Seed', defaultSettings.seed, 0, 1_000_000);

export const engineOptions: readonly EngineOption[] = [
  hash,
  { type: 'button', name: clearHash },
  level,
  seed,
  { type: 'combo', name: 'Style', default: defaultSettings.style, vars: styles },
  { type: 'check', name: 'Extend Forced Moves', default: defaultSettings.extend },
  { type: 'check', name: 'Book', default: defaultSettings.book },
  { type: 'string', name: 'Move Order', default: '' },
];

/** A value was refused; `message` says why. */
export class BadOption extends Error {
  override readonly name = 'BadOption';
}

function wholeNumber(option: EngineOption & { type: 'spin' }, value: string): number {
  const { name, min, max } = option;
  const number = Number(value);
  if (!/^[+-]?\d{1,9}$/.test(value) || number < min || number > max) {
    throw new BadOption(`${name} takes a whole number from ${min} to ${max}, not "${value}"`);
  }
  return number;
}

function truthOf(name: string, value: string): boolean {
  const word = value.toLowerCase();
  if (word !== 'true' && word !== 'false') throw new BadOption(`${name} is true or false, not "${value}"`);
  return word === 'true';
}

function columnsOf(value: string): number[] {
  const columns = [...value].map((digit) => Number(digit) - 1);
  const wrong = columns.some((column) => !(column >= 0 && column < orderColumns));
  if (wrong || new Set(columns).size !== columns.length) {
    throw new BadOption(`Move Order takes columns from 1 to ${orderColumns}, each once, not "${value}"`);
  }
  return columns;
}

/**
 * The settings after an option was set; names and values are compared without case.
 * @throws BadOption
 */
export function withOption(settings: Connect4Settings, name: string, value: string): Connect4Settings {
  const given = value.trim();
  switch (name.trim().toLowerCase()) {
    case 'hash':
      return { ...settings, hash: wholeNumber(hash, given) };
    case 'level':
      return { ...settings, level: wholeNumber(level, given) };
    case 'seed':
      return { ...settings, seed: wholeNumber(seed, given) };
    case 'style': {
      const style = styles.find((known) => known.toLowerCase() === given.toLowerCase());
      if (style === undefined) throw new BadOption(`Style is one of ${styles.join(', ')}, not "${given}"`);
      return { ...settings, style };
    }
    case 'extend forced moves':
      return { ...settings, extend: truthOf('Extend Forced Moves', given) };
    case 'book':
      return { ...settings, book: truthOf('Book', given) };
    case 'move order':
      return { ...settings, order: columnsOf(given === '""' ? '' : given) };
    case clearHash.toLowerCase():
      return settings;
    default:
      throw new BadOption(`there is no option "${name}"`);
  }
}

/** Why a value is refused; null if it is accepted. */
export function optionFault(settings: Connect4Settings, name: string, value: string): string | null {
  try {
    withOption(settings, name, value);
    return null;
  } catch (error) {
    if (error instanceof BadOption) return error.message;
    throw error;
  }
}

/** Columns from the middle outwards, the left one of a pair first. */
export function centreFirst(width: number): number[] {
  const middle = (width - 1) / 2;
  const columns = Array.from({ length: width }, (_, column) => column);
  return columns.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** All columns of a board of this width, the preferred ones first. */
export function preferredOrder(settings: Connect4Settings, width: number): number[] {
  const named = settings.order.filter((column) => column < width);
  return [...named, ...centreFirst(width).filter((column) => !named.includes(column))];
}
