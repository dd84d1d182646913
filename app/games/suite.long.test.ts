/** The suite of `suite.test.ts` with many more random games. */
import { describe } from 'vitest';
import { games } from './registry.ts';
import { gameSuite } from './testing/suite.ts';

describe.each([...games.values()])('$id', (game) => gameSuite(game, 12));
