/** NMM engines that do what real ones do, and what of it is theirs to answer for. */
import { pointOf } from '../../../games/morris/index.ts';
import type { Responder } from '../../responder.ts';
import { altering, saying, type Program } from '../../testing/mutants.ts';
import { dyingAt } from '../../testing/mutations.ts';
import { decodeMessage } from '../messages.ts';
import { writeMove } from '../moves.ts';

const NAME = /[a-g][1-7]/g;
const numbered = (text: string): string => text.replaceAll(NAME, (name) => String(pointOf(name)));

/**
 * Writes points as names, and dies of a move in numbers.
 * @param positions how it reads them; it passes others by and stays where it is
 */
function naming(engine: Responder, positions: 'index' | 'name'): Responder {
  const named = saying(engine, (line) => {
    const { heard } = decodeMessage(line);
    return [heard.kind === 'bestmove' ? `bestmove ${writeMove(heard.read.move, 'name')}` : line];
  });
  return {
    ...altering(named, (events) => events),
    receive: (line) => {
      if (/^\s*move\b/.test(line))
        return /[PMT]\d/.test(line) ? [{ kind: 'exit' }] : named.receive(numbered(line));
      const men = /^\s*newgame\s+(\S+)/.exec(line)?.[1] ?? '';
      const isWrong = positions === 'name' ? /[:,]\d/.test(men) : /[:,][a-g]/.test(men);
      return isWrong ? [] : named.receive(men === '' ? line : numbered(line));
    },
  };
}

export const programs: readonly Program[] = [
  {
    does: 'writes moves as names, dies of numbers in them, and reads positions as numbers',
    wrap: (engine) => naming(engine, 'index'),
    fails: ['points-numbered', 'move-numbers'],
  },
  {
    does: 'writes and reads points as names alone',
    wrap: (engine) => naming(engine, 'name'),
    fails: ['points-numbered', 'position-numbers', 'move-numbers'],
  },
  { does: 'dies of a word that it does not know', wrap: dyingAt(/^joho/), fails: ['unknown-lives'] },
];
