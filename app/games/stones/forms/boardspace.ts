/**
 * Boardspace.net: SGF with `GM[Tzaar]`, where each node has a numbered command of a player, `P0[3 Capture B 2 C 3]`. A stack
 * that a person drags is a `Pickb` and a `Dropb`. Read where the start is the one that the file tells.
 */
import type { SgfForm, SgfProperty } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import { moveOf, PASS, readMove } from '../board.ts';
import { play, start, type StonesPosition } from '../rules.ts';
import { squareOfTzaar, tzaarPlace } from './tzaar.ts';

const STANDARD = 'tzaar-standard';
const VERSION = '1';

const valueOf = (properties: readonly SgfProperty[], name: string): string | undefined =>
  properties.find(([each]) => each === name)?.[1][0];

const playerOf = (properties: readonly SgfProperty[], name: string): string | undefined =>
  properties
    .filter(([each]) => each === name)
    .flatMap(([, values]) => values)
    .map((value) => /^\s*id\s+"(.*)"\s*$/s.exec(value)?.[1])
    .find((id) => id !== undefined);

/** @throws BadNotation */
function squareAfter(words: readonly string[], at: number): number {
  const [letter, row] = [words[at], words[at + 1]];
  if (/^[A-I]$/i.test(letter ?? '') && /^\d$/.test(row ?? ''))
    return squareOfTzaar(letter!, Number(row), true);
  throw new BadNotation(`${quote(words.join(' '))} has no place such as B 2`);
}

/** Commands that neither move nor name a player, and say something that no other part of the file says. */
const TELLING: ReadonlySet<string> = new Set(['resign', 'time', 'ranking']);

/** The words of a command, without its number. */
function wordsOf(command: string): readonly string[] {
  const words = command.trim().split(/\s+/, 12);
  return /^\d+$/.test(words[0] ?? '') ? words.slice(1) : words;
}

/** The actions of one command. @throws BadNotation */
function actionsOf(position: StonesPosition, command: string, state: Map<string, string>): readonly number[] {
  const words = wordsOf(command);
  switch (words[0]?.toLowerCase()) {
    case 'capture':
    case 'move':
      return [moveOf(squareAfter(words, 1), squareAfter(words, 3))];
    case 'pickb':
      state.set('picked', String(squareAfter(words, 1)));
      return [];
    case 'dropb':
    case 'dropcap': {
      const picked = state.get('picked');
      if (picked === undefined) throw new BadNotation('a stack is dropped that was not picked up');
      state.delete('picked');
      const to = squareAfter(words, 1);
      // Dropped where it was: the player changed their mind.
      return to === Number(picked) ? [] : [moveOf(Number(picked), to)];
    }
    case 'pass':
      return [PASS];
    case 'done':
      // The second action of a turn may be left out.
      return position.phase === 'second' ? [PASS] : [];
    case 'start':
    case 'edit':
    case 'resign':
    case 'id':
    case 'time':
    case 'ranking':
      return [];
    default:
      throw new BadNotation(`${quote(command.trim())} is not a command of Tzaar`);
  }
}

export const boardspace: SgfForm<StonesPosition, number> = {
  ...{ kind: 'sgf', id: 'boardspace', name: 'boardspace.net, SGF of Tzaar' },
  examples: [
    '(;GM[Tzaar]VV[1]SU[tzaar-standard];P0[id "first"];P1[id "second"];P0[0 Start P0]\n' +
      ';P0[1 Capture D 3 D 4];P0[2 Done];P1[3 Pickb E 9];P1[4 Dropcap D 8];P1[5 Pass];P1[6 Done])',
  ],
  root(properties) {
    if (valueOf(properties, 'GM')?.trim().toLowerCase() !== 'tzaar') return null;
    const setup = valueOf(properties, 'SU')?.trim().split(/\s+/, 1)[0]?.toLowerCase();
    if (setup !== STANDARD) {
      const what = setup === undefined ? 'does not tell its start' : `begins as ${quote(setup)}`;
      throw new BadNotation(`the game ${what}; only ${STANDARD} is a board that the file tells`);
    }
    const [first, second] = [playerOf(properties, 'P0'), playerOf(properties, 'P1')];
    const won = /^The game was won by (.+)$/.exec(valueOf(properties, 'RE') ?? '')?.[1];
    return {
      start,
      headers: {
        ...(first !== undefined && { white: first }),
        ...(second !== undefined && { black: second }),
        ...(won !== undefined && first !== second && (won === first || won === second)
          ? { result: won === first ? '1-0' : '0-1' }
          : {}),
      },
    };
  },
  readMoves(position, properties, state) {
    const actions: number[] = [];
    let after = position;
    for (const [name, values] of properties) {
      if (name !== 'P0' && name !== 'P1') continue;
      for (const value of values) {
        for (const move of actionsOf(after, value, state)) {
          after = play(after, move);
          actions.push(move);
        }
      }
    }
    return actions;
  },
  reads(name, value) {
    if (name === 'VV') return value === VERSION;
    if (name === 'SU') return value === STANDARD;
    return (name === 'P0' || name === 'P1') && !TELLING.has(wordsOf(value)[0]?.toLowerCase() ?? '');
  },
  write(from, moves) {
    if (from !== start && from.phase !== 'opening') {
      throw new BadNotation('the form is for games from the standard start');
    }
    let text = `(;GM[Tzaar]VV[${VERSION}]SU[${STANDARD}];P0[0 Start P0]`;
    let index = 1;
    let position = from;
    const command = (words: string, by: 0 | 1): void => {
      text += `${index % 10 === 0 ? '\n' : ''};P${by}[${index++} ${words}]`;
    };
    for (const move of moves) {
      const by = position.mover;
      const meant = readMove(move);
      if (meant === null) command('Pass', by);
      else {
        const isCapture = position.stones[meant.from]! > 0 !== position.stones[meant.to]! > 0;
        const places = [meant.from, meant.to].flatMap((square) => tzaarPlace(square, true)).join(' ');
        command(`${isCapture ? 'Capture' : 'Move'} ${places}`, by);
      }
      position = play(position, move);
      if (position.phase === 'first') command('Done', by);
    }
    return `${text})`;
  },
};
