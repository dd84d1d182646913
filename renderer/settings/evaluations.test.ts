import { describe, expect, it } from 'vitest';
import type { Teller } from '../../app/api/contract.ts';
import { selectionOf, tellerChoices } from './evaluations.ts';

const teller = (number: number, more: Partial<Teller> = {}): Teller => ({
  ...{ id: String(number).repeat(64), engine: 'mine', name: 'Mine', protocol: 'cfp', args: [] },
  ...{ files: [{ name: 'mine', sha256: String(number).repeat(64) }], settings: {}, options: {} },
  ...more,
});

describe('which evaluations to delete', () => {
  it('are all, those of an engine, or of one of its builds where there are several', () => {
    const kept = [
      { teller: teller(1), evaluations: 3 },
      { teller: teller(2, { options: { Level: '3' }, args: ['--fast'] }), evaluations: 4 },
      { teller: teller(3, { engine: 'other', name: 'Other' }), evaluations: 5 },
      { teller: teller(4, { engine: null, name: 'Named\u202e on a command line' }), evaluations: 6 },
    ];
    expect(tellerChoices(kept).map(({ title, evaluations }) => `${title}: ${evaluations}`)).toEqual([
      'All engines: 18',
      'Mine: 7',
      'Mine: build 11111111: 3',
      'Mine: build 22222222, --fast, Level=3: 4',
      'Other: 5',
      'Named⟦RLO⟧ on a command line: build 44444444: 6',
    ]);
    expect(tellerChoices([])).toEqual([{ value: 'all', title: 'All engines', evaluations: 0 }]);
  });

  it('are named for the call', () => {
    expect(selectionOf('all', '0')).toEqual({});
    expect(selectionOf('all', '30')).toEqual({ days: 30 });
    expect(selectionOf('engine e-1', '0')).toEqual({ engine: 'e-1' });
    expect(selectionOf(`teller ${'a'.repeat(64)}`, '7')).toEqual({ teller: 'a'.repeat(64), days: 7 });
  });
});
