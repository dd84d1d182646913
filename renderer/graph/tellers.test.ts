import { expect, it } from 'vitest';
import { analysis } from '../testing/engines.ts';
import { teller, tellerId } from '../testing/evaluations.ts';
import { hostState } from '../testing/fake-host.ts';
import { tellerLooks } from './tellers.ts';

const lettersOf = (...args: Parameters<typeof tellerLooks>) =>
  Object.fromEntries(tellerLooks(...args).map(({ id, letter }) => [id[0], letter]));

it('gives tellers the letters of the engines that analyse, and others a free one', () => {
  const all = [teller(1, 'one'), teller(2, 'two'), teller(3, 'three')];
  expect(lettersOf(all, [], null)).toEqual({ 1: 'A', 2: 'B', 3: 'C' });
  const analyses = [
    analysis({ number: 0, engine: 'e3', protocol: 'cfsi' }),
    analysis({ number: 2, engine: 'e1', protocol: 'cfsi' }),
    analysis({ number: 4, engine: 'e2', protocol: 'cfp' }),
  ];
  expect(lettersOf(all, analyses, null)).toEqual({ 3: 'A', 2: 'B', 1: 'C' });
  // In the order of the letters, whatever order the store has.
  expect(tellerLooks(all, analyses, null).map(({ letter }) => letter)).toEqual(['A', 'B', 'C']);
});

it('says that a file named it', () => {
  const looks = tellerLooks([{ ...teller(1, 'old', ''), engine: null, origin: 'file' }], [], null);
  expect(looks.map(({ name }) => name)).toEqual(['old (from a file)']);
});

it('tells settings of one engine apart by the options chosen, and builds by their age', () => {
  const [plain, strong] = [
    teller(1, 'mine'),
    { ...teller(2, 'mine'), engine: 'e1', options: { Level: '9' } },
  ];
  const analyses = [
    analysis({ number: 0, engine: 'e1', protocol: 'cfsi', options: { Level: '9' } }),
    analysis({ number: 1, engine: 'e1', protocol: 'cfsi' }),
  ];
  expect(lettersOf([plain, strong], analyses, null)).toEqual({ 2: 'A', 1: 'B' });
  const rebuilt = { ...teller(3, 'mine'), engine: 'e1' };
  const looks = tellerLooks([plain, rebuilt], [analyses[1]!], hostState());
  expect(looks.find(({ id }) => id === tellerId(3))!.letter).toBe('B');
  expect(looks.map(({ name }) => name)).toEqual(['mine CFSI', 'mine CFSI 2']);
  const unknown = tellerLooks([{ ...plain, protocol: 'echo' }], [], hostState());
  expect(unknown.map(({ name }) => name)).toEqual(['mine echo']);
});
