import { BadNotation, type Setup, type SetupField, type SetupFlag } from './game.ts';

/**
 * The setup with every field filled in: missing ones take their default.
 * @throws BadNotation naming the field that is unknown, not a whole number, or beyond what the rules bear.
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
    const value = setup[field.id] ?? field.default;
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
 * The fields that a command-line flag sets: `7x6` for a flag with the fields width and height. The range
 * is left to `completeSetup`.
 * @throws BadNotation
 */
export function parseSetupFlag(flag: SetupFlag, text: string): Setup {
  const parts = text.trim().split(/x/i);
  if (parts.length !== flag.fields.length || !parts.every((part) => /^\d{1,6}$/.test(part))) {
    throw new BadNotation(`--${flag.name} takes ${flag.form}, not "${text}"`);
  }
  return Object.fromEntries(flag.fields.map((field, index) => [field, Number(parts[index])]));
}
