/** The random words of Zobrist's hash, two of 32 bits for everything that a position differs by. */
import { SQUARES } from '../../app/games/stones/index.ts';
import { seededRandom } from '../shared/random.ts';

/** A stone's number in one byte, whoever owns it. */
const stoneKinds = 256;
const stones = SQUARES * stoneKinds;

/** Of a stone on a square. */
export const stoneKey = (square: number, stone: number): number => square * stoneKinds + (stone & 0xff);
export const blackKey = stones;
export const secondKey = stones + 1;
export const openingKey = stones + 2;

const random = seededRandom(60);
const word = (): number => (random() * 4_294_967_296) | 0;

export const lowWords = Int32Array.from({ length: stones + 3 }, word);
export const highWords = Int32Array.from({ length: stones + 3 }, word);
