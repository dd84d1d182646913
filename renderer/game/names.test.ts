import { describe, expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import type { GameEnding } from '../../app/api/contract.ts';
import { about } from '../testing/engines.ts';
import { hostState } from '../testing/fake-host.ts';
import { endingSentence, isFailure, purposeWords } from './names.ts';

const game = gameById('connect4');
const ending = (fields: Partial<GameEnding>): GameEnding => ({
  word: 'win',
  winner: 0,
  fault: null,
  reason: 'four in a row',
  advice: '',
  ...fields,
});

it.each<[Partial<GameEnding>, string]>([
  [{}, `${game.seats[0].name} has won: four in a row.`],
  [{ word: 'draw', winner: null, reason: 'the board is full' }, 'Draw: the board is full.'],
  [
    { word: 'malformed', winner: 1, fault: 0, reason: 'It said "\u202e4\u001b[2J".' },
    'It said "⟦RLO⟧4␛[2J".',
  ],
  [
    { word: 'adjudicated', winner: null, fault: null, reason: 'it came 5 times' },
    'Draw by adjudication: it came 5 times.',
  ],
  [{ word: 'crashed', winner: 1, fault: 0, reason: 'It left before `cfpok`.' }, 'It left before “cfpok”.'],
])('tells an ending in a sentence that hides nothing: %j', (fields, sentence) => {
  expect(endingSentence(game, ending(fields))).toBe(sentence);
});

it('knows a failure from what the rules end', () => {
  const words = ['win', 'draw', 'adjudicated', 'illegal', 'crashed', 'void', 'time'] as const;
  expect(words.filter((word) => isFailure({ word, fault: null }))).toEqual(['illegal', 'crashed', 'void']);
  expect(isFailure({ word: 'time', fault: 0 })).toBe(true);
});

describe('purposeWords', () => {
  const [cfp] = about.protocols;
  const nmm = { ...cfp!, id: 'nmm', games: ['morris'] };
  const state = { about: { ...about, protocols: [...about.protocols, nmm] }, game: hostState().game };

  it.each([
    ['first player', 'cfp', 'Player 1'],
    ['second player', 'cfp', 'Player 2'],
    // Of another game than the one on the board.
    ['second player', 'nmm', 'Black'],
    ['analysis', 'cfp', 'analysis'],
    ['contact', 'cfp', 'connection test'],
    // Of a journal that a later version wrote, and of one whose protocol is not known.
    ['umpire', 'xyz', 'umpire'],
    ['first player', null, 'Player 1'],
  ])('calls the %s of %s %s', (purpose, protocol, words) => {
    expect(purposeWords(state, { purpose, protocol })).toBe(words);
  });
});
