import { expect, it } from 'vitest';
import { randomCases } from '../../games/testing/effort.ts';
import { Random } from '../testing/random.ts';
import { PlainNumbers } from './plain-numbers.ts';

const read = (text: string, isSigned = true): number | null => {
  const numbers = new PlainNumbers(text, 0);
  const value = numbers.next(isSigned);
  return numbers.isWhole ? value : null;
};

it('reads the same as Number', () => {
  const random = new Random(1);
  const digits = (count: number): string => Array.from({ length: count }, () => random.below(10)).join('');
  for (let count = 0; count < randomCases(20_000); count++) {
    const whole = 1 + random.below(15);
    const places = random.below(16 - whole);
    const text = random.pick(['', '+', '-']) + digits(whole) + (places > 0 ? `.${digits(places)}` : '');
    expect(read(text)).toBe(Number(text));
  }
});

it.each([
  '',
  '-',
  '.5',
  '1.',
  '1e5',
  '0x1',
  '1 ',
  ' 1',
  '1.2.3',
  '--1',
  '1234567890123456',
  '12345678.12345678',
])('leaves %j to others', (text) => expect(read(text)).toBeNull());

it('has no sign where none is allowed', () => {
  expect(read('-1', false)).toBeNull();
  expect(read('1', false)).toBe(1);
});

it('reads whole numbers, one after the other', () => {
  const numbers = new PlainNumbers('12 nodes 345\n6', 0);
  expect(numbers.next(false)).toBe(12);
  expect(numbers.skip(' eval ')).toBe(false);
  expect(numbers.skip(' nodes ')).toBe(true);
  expect(numbers.isWhole).toBe(false);
  expect(numbers.nextWhole()).toBe(345);
  expect(numbers.isWhole).toBe(true);
  numbers.nextLine();
  expect(numbers.nextWhole()).toBe(6);
  expect(numbers.isWhole).toBe(true);
  const broken = new PlainNumbers('1.5', 0);
  broken.nextWhole();
  expect(broken.isWhole).toBe(false);
});
