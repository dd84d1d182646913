/** NMM: what an engine tells while it thinks. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { quoted } from '../../faults.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { decodeMessage } from '../messages.ts';
import { oddity, type OddityName } from '../oddities.ts';
import { check, type NmmTalk } from './nmm-talk.ts';

const INFO = 'NMM, Messages From Engine To GUI, info';

async function expectWithout(talk: NmmTalk, names: readonly OddityName[], expected: string) {
  const infos = await talk.infos();
  for (const { line } of infos) {
    const fault = decodeMessage(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
  return infos.length === 0 ? notOffered : undefined;
}

export const informingChecks: readonly Check[] = [
  check(
    {
      id: 'info-between',
      level: 'must',
      sentence: 'tells nothing by `info` after its `bestmove`',
      clause: INFO,
      needs: ['go'],
      advice: 'Print the last `info` before `bestmove`: one behind it is taken for the next search’s.',
    },
    async (talk) => {
      await talk.begin();
      await talk.go();
      await talk.listen(waits.quiet);
      const end = talk.said.findIndex(({ message: { heard } }) => heard.kind === 'bestmove');
      const behind = end < 0 ? [] : talk.said.slice(end);
      expectNone(behind, ({ heard }) => heard.kind === 'info', 'no `info` after `bestmove`');
    },
  ),
  check(
    {
      id: 'info-readable',
      level: 'must',
      sentence: 'writes `info` with a time, and with numbers behind each of its words',
      clause: INFO,
      needs: ['go'],
      advice:
        'Write `info time 0.01`, and behind it `eval` and `nodes` with a number each, where you know them.',
    },
    (talk) =>
      expectWithout(
        talk,
        ['missing-time', 'missing-value', 'unreadable-value'],
        'a time, and a number behind each of `time`, `eval` and `nodes`',
      ),
  ),
  check(
    {
      id: 'info-order',
      level: 'should',
      sentence: 'writes `time`, `eval` and `nodes` in this order, each once',
      clause: INFO,
      needs: ['info-readable'],
      advice: 'Keep to the order of the text; an `info` of one value less leaves out its word too.',
    },
    (talk) => expectWithout(talk, ['info-order', 'repeated-value'], 'time, eval, nodes, each at most once'),
  ),
  check(
    {
      id: 'info-grows',
      level: 'should',
      sentence: 'tells of no less time and no fewer nodes than before in the same search',
      clause: INFO,
      needs: ['info-readable'],
      advice: 'Count both from `go` on, over all iterations of a search.',
    },
    async (talk) => {
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
  ),
  check(
    {
      id: 'info-seconds',
      level: 'beyond',
      sentence: 'tells its time in seconds',
      clause: 'What GUIs need: the text names no unit, and real engines and GUIs take seconds',
      needs: ['info-readable'],
      advice: 'Divide milliseconds by 1000, and begin to count at `go`.',
    },
    async (talk) => {
      const infos = await talk.infos();
      // Since the engine was started, and so longer than since `go`.
      const passed = talk.now / 1000;
      const far = infos.find(({ message: { time } }) => time !== null && time > passed + 1);
      if (far) throw new Breach(`no more than ${Math.ceil(passed)} s, which have passed`, quoted(far.line));
      return infos.length === 0 ? notOffered : undefined;
    },
  ),
];
