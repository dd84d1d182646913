import { expect, it } from 'vitest';
import { inDialect } from './nmm-talk.ts';

it('writes points as names where the engine needs that, and everything else as it was', () => {
  const names = { moves: 'name', positions: 'auto name' };
  expect(inDialect('move M14-2T9', names)).toBe('move Mg4-g7Ta4');
  expect(inDialect('  newgame \t w:0,23;b:;w;18;0 joho', names)).toBe('  newgame \t w:a7,g1;b:;w;18;0 joho');
  for (const line of ['go', 'newgame', 'joho 4', 'move P99']) expect(inDialect(line, names)).toBe(line);
});

it('leaves numbers where nothing else is known', () => {
  const others: readonly Readonly<Record<string, string>>[] = [
    {},
    { moves: 'auto', positions: 'neither' },
    { moves: 'index', positions: 'auto index' },
  ];
  for (const settings of others) {
    expect(inDialect('move P4', settings)).toBe('move P4');
    expect(inDialect('newgame w:4;b:;b;1;0', settings)).toBe('newgame w:4;b:;b;1;0');
  }
});
