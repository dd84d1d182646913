export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  /** From `min` on; 1 allows whole numbers only, `any` allows fractions. */
  readonly step: number | 'any';
}

export type NumberReading =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'fault'; readonly text: string };

/** Reads the text of a number field; a fault says in words what is allowed. */
export function readNumber(text: string, { min, max, step }: NumberLimits): NumberReading {
  const whole = step !== 'any';
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(value)) {
    return { kind: 'fault', text: `Enter a ${whole ? 'whole number' : 'number'}${within(min, max)}.` };
  }
  if (whole && !Number.isInteger(value)) return { kind: 'fault', text: 'Enter a whole number.' };
  if (value < min || value > max) return { kind: 'fault', text: `Enter a number${within(min, max)}.` };
  if (whole && step > 1 && Number.isFinite(min) && (value - min) % step !== 0) {
    return { kind: 'fault', text: `Enter ${min}, ${min + step}, ${min + 2 * step} and so on.` };
  }
  return { kind: 'number', value };
}

function within(min: number, max: number): string {
  if (Number.isFinite(min) && Number.isFinite(max)) return ` from ${min} to ${max}`;
  if (Number.isFinite(min)) return ` of at least ${min}`;
  if (Number.isFinite(max)) return ` of at most ${max}`;
  return '';
}
