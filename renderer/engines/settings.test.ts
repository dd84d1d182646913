import { describe, expect, it } from 'vitest';
import { draftOf, emptyDraft, faultsOf, isSound, proposedName, settingsOf } from './settings.ts';

const walls = {
  id: 'walls',
  label: 'Walls',
  help: 'How it writes walls.',
  values: [
    { value: 'auto', label: 'Detect automatically' },
    { value: 'token', label: 'One word' },
  ],
  default: 'auto',
};
const protocols = [
  { id: 'cfp', name: 'CFP', settings: [] },
  { id: 'cfsi', name: 'CFSI', settings: [] },
  { id: 'qtp', name: 'QTP', settings: [walls] },
];

describe('engine settings as text', () => {
  const settings = {
    name: 'mine',
    protocol: 'cfp',
    args: ['--level', 'a b', '', '"quoted"'],
    environment: { DEBUG: '1', EMPTY: '' },
    sandbox: true,
    writesFolder: true,
    dialect: {},
    scale: { kind: 'chances', points: 1.5 },
  } as const;

  it('survive the way to text and back', () => {
    expect(settingsOf(draftOf(settings), protocols)).toEqual(settings);
    expect(settingsOf(emptyDraft('cfsi', false), protocols)).toEqual({
      name: '',
      protocol: 'cfsi',
      args: [],
      environment: {},
      sandbox: false,
      writesFolder: false,
      dialect: {},
      scale: null,
    });
  });

  it('have what is chosen of their own protocol alone, and nothing where that is the default', () => {
    const draft = { ...draftOf({ ...settings, protocol: 'qtp' }), dialect: { walls: 'token', other: 'x' } };
    expect(settingsOf(draft, protocols).dialect).toEqual({ walls: 'token' });
    expect(settingsOf({ ...draft, protocol: 'cfp' }, protocols).dialect).toEqual({});
    expect(settingsOf({ ...draft, dialect: { walls: 'auto' } }, protocols).dialect).toEqual({});
  });

  it('do not mind trailing empty lines and empty rows', () => {
    const draft = { ...draftOf(settings), name: ' mine ', args: '-x\r\n\r\n' };
    draft.environment = [{ name: '', value: '' }];
    expect(settingsOf(draft, protocols)).toEqual({ ...settings, args: ['-x'], environment: {} });
    expect(isSound(faultsOf(draft))).toBe(true);
  });

  it('are refused in words', () => {
    const faults = faultsOf({
      ...emptyDraft('cfp', true),
      environment: [
        { name: '', value: 'x' },
        { name: '1A', value: '' },
        { name: 'A', value: '' },
        { name: 'A', value: '2' },
      ],
    });
    expect(faults.name).toBe('Enter a name.');
    expect(faultsOf({ ...emptyDraft('cfp', true), name: 'x', scale: '3/2/1' }).scale).toMatch(/must not fall/);
    expect(faults.environment[0]).toBe('Enter a name for the variable.');
    expect(faults.environment[1]).toContain('do not begin with a digit');
    expect(faults.environment[2]).toBeNull();
    expect(faults.environment[3]).toBe('A is set twice.');
    expect(isSound(faults)).toBe(false);
  });
});

it('proposes the name of the file without its ending', () => {
  expect(['solver.py', 'engine', 'a.b.jar', '.py'].map((name) => proposedName({ name }))).toEqual([
    'solver',
    'engine',
    'a.b',
    '.py',
  ]);
});
