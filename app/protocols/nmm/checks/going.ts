/** NMM: `go` and the move that answers it. */
import { morris } from '../../../games/morris/index.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { Breach, notOffered } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import type { OddityName } from '../messages.ts';
import { expectLegal, expectWithout, isAnswer, table, type NmmTalk } from './nmm-talk.ts';

const GO = 'NMM, Messages From GUI To Engine, go';
const NEWGAME = 'NMM, Messages From GUI To Engine, newgame';
const MOVES = 'NMM, Notation, Moves';
const BESTMOVE = 'NMM, Messages From Engine To GUI, bestmove';
const STOP = 'NMM, Messages From GUI To Engine, stop';

export const goingChecks = table([
  {
    id: 'go',
    sentence: 'answers `go` with `bestmove`, at `stop` at the latest',
    clause: GO,
    needs: ['ready'],
    advice:
      'Think at `go`, also where no `newgame` came before, and print `bestmove` and the move when you are done or stopped.',
    run: async (talk) => {
      await talk.begin();
      await talk.go();
    },
  },
  {
    id: 'newgame-first',
    sentence: 'answers `go` behind a first `newgame`, too',
    clause: NEWGAME,
    needs: ['go'],
    advice: '`newgame` is not necessary before the first game, and not forbidden either.',
    run: async (talk) => {
      await talk.begin('newgame');
      await talk.go();
    },
  },
  {
    id: 'bestmove-once',
    sentence: 'says `bestmove` once for a `go`',
    clause: BESTMOVE,
    needs: ['go'],
    advice:
      'Print `bestmove` in one place only, whether the search ends by itself or by `stop`; a second one would be taken for the answer to the next `go`.',
    run: async (talk) => {
      await talk.begin();
      await talk.go();
      const before = talk.said.filter(({ message }) => isAnswer(message)).length;
      const more = await talk.listen(waits.quiet);
      if (before > 1) throw new Breach('one `bestmove` for a `go`', `${before}`);
      expectNone(more, isAnswer, 'one `bestmove` for a `go`');
    },
  },
  {
    id: 'bestmove-form',
    sentence: 'writes a move of the text’s form behind `bestmove`',
    clause: MOVES,
    needs: ['go'],
    advice: 'Write a placing as `P4`, a move as `M0-1`, and `T15` behind either where a man is taken.',
    run: async (talk) => {
      await talk.begin();
      const { line, message } = await talk.go();
      if (message.heard.kind !== 'bestmove') throw new Breach('`bestmove` and a move like P4', quoted(line));
    },
  },
  {
    id: 'points-numbered',
    sentence: 'writes the points of its moves as numbers from 0 to 23',
    clause: MOVES,
    needs: ['bestmove-form'],
    advice:
      'Number the points from top to bottom and left to right. Names like `Pa7` are understood by GUIs that know of them only.',
    run: async (talk) => {
      await talk.begin();
      const { line, message } = await talk.go();
      if (message.heard.kind === 'bestmove' && message.heard.read.notation !== 'index')
        throw new Breach('numbered points', quoted(line));
    },
  },
  {
    id: 'legal-start',
    sentence: 'places a man at the beginning of a game',
    clause: BESTMOVE,
    needs: ['bestmove-form'],
    advice: 'The board is empty and White to move where nothing else was told: answer with `P` and a point.',
    run: async (talk) => {
      await talk.begin();
      await talk.legal(morris.initial());
    },
  },
  {
    id: 'stop-prompt',
    level: 'should',
    sentence: `answers within ${waits.prompt / 1000} s of \`stop\``,
    clause: STOP,
    needs: ['go'],
    advice: 'Look whether you were stopped every few thousand positions, in every loop that can take long.',
    run: async (talk) => {
      await talk.begin();
      if (await talk.think()) return;
      talk.send('stop');
      await talk.answered('`bestmove` after `stop`', waits.prompt);
    },
  },
  {
    id: 'stop-early',
    sentence: 'has a legal move even when `stop` follows `go` directly',
    clause: STOP,
    needs: ['legal-start'],
    advice:
      'Choose some legal move before the search begins, and clear the mark of a `stop` before `go` is read, not after.',
    run: async (talk) => {
      await talk.begin('go', 'stop');
      expectLegal(morris.initial(), await talk.answered('`bestmove` after `go` and `stop`'));
    },
  },
  {
    id: 'stop-idle',
    sentence: 'does nothing at `stop` when it is not thinking',
    clause: STOP,
    needs: ['go'],
    advice: 'Ignore a `stop` that comes before any `go`: no answer, and the next `go` as usual.',
    run: async (talk) => {
      await talk.settle();
      talk.send('stop');
      await talk.quiet('nothing after a `stop` without `go`');
      await talk.go();
    },
  },
  {
    id: 'stop-late',
    sentence: 'does nothing at a `stop` that comes after its `bestmove`',
    clause: STOP,
    needs: ['go'],
    advice: 'A `stop` may cross your `bestmove`: the answer has been given, and no second one is due.',
    run: async (talk) => {
      await talk.begin();
      await talk.go();
      await talk.listen(waits.thinking);
      talk.send('stop');
      await talk.quiet('nothing after a `stop` behind `bestmove`');
    },
  },
]);

