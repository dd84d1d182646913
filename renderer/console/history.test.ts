import { expect, it } from 'vitest';
import { History } from './history.ts';

it('walks to older lines and back to the one in the making', () => {
  const history = new History();
  history.add('ping');
  history.add('stop');
  expect(history.older('pla')).toBe('stop');
  expect(history.older('stop')).toBe('ping');
  expect(history.older('ping')).toBeNull();
  expect(history.newer()).toBe('stop');
  expect(history.newer()).toBe('pla');
  expect(history.newer()).toBeNull();
});

it('keeps no line twice in a row, no empty one, and only so many', () => {
  const history = new History(2);
  for (const line of ['a', 'a', '', 'b', 'c']) history.add(line);
  expect(history.older('')).toBe('c');
  expect(history.older('c')).toBe('b');
  expect(history.older('b')).toBeNull();
});

it('begins at the newest line again after one was added', () => {
  const history = new History();
  history.add('a');
  history.older('');
  history.add('b');
  expect(history.older('')).toBe('b');
});
