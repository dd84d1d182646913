import { describe, expect, it } from 'vitest';
import { journalsToGo, type OwnedJournal } from './journal-shares.ts';

/** `a1 b3`: journals of these engines and sizes, the first the oldest; each is named by its place. */
const journals = (text: string): OwnedJournal[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, at) => ({ path: String(at), engine: word[0]!, bytes: Number(word.slice(1)), openedAt: at }));

const going = (ended: string, inUse: string, room: number): string =>
  journalsToGo(journals(ended), journals(inUse), room)
    .map(({ path }) => path)
    .join(' ');

describe('the journals that go', () => {
  it.each([
    ['nothing within the room', 'a1 b1 c1', '', 3, ''],
    ['the oldest of a single engine', 'a1 a1 a1 a1', '', 2, '0 1'],
    ['of equals the oldest, in turn', 'a2 b2 a2 b2', '', 4, '0 1'],
    ['those of the engine that takes most, though others are older', 'a1 b1 c1 d9 d9', '', 13, '3'],
    ['several of it, until all fit', 'a1 d4 d4 d4', '', 6, '1 2'],
    ['none of others for a flood that still runs', 'a1 b1 c1', 'd90', 40, ''],
    ['what a flood has left of before, while it runs on', 'a1 d5 d5', 'd90', 40, '1 2'],
    ['what passes a share, where the flood itself cannot go', 'a9 a9 b1', 'd90', 30, '0'],
    ['the last of a single engine, where even that is too large', 'a9', '', 3, '0'],
  ])('are %s', (_, ended, inUse, room, expected) => {
    expect(going(ended, inUse, room)).toBe(expected);
  });

  it('leave every engine its share, whatever there is', () => {
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
    for (let round = 0; round < 300; round++) {
      const some = (count: number): OwnedJournal[] =>
        Array.from({ length: count }, (_, at) => ({
          path: String(at),
          engine: String(random(5)),
          bytes: random(50),
          openedAt: random(1000),
        }));
      const [ended, inUse, room] = [some(20), some(5), 1 + random(600)];
      const gone = new Set(journalsToGo(ended, inUse, room).map(({ path }) => path));
      const bytes = (of: readonly OwnedJournal[]): number => of.reduce((sum, one) => sum + one.bytes, 0);
      const all = [...ended, ...inUse];
      const engines = [...new Set(all.map(({ engine }) => engine))];
      const left = [...ended.filter(({ path }) => !gone.has(path)), ...inUse];
      for (const engine of engines) {
        const own = (of: readonly OwnedJournal[]): number => bytes(of.filter((one) => one.engine === engine));
        if (own(all) <= room / engines.length) expect(own(left)).toBe(own(all));
      }
      // What is left beyond the room is in use, or within a share.
      const over = engines.filter((engine) => {
        const own = left.filter((one) => one.engine === engine);
        return bytes(own) > room / engines.length && own.some((one) => !inUse.includes(one));
      });
      if (bytes(left) > room) expect(over).toEqual([]);
    }
  });
});
