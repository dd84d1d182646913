/** The examples of docs/adding.md, taken through the suites that every game and protocol is taken through. */
import { describe } from 'vitest';
import type { Game } from '../../app/games/game.ts';
import { gameSuite } from '../../app/games/testing/suite.ts';
import { nim } from './nim/index.ts';

describe('the game of Nim', () => gameSuite(nim as Game));
