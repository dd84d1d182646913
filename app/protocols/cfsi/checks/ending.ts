/** CFSI: what may arrive while a play runs, and how plays and the server end. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { HOSTS, inputEnds, inputEndsThinking } from '../../leaving.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { check, endless, isBestmove, isKind, table, usual, type CfsiTalk } from './cfsi-talk.ts';

const PING = 'CFSI, Commands, ping';
const QUIT = 'CFSI, Commands, quit';
const STOP = 'CFSI, Commands, stop';

const CUT = '`bestmove` for the play that `quit` ends';

/** Whether the play has ended by itself. */
const hasAnswered = ({ said }: CfsiTalk): boolean => said.some(({ message }) => isBestmove(message));

const isAnswer = isKind('bestmove', 'unreadable-bestmove', 'pong', 'started');

export const endingChecks: readonly Check[] = [
  ...table([
    {
      id: 'deep-play',
      sentence: `takes a \`play\` of ${endless.depth} plies`,
      clause: 'CFSI, Commands, play, depth',
      needs: ['board-sizes'],
      advice:
        'Take every depth above zero; beyond the empty cells of the board it is the whole game. Scores of late plies are small: keep them in doubles.',
      run: async (talk) => void (await talk.think()),
    },
    {
      id: 'ping-thinking',
      sentence: 'answers `ping` while it works on a play',
      clause: PING,
      needs: ['ping', 'deep-play'],
      advice: 'Read stdin while the search runs, and print `pong` from there without waiting for the search.',
      from: 'play',
      run: (talk) => talk.ping(),
    },
    {
      id: 'ping-thinking-prompt',
      level: 'should',
      sentence: `answers \`ping\` within ${waits.prompt / 1000} s while it works on a play`,
      clause: PING,
      needs: ['ping-thinking'],
      advice: 'Read stdin in a thread of its own: the text wants the answer immediately.',
      from: 'play',
      run: (talk) => talk.ping(waits.prompt),
    },
    {
      id: 'info-plies',
      level: 'should',
      sentence: 'tells by `info --plies` a number that grows while it works on a play',
      clause: 'CFSI, Responses, info',
      needs: ['deep-play'],
      advice: 'Print the count of plies played since this play began, as a whole number.',
      run: async (talk) => {
        talk.play(endless);
        let last = -1;
        let seen = false;
        for (const { line, message } of await talk.listen(2 * waits.prompt)) {
          if (message.kind !== 'info' || !/ --plies\b/i.test(line)) continue;
          seen = true;
          if (message.plies === null) throw new Breach('a whole number behind `--plies`', `\`${line}\``);
          if (message.plies < last) throw new Breach(`no less than ${last} plies`, `\`${line}\``);
          last = message.plies;
        }
        return seen ? undefined : notOffered;
      },
    },
    {
      id: 'quit-ends-play',
      sentence: 'ends a running play at `quit` and answers it with `bestmove`',
      clause: QUIT,
      needs: ['play', 'deep-play'],
      advice:
        'End the search at `quit` and answer with the best column so far: each play is answered, this one too.',
      from: 'play',
      run: async (talk) => {
        talk.send('quit');
        if (!hasAnswered(talk)) await talk.answered(CUT);
      },
    },
    {
      id: 'quit-prompt',
      level: 'should',
      sentence: `ends a play within ${waits.prompt / 1000} s of \`quit\``,
      clause: QUIT,
      needs: ['quit-ends-play'],
      advice: 'Look at the quit flag every few thousand positions, in every loop that can take long.',
      from: 'play',
      run: async (talk) => {
        if (hasAnswered(talk)) return;
        talk.send('quit');
        await talk.answered(CUT, waits.prompt);
      },
    },
    {
      id: 'quit-pending',
      sentence: 'answers every pending play at `quit`, too',
      clause: QUIT,
      needs: ['quit-ends-play', 'plays-each'],
      advice: 'Go through the queue at `quit`: each play in it gets its `bestmove`.',
      run: async (talk) => {
        talk.play(endless);
        talk.play(endless);
        await talk.listen(waits.thinking);
        talk.send('quit');
        const before = talk.said.filter(({ message }) => isBestmove(message)).length;
        for (let count = before; count < 2; count++)
          await talk.answered('two `bestmove` for two plays and `quit`');
      },
    },
    {
      id: 'quit-idle',
      sentence: 'says nothing at `quit` where no play is under way',
      clause: QUIT,
      needs: ['started'],
      advice: '`quit` has no answer of its own.',
      run: async (talk) => {
        talk.send('quit');
        await talk.quiet('no `bestmove` where no play is owed one', 'bestmove', 'unreadable-bestmove');
      },
    },
    {
      id: 'play-after-quit',
      sentence: 'accepts plays after `quit`',
      clause: QUIT,
      needs: ['quit-ends-play'],
      advice: '`quit` ends plays and not the server: clear its flag when the queue is empty, and continue.',
      from: 'play',
      run: async (talk) => {
        talk.send('quit');
        if (!hasAnswered(talk)) await talk.answered(CUT);
        await talk.listen(waits.thinking);
        talk.play(usual);
        await talk.answered('`bestmove` for a play after `quit`');
      },
    },
    {
      id: 'stop-deaf',
      sentence: 'answers no command after `stop`',
      clause: STOP,
      needs: ['ping', 'play'],
      advice: 'Exit at `stop`, or at least accept and answer nothing more.',
      run: async (talk) => {
        await talk.listen(waits.thinking);
        talk.send('stop', 'ping');
        talk.play(usual);
        expectNone(await talk.lastWords(waits.quiet), isAnswer, 'no answer after `stop`');
      },
    },
    {
      id: 'stop-ends-play',
      sentence: 'does not answer a play that `stop` has ended',
      clause: STOP,
      needs: ['deep-play'],
      advice: 'At `stop` drop what runs and what waits: no `bestmove` comes for it.',
      from: 'play',
      run: async (talk) => {
        talk.send('stop');
        expectNone(await talk.lastWords(waits.quiet), isAnswer, 'no `bestmove` after `stop`');
      },
    },
    {
      id: 'stop-silent',
      level: 'should',
      sentence: 'says nothing at all after `stop`',
      clause: STOP,
      needs: ['started'],
      advice: 'Print no farewell, or write it to stderr.',
      run: async (talk) => {
        await talk.listen(waits.thinking);
        talk.send('stop');
        expectNone(await talk.lastWords(waits.quiet), () => true, 'no message after `stop`');
      },
    },
    {
      id: 'stop-exits',
      level: 'beyond',
      sentence: 'ends the process at `stop`',
      clause: HOSTS,
      needs: ['started'],
      advice: 'Exit at `stop`: a server that accepts nothing has no use.',
      run: async (talk) => {
        talk.send('stop');
        await talk.left(waits.answer, 'the end of the process after `stop`');
      },
    },
  ]),
  inputEnds(check, { needs: ['started'] }, (talk) => talk.start()),
  inputEndsThinking(
    check,
    {
      sentence: 'ends when its input is closed while it works on a play',
      needs: ['input-ends', 'deep-play'],
    },
    async (talk) => {
      await talk.start();
      await talk.think();
    },
  ),
];
