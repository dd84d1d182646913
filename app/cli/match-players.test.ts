import { expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { Refused } from '../shapes/refused.ts';
import { enginesPlayed } from './match-players.ts';

type Asked = Parameters<typeof enginesPlayed>;

it('finds the engines of a match that is over without starting one, and leaves out those that are gone', async () => {
  const local = {
    protocol: ({ protocol = null }: { readonly protocol?: string | null }) => Promise.resolve({ protocol }),
    probe: () => expect.unreachable(),
    engine: ({ text, protocol }: { readonly text: string; readonly protocol: string }) =>
      text === 'build:abcd'
        ? Promise.reject(new Refused('There is no build abcd.'))
        : Promise.resolve({ engine: text, protocol, options: {}, name: text }),
  };
  const record = { file: '/mine', interpreter: null, interpreterArgs: [], args: [] };
  const core = {
    engines: { get: (id: string) => ({ games: ['connect4'], record: { ...record, name: id } }) },
    tellers: { programHash: () => Promise.resolve('hash') },
  };
  const engines = ['./a', 'build:abcd', './b'].map((engine) => ({ engine }));
  const players = ['A', 'B', 'C'].map((name, at) => ({
    ...{ name, engine: engines[at]!.engine, protocol: 'cfp', program: 'hash' },
  }));
  const ask = { client: { local } } as unknown as Asked[0];
  const game = gameById('connect4');
  const found = await enginesPlayed(ask, core as unknown as Asked[1], { engines }, players, game, '/there');
  expect(found).toEqual([
    { name: 'A', engine: './a', protocol: 'cfp', options: {}, program: 'hash' },
    null,
    { name: 'C', engine: './b', protocol: 'cfp', options: {}, program: 'hash' },
  ]);
});
