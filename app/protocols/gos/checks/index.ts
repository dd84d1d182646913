/** All checks of GoS, with those of what referees and hosts need beyond the text; the probes. */
import type { StonesPosition } from '../../../games/stones/index.ts';
import { expectNone, patience, settling, waits, type Probe } from '../../check-talk.ts';
import { Breach, type Check, type CheckWire } from '../../conformance.ts';
import { exitCode, inputEnds, inputEndsThinking } from '../../leaving.ts';
import { answeringChecks } from './answering.ts';
import type { EnumForm } from '../settings.ts';
import {
  check,
  expectLegal,
  GosTalk,
  isAnswer,
  isObject,
  oneAttack,
  onlyPass,
  table,
  winning,
} from './gos-talk.ts';
import { judgingChecks } from './moves.ts';

const REFEREE = 'What the real referee needs';
const BOARDS = 'What analysis needs: a bot that goes by the board of the request';
const VALID = 'GoS, Doing a move, a move is valid when, on a board that did not come about in the match';
const HOSTS = 'What hosts need: a bot that leaves when its input is closed';

const AFTER_WIN = 'the end of the process after the winner';

/** The real referee's limits, in milliseconds. */
const firstMove = 5_000;
const laterMove = 3_000;

/** Leads the bot to a position and expects a legal move. */
const legalIn =
  (position: StonesPosition) =>
  async (talk: GosTalk): Promise<void> => {
    expectLegal(await talk.led(position));
  };

/** Lets the bot win. */
async function win(talk: GosTalk): Promise<void> {
  talk.processed(expectLegal(await talk.led(winning)));
}

const livingChecks: readonly Check[] = [
  ...table([
    {
      id: 'strings',
      level: 'beyond',
      sentence: 'reads colours, types and winners as strings',
      clause: `${REFEREE}: it sends "1" where the text has 1`,
      needs: ['plays-on'],
      advice: 'Take 1 and "1" for the same in Color, AllowedMoves, Player, Type and Winner.',
      run: async (talk) => {
        for (const answer of await talk.match(0, 2, 'string')) expectLegal(answer);
      },
    },
    {
      id: 'one-line',
      level: 'beyond',
      sentence: 'writes a move on one line, with a line end behind it',
      clause: `${REFEREE}: it reads a line for a move`,
      needs: ['request'],
      advice: 'Print the object without line ends in it, and one behind it.',
      run: async (talk) => {
        await talk.match(0, 1);
        const part = talk.said.find(({ message }) => message.some(({ kind }) => kind === 'part'));
        if (part) throw new Breach('a move on one line', `\`${part.line}\` and more lines`);
        const open = talk.said.find(({ message, isUnended }) => isUnended && isAnswer(message));
        if (open) throw new Breach('a line end behind a move', `\`${open.line}\` without one`);
      },
    },
    {
      id: 'first-move-time',
      level: 'beyond',
      sentence: `answers its first request within ${firstMove / 1000} s`,
      clause: `${REFEREE}: a later move loses`,
      needs: ['request'],
      advice: 'Start quickly and look at the clock while you search.',
      run: async (talk) => {
        talk.initiate(0);
        await talk.ask(firstMove);
      },
    },
    {
      id: 'move-time',
      level: 'beyond',
      sentence: `answers later requests within ${laterMove / 1000} s`,
      clause: `${REFEREE}: a later move loses`,
      needs: ['request-next'],
      advice: 'Look at the clock while you search, and keep some of the time for slow machines.',
      run: async (talk) => {
        talk.initiate(0);
        talk.processed(expectLegal(await talk.ask()));
        talk.other();
        talk.other();
        await talk.ask(laterMove);
      },
    },
    {
      id: 'board-alone',
      level: 'beyond',
      sentence: 'goes by the board of the request, even where it did not come about in the match',
      clause: BOARDS,
      needs: ['plays-on'],
      advice: 'Set up the board from state at each request: then you can be asked about any position.',
      run: legalIn(winning),
    },
    {
      id: 'attack-equal',
      level: 'beyond',
      sentence: 'attacks a stone of its own height, whatever the types',
      clause: VALID,
      needs: ['board-alone', 'black'],
      advice:
        'Compare heights and not the integers of the board, in which the type is the rest of a division by 4.',
      run: legalIn(oneAttack),
    },
    {
      id: 'pass-only',
      level: 'beyond',
      sentence: 'passes where no other move is valid',
      clause: VALID,
      needs: ['board-alone', 'black', 'pass-null'],
      advice:
        'Look what your move breaks: the height, the owner of To, one of the six directions, or a place between that is occupied or the hole.',
      run: legalIn(onlyPass),
    },
    {
      id: 'winner-silent',
      level: 'beyond',
      sentence: 'says nothing when the winner is told',
      clause: 'GoS, Doing a move, on a board that did not come about in the match',
      needs: ['board-alone', 'processed-silent'],
      advice: 'A processed move with a Winner is the end of the match: nothing is to be said to it.',
      run: async (talk) => {
        await win(talk);
        expectNone(await talk.lastWords(waits.quiet), isObject, 'nothing after the winner');
      },
    },
    {
      id: 'winner-leaves',
      level: 'beyond',
      sentence: 'ends when the winner is told',
      clause: 'What hosts need: bots leave after their match',
      needs: ['board-alone'],
      advice: 'Exit at a processed move whose Winner is not 0.',
      run: async (talk) => {
        await win(talk);
        await talk.left(waits.answer, AFTER_WIN);
      },
    },
  ]),
  exitCode(
    check,
    { id: 'winner-code', sentence: 'exits with code 0 when the winner is told', needs: ['winner-leaves'] },
    win,
    AFTER_WIN,
  ),
  inputEnds(check, { clause: HOSTS, needs: ['request'] }, async (talk) => talk.initiate(0)),
  inputEndsThinking(check, { clause: HOSTS, needs: ['input-ends'] }, async (talk) => {
    talk.initiate(0);
    talk.request();
    await talk.listen(waits.thinking);
  }),
];

export const gosChecks: readonly Check[] = [...answeringChecks, ...judgingChecks, ...livingChecks];

/**
 * A bot is silent until it is asked, and then attacks by the rules. The wrong form of enums crashes some bots, so each
 * form has a probe.
 */
const probeWith = (form: EnumForm): Probe => ({
  way: `with enums as ${form}s`,
  async run(wire: CheckWire) {
    const talk = new GosTalk(wire);
    talk.initiate(0, form);
    const early = (await talk.lastWords(settling)).some(({ message }) => isAnswer(message));
    if (early) throw new Breach('silence before the first move request', 'a move');
    talk.request();
    const answer = await talk.answered(patience);
    expectLegal(answer);
    expectNone(await talk.lastWords(settling), isAnswer, 'one move for one request');
    return { how: `answered the first move request by a legal attack, \`${answer.text}\``, sure: true };
  },
});

export const gosProbes: readonly Probe[] = [probeWith('string'), probeWith('number')];
