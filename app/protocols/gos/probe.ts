/**
 * A bot is silent until it is asked, and then attacks by the rules. The wrong form of enums kills some bots, so each form
 * has a probe.
 */
import { expectNone } from '../check-talk.ts';
import { Breach, type CheckWire } from '../conformance.ts';
import { patience, type Probe, settling } from '../probing.ts';
import { expectLegal, GosTalk, isAnswer } from './checks/gos-talk.ts';
import type { EnumForm } from './settings.ts';

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
