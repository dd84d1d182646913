import { BadNotation, type Setup, type SetupField, type SetupFlag } from './game.ts';

/** A field's default value; `earlier` has the fields declared before it. */
export const defaultOf = (field: SetupField, earlier: Setup): number =>
  typeof field.default === 'number' ? field.default : field.default(earlier);

/** Sets one field. Later fields move to their new default if they had a default that depends on it. */
export function changeSetup(fields: readonly SetupField[], setup: Setup, id: string, value: number): Setup {
  const changed: Record<string, number> = { ...setup, [id]: value };
  for (const field of fields) {
    if (field.id !== id && setup[field.id] === defaultOf(field, setup)) {
      changed[field.id] = defaultOf(field, changed);
    }
  }
  return changed;
}

/**
 * The setup with missing fields set to their defaults.
 * @throws BadNotation naming the field that is unknown, not an integer, or beyond what the rules allow
 */
export function completeSetup(fields: readonly SetupField[], setup: Setup = {}): Setup {
  for (const id of Object.keys(setup)) {
    if (!fields.some((field) => field.id === id)) {
      const known = fields.map((field) => field.id).join(', ');
      throw new BadNotation(`there is no setting "${id}"; there is ${known || 'none'}`);
    }
  }
  const complete: Record<string, number> = {};
  for (const field of fields) {
    const value = setup[field.id] ?? defaultOf(field, complete);
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      throw new BadNotation(`${field.id} must be a whole number, not ${String(value)}`);
    }
    if (value < field.min || value > field.max) {
      throw new BadNotation(`${field.id} must be from ${field.min} to ${field.max}, not ${value}`);
    }
    if ((value - field.min) % field.step !== 0) {
      throw new BadNotation(`${field.id} goes from ${field.min} in steps of ${field.step}; ${value} is none`);
    }
    complete[field.id] = value;
  }
  return complete;
}

/**
 * The fields that a command-line flag sets: `7x6` for a flag with the fields width and height. `completeSetup` checks
 * the range.
 * @throws BadNotation
 */
export function parseSetupFlag(flag: SetupFlag, text: string): Setup {
  const parts = text.trim().split(/x/i);
  if (parts.length !== flag.fields.length || !parts.every((part) => /^\d{1,6}$/.test(part))) {
    throw new BadNotation(`--${flag.name} takes ${flag.form}, not "${text}"`);
  }
  return Object.fromEntries(flag.fields.map((field, index) => [field, Number(parts[index])]));
}
