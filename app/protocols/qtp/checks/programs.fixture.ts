/** QTP engines that do what real ones do, and what of it is theirs to answer for. */
import type { Responder } from '../../responder.ts';
import { altering, type Program } from '../../testing/mutants.ts';
import { answer, at, countsUndone, illegal } from './mutations.fixture.ts';
import { nothing } from './qtp-talk.ts';

/** Plays by turns, Black first, and refuses a side that is out of turn. */
function strict(engine: Responder): Responder {
  let plies = 0;
  return {
    ...altering(engine, (events) => events),
    receive: (line) => {
      const [name = '', word = ''] = line.toLowerCase().split(' ');
      if (name === 'clear_board') plies = 0;
      const isMove = /^(playmove|playwall|genmove)$/.test(name) && /^(black|white|b|w)$/.test(word);
      if (isMove && (plies % 2 === 0) !== word.startsWith('b')) return answer(illegal);
      const events = engine.receive(line);
      const isDone = events.some(
        (event) => event.kind === 'search' || (event.kind === 'send' && event.line.startsWith('=')),
      );
      if (isDone && isMove) plies++;
      if (isDone && name === 'undo') plies -= Number(word === '' ? 1 : word);
      return events;
    },
  };
}

export const programs: readonly Program[] = [
  {
    does: 'says an error and then its answer, at walls',
    wrap: at(/^playwall/, (engine, line) => [...engine.receive(line), ...answer('? cannot place wall')]),
    fails: ['moves-once'],
  },
  {
    does: 'plays by turns only',
    wrap: strict,
    fails: ['white-first', 'same-color', 'genmove-color', 'genmove-again'],
  },
  {
    does: 'draws its board before the mark of its answer',
    wrap: (engine) =>
      altering(engine, (events, line) => {
        if (line !== 'showboard') return events;
        const [mark, ...rows] = events;
        return [...rows.slice(0, -1), mark!, ...rows.slice(-1)];
      }),
    fails: ['nothing-outside'],
  },
  {
    does: 'has blank lines between the rows of its board and below the mark of its list',
    wrap: (engine) =>
      altering(engine, (events, line) => {
        const isOpen = line === 'showboard' || line === 'list_commands';
        return isOpen ? events.flatMap((event) => [event, { kind: 'send', line: '' }]) : events;
      }),
    fails: ['nothing-outside'],
  },
  {
    does: 'is silent at commands that it does not know, of which `winner` and `undo` are some',
    wrap: at(new RegExp(`^(${nothing}|CLEAR_BOARD|winner|undo)`), () => []),
    fails: ['unknown-fails'],
  },
  {
    does: 'dies of a command that it does not know',
    wrap: at(new RegExp(`^(${nothing}|CLEAR_BOARD)`), () => [{ kind: 'exit' }]),
    fails: ['unknown-fails'],
  },
  {
    does: 'dies of walls of White',
    wrap: at(/^playwall w/i, () => [{ kind: 'exit' }]),
    fails: ['playwall-white'],
  },
  {
    does: 'answers what it knows of commands without a mark',
    wrap: (engine) =>
      altering(engine, (events, line) =>
        line?.startsWith('known_command') ? [{ kind: 'send', line: 'false' }] : events,
      ),
    fails: ['known-command'],
  },
  {
    does: 'has a board of 26 by 26',
    wrap: at(/^boardsize 26$|^playwall \w+ [AY]26 /, () => answer('=')),
    fails: [],
    lacks: ['boardsize-refused'],
  },
  {
    does: 'gives a wall back at `undo` and leaves it standing',
    wrap: countsUndone,
    fails: ['undo-wall-off'],
  },
];
