import { describe, expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import { endingOfResult } from './names.ts';
import { foretellingWords, newsWords, promptWords, statusWords, targetWords } from './status-words.ts';

/** A game after some moves, as the board shows it. */
function shownAfter(id: string, ...moves: string[]) {
  const rules = gameById(id);
  const position = moves.reduce(
    (before, move) => rules.play(before, rules.parseMove(before, move)),
    rules.initial(),
  );
  return { rules, position, choices: rules.choices(position) };
}

const state = { isExample: false, thinking: null, shown: 3 } as const;

describe('statusWords', () => {
  const start = shownAfter('connect4');

  it('says whose turn it is, who thinks, and that a game is an example', () => {
    expect(statusWords(start, state, null)).toBe('Player 1 is to move.');
    expect(statusWords(start, { ...state, thinking: { seat: 0, at: 3 } }, null)).toBe(
      'Player 1 is thinking.',
    );
    expect(statusWords(start, { ...state, thinking: { seat: 0, at: 4 } }, null)).toBe('Player 1 is to move.');
    expect(statusWords(start, { ...state, isExample: true }, null)).toMatch(/^An example\. /);
  });

  it('says what to do where the game has words for it', () => {
    const place = shownAfter('stones');
    expect(statusWords(place, state, null)).toBe(`${promptWords(place, [])}.`);
    expect(statusWords(place, state, null)).toMatch(/: pick the stone that attacks\.$/);
  });

  it('says how the game has ended, before anything else', () => {
    const won = shownAfter('connect4', '1', '2', '1', '2', '1', '2', '1');
    const ending = endingOfResult(won.rules.result(won.position)!);
    expect(statusWords(won, { ...state, isExample: true }, ending)).toMatch(/^Player 1 has won: /);
  });
});

it('newsWords say the move before the status', () => {
  const { rules, position } = shownAfter('connect4', '4');
  expect(newsWords(rules, { position, move: '5' }, 'So it is.')).toBe('Player 2 played 5. So it is.');
  expect(newsWords(rules, null, 'So it is.')).toBe('So it is.');
});

describe('the words of an incomplete move', () => {
  const place = shownAfter('stones');
  const { rules, position, choices } = place;
  const choice = choices.find(({ path, dots }) => path.length > 1 && dots?.at(-1)?.words !== undefined)!;
  const picks = choice.path.slice(0, -1);
  const words = choice.dots!.at(-1)!.words;

  it('are what to pick, where each pick leads, and what the whole move does', () => {
    expect(promptWords(place, picks)).not.toBe('');
    const area = rules.geometry(rules.setupOf(position)).areas.find(({ id }) => id === choice.path.at(-1))!;
    expect(targetWords(choices, picks, rules.geometry(rules.setupOf(position)))).toContain(
      `${area.name}: ${words}`,
    );
    expect(foretellingWords(rules, position, choice)).toBe(
      `${rules.moveText(position, choice.move)}: ${words}`,
    );
  });

  it('are none where nothing can be picked, or the board has none', () => {
    expect(promptWords({ ...place, choices: [] }, picks)).toBe('');
    expect(foretellingWords(rules, position, { ...choice, dots: [] })).toBe('');
  });
});
