import { describe, expect, it } from 'vitest';
import { doorOf, pauseBefore } from './client.ts';

it('doorOf is the socket of the page’s own origin, without its fragment', () => {
  expect(doorOf('http://127.0.0.1:7447/#token=abc').href).toBe('ws://127.0.0.1:7447/rpc');
  expect(doorOf('https://localhost/x?y').href).toBe('wss://localhost/rpc');
});

describe('pauseBefore', () => {
  it('grows and then stays', () => {
    const pauses = Array.from({ length: 20 }, (_, attempt) => pauseBefore(attempt + 1));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBeLessThan(500);
    expect(pauses.at(-1)).toBe(pauses.at(-2));
  });
});