const INFO = 'NMM, Messages From Engine To GUI, info';

const infosWithout = (names: readonly OddityName[], expected: string) => async (talk: NmmTalk) => {
  const infos = await talk.infos();
  expectWithout(infos, names, expected);
  return infos.length === 0 ? notOffered : undefined;
};

export const informingChecks = table([
  {
    id: 'info-between',
    sentence: 'tells nothing by `info` after its `bestmove`',
    clause: INFO,
    needs: ['go'],
    advice: 'Print the last `info` before `bestmove`: one behind it is taken for the next search’s.',
    run: async (talk) => {
      await talk.begin();
      await talk.go();
      await talk.listen(waits.quiet);
      const end = talk.said.findIndex(({ message: { heard } }) => heard.kind === 'bestmove');
      const behind = end < 0 ? [] : talk.said.slice(end);
      expectNone(behind, ({ heard }) => heard.kind === 'info', 'no `info` after `bestmove`');
    },
  },
  {
    id: 'info-readable',
    sentence: 'writes `info` with a time, and with a value behind each of its words',
    clause: INFO,
    needs: ['go'],
    advice:
      'Write `info time 0.01`, and behind it `eval` and `nodes` with their values, where you know them: time and nodes are numbers.',
    run: infosWithout(
      ['missing-time', 'missing-value', 'unreadable-value'],
      'a time, numbers behind `time` and `nodes`, and a value behind `eval`',
    ),
  },
  {
    id: 'info-order',
    level: 'should',
    sentence: 'writes `time`, `eval` and `nodes` in this order, each once',
    clause: INFO,
    needs: ['info-readable'],
    advice: 'Keep to the order of the text; an `info` of one value less leaves out its word too.',
    run: infosWithout(['info-order', 'repeated-value'], 'time, eval, nodes, each at most once'),
  },
  {
    id: 'info-eval',
    level: 'beyond',
    sentence: 'writes a number behind `eval`',
    clause:
      'What GUIs need: the text leaves the form of eval to the engine, and only a number can be a score',
    needs: ['info-readable'],
    advice: 'Write the advantage of the side to move as a number, in men or in any other unit.',
    run: infosWithout(['unreadable-eval'], 'a number behind `eval`'),
  },
  {
    id: 'info-grows',
    level: 'should',
    sentence: 'tells of no less time and no fewer nodes than before in the same search',
    clause: INFO,
    needs: ['info-readable'],
    advice: 'Count both from `go` on, over all iterations of a search.',
    run: async (talk) => {
      const infos = await talk.infos();
      for (const word of ['time', 'nodes'] as const) {
        let last = -Infinity;
        for (const { line, message } of infos) {
          const value = message[word];
          if (value === null) continue;
          if (value < last) throw new Breach(`${word} of ${last} or more`, quoted(line));
          last = value;
        }
      }
      return infos.length === 0 ? notOffered : undefined;
    },
  },
  {
    id: 'info-seconds',
    level: 'beyond',
    sentence: 'tells its time in seconds',
    clause: 'What GUIs need: the text names no unit, and real engines and GUIs take seconds',
    needs: ['info-readable'],
    advice: 'Divide milliseconds by 1000, and begin to count at `go`.',
    run: async (talk) => {
      const infos = await talk.infos();
      // Measured from the start of the process, so longer than since `go`.
      const passed = talk.now / 1000;
      const far = infos.find(({ message: { time } }) => time !== null && time > passed + 1);
      if (far) throw new Breach(`no more than ${Math.ceil(passed)} s, which have passed`, quoted(far.line));
      return infos.length === 0 ? notOffered : undefined;
    },
  },
]);
