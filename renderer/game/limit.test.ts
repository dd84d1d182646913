import { describe, expect, it } from 'vitest';
import type { ProtocolSetting } from '../../app/api/contract.ts';
import { ownLimitWords } from './limit.ts';

const seconds = ['3', '5', '10'].map((value) => ({ value, label: `${value} s` }));
const setting = { help: '', values: seconds, isLimit: true };
const enums: ProtocolSetting = { ...setting, id: 'enums', label: 'Enums', default: '3', isLimit: false };
const settings: ProtocolSetting[] = [
  enums,
  { ...setting, id: 'first-move', label: 'First move', default: '5' },
  { ...setting, id: 'move', label: 'Move', default: '3' },
];

describe("an engine's own limits", () => {
  it('are told with what was chosen, or else with the defaults', () => {
    expect(ownLimitWords(settings, { move: '10', enums: '5' })).toBe('first move 5 s, move 10 s');
  });

  it('are none where no setting is a limit', () => {
    expect(ownLimitWords([enums], {})).toBe('');
  });
});
