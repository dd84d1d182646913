import { describe, expect, it } from 'vitest';
import { BadNotation, type Setup, type SetupField } from './game.ts';
import { changeSetup, completeSetup, parseSetupFlag } from './setup.ts';

const field = (id: string, min: number, max: number, step: number, normal: number): SetupField => ({
  id,
  label: id,
  min,
  max,
  offered: { min, max },
  step,
  default: normal,
});

const fields = [field('size', 3, 25, 2, 9), field('walls', 0, 20, 1, 10)];
const flag = { name: 'size', form: 'WxH', fields: ['width', 'height'] };

describe('completeSetup', () => {
  it('fills in defaults and keeps what is given', () => {
    expect(completeSetup(fields)).toEqual({ size: 9, walls: 10 });
    expect(completeSetup(fields, { walls: 0 })).toEqual({ size: 9, walls: 0 });
  });

  it.each([
    [{ size: 8 }, 'size goes from 3 in steps of 2; 8 is none'],
    [{ size: 27 }, 'size must be from 3 to 25, not 27'],
    [{ walls: -1 }, 'walls must be from 0 to 20, not -1'],
    [{ walls: Number.NaN }, 'walls must be a whole number, not NaN'],
    [{ rows: 1 }, 'there is no setting "rows"; there is size, walls'],
  ])('refuses %j', (setup: Record<string, number>, words) => {
    expect(() => completeSetup(fields, setup)).toThrow(new BadNotation(words));
  });
});

describe('a default that hangs on an earlier field', () => {
  const hanging = [
    field('size', 3, 25, 2, 9),
    { ...field('walls', 0, 99, 1, 0), default: ({ size }: Setup) => 2 * size! },
  ];

  it('goes with what that field is', () => {
    expect(completeSetup(hanging)).toEqual({ size: 9, walls: 18 });
    expect(completeSetup(hanging, { size: 5 })).toEqual({ size: 5, walls: 10 });
    expect(completeSetup(hanging, { size: 5, walls: 18 })).toEqual({ size: 5, walls: 18 });
  });

  it('follows a change of that field until it is changed itself', () => {
    const usual = completeSetup(hanging);
    expect(changeSetup(hanging, usual, 'size', 7)).toEqual({ size: 7, walls: 14 });
    const chosen = changeSetup(hanging, usual, 'walls', 3);
    expect(chosen).toEqual({ size: 9, walls: 3 });
    expect(changeSetup(hanging, chosen, 'size', 7)).toEqual({ size: 7, walls: 3 });
    expect(usual).toEqual({ size: 9, walls: 18 });
  });
});

describe('a setup flag', () => {
  it('reads its form, case and blanks aside', () => {
    expect(parseSetupFlag(flag, '7x6')).toEqual({ width: 7, height: 6 });
    expect(parseSetupFlag(flag, ' 12X4 ')).toEqual({ width: 12, height: 4 });
  });

  it.each(['', '7', '7x', '7x6x5', '7x-6', '7,6', 'axb'])('refuses %j', (text) => {
    expect(() => parseSetupFlag(flag, text)).toThrow(new BadNotation(`--size takes WxH, not "${text}"`));
  });
});
