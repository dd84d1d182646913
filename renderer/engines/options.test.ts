import { describe, expect, it } from 'vitest';
import type { EngineOption } from '../../app/api/contract.ts';
import { changedCount, defaultText, orphans, sameValues, valueText, withValue } from './options.ts';

const options: EngineOption[] = [
  { type: 'check', name: 'Ponder', default: true },
  { type: 'spin', name: 'Hash size', default: 16, min: 1, max: 64 },
  { type: 'combo', name: 'Style', default: 'Solid', vars: ['Solid', 'Risky'] },
  { type: 'string', name: 'Log', default: '' },
  { type: 'button', name: 'Clear' },
  { type: 'unreadable', name: 'Odd', line: 'option name Odd type', fault: 'no type' },
];
const [ponder, hash] = options as [EngineOption, EngineOption];

describe('option values', () => {
  it('are the default where none is kept', () => {
    expect(options.map((option) => valueText(option, {}))).toEqual(['true', '16', 'Solid', '', '', '']);
    expect(valueText(hash, { 'Hash size': '32' })).toBe('32');
    expect(options.map(defaultText).slice(-2)).toEqual([null, null]);
  });

  it('are kept only where they differ from the default', () => {
    const values = withValue({}, ponder, 'false');
    expect(values).toEqual({ Ponder: 'false' });
    expect(withValue(values, ponder, 'true')).toEqual({});
    expect(changedCount(options, values)).toBe(1);
    expect(changedCount(options, { 'Hash size': '16' })).toBe(0);
  });

  it('do not stumble over names that objects have by themselves', () => {
    const odd: EngineOption = { type: 'string', name: 'constructor', default: 'x' };
    expect(valueText(odd, {})).toBe('x');
    expect(withValue({}, odd, 'y')).toEqual({ constructor: 'y' });
  });

  it('are the same in any order', () => {
    expect(sameValues({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(sameValues({ a: '1' }, { a: '1', b: '2' })).toBe(false);
    expect(sameValues({ a: '1' }, { a: '2' })).toBe(false);
    expect(sameValues({ constructor: '1' }, { a: '1' })).toBe(false);
  });

  it('name values whose option is gone', () => {
    expect(orphans(options, { Gone: '1', Style: 'Risky' })).toEqual(['Gone']);
  });
});
