import { readFileSync } from 'node:fs';
import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { BadNotation, IllegalMove } from '../games/game.ts';
import { NoSuchEngine } from '../library/engines.ts';
import { Refused } from '../shapes/refused.ts';
import { lineOf } from './known.ts';
import { refusalOf, refusing } from './refusal.ts';

const missing = (): unknown => {
  try {
    readFileSync('/no/such/file');
  } catch (error) {
    return error;
  }
};

describe('what is thrown, as a client is told', () => {
  it.each<[string, unknown, string, string]>([
    ['a refusal', new Refused('No', 'Do this.'), 'No.', 'Do this.'],
    ['a sentence', new Refused('It is so!'), 'It is so!', ''],
    ['a sentence that begins with a name', new Refused('mine.sgf has none'), 'mine.sgf has none.', ''],
    ['no engine', new NoSuchEngine('There is none'), 'There is none.', ''],
    ['an illegal move', new IllegalMove('column 4 is full'), 'Column 4 is full.', 'Choose another move.'],
    [
      'a bad text',
      new BadNotation('ply 2: no column'),
      'Ply 2: no column.',
      'Correct the text and try again.',
    ],
    [
      'the file system',
      missing(),
      'The file /no/such/file cannot be read or written (ENOENT, open).',
      'Check the name, and that the folder exists.',
    ],
  ])('%s', (_, thrown, message, advice) => {
    const refusal = refusalOf(thrown);
    expect(refusal).toBeInstanceOf(ORPCError);
    expect(refusal).toMatchObject({ code: 'REFUSED', message, data: { advice }, defined: true });
  });

  it.each([new TypeError('a bug'), new RangeError('Invalid array length'), 'text', null, undefined])(
    'is not a refusal where it is a fault of ours: %s',
    (thrown) => expect(refusalOf(thrown)).toBe(thrown),
  );

  it('is the same in the middle of a stream', async () => {
    async function* stream() {
      yield 1;
      throw new Refused('No');
    }
    const all = refusing(stream());
    expect(await all.next()).toEqual({ done: false, value: 1 });
    await expect(all.next()).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

describe('a line of play from texts', () => {
  it('begins at the initial position, a setup or a position, and plays the moves', () => {
    expect(lineOf({ game: 'connect4', moves: '44' }).moves).toHaveLength(2);
    expect(lineOf({ game: 'connect4', moves: '  ' }).moves).toHaveLength(0);
    const small = lineOf({ game: 'connect4', setup: { width: 5, height: 4 }, moves: '5' });
    expect(small.game.setupOf(small.position)).toMatchObject({ width: 5, height: 4 });
    const text = small.game.positionText(small.position);
    const again = lineOf({ game: 'connect4', position: text });
    expect(again.game.positionText(again.position)).toBe(text);
  });

  it('is a game of its own each time', () => {
    expect(lineOf({ game: 'connect4' }).gameKey).not.toBe(lineOf({ game: 'connect4' }).gameKey);
  });

  it.each<[Parameters<typeof lineOf>[0], typeof Refused | typeof BadNotation | typeof IllegalMove]>([
    [{ game: 'chess' }, Refused],
    [{ game: 'connect4', setup: { width: 99 } }, BadNotation],
    [{ game: 'connect4', position: 'nonsense' }, BadNotation],
    [{ game: 'connect4', moves: 'x' }, BadNotation],
    [{ game: 'connect4', moves: '4444444' }, IllegalMove],
  ])('is refused in words: %j', (input, kind) => expect(() => lineOf(input)).toThrow(kind));
});
