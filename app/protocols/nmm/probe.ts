/** An engine says `ready` unasked, and then places a man in a new game. */
import { morris } from '../../games/morris/index.ts';
import type { CheckWire } from '../conformance.ts';
import { hearOut, patience, type Probe } from '../probing.ts';
import { waits } from '../check-talk.ts';
import { expectLegal, isAnswer, NmmTalk } from './checks/nmm-talk.ts';

export const nmmProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new NmmTalk(wire);
    await talk.until(
      ({ heard }) => (heard.kind === 'ready' ? true : undefined),
      patience,
      '`ready` when it has started',
    );
    await hearOut(talk, isAnswer, 'go noplay');
    talk.send('init', 'newgame', 'go noplay');
    const early = (await talk.lastWords(waits.thinking)).find(({ message }) => isAnswer(message));
    if (!early) talk.send('stop');
    const answer = early ?? (await talk.answered('`bestmove` after `go noplay` and `stop`', patience));
    expectLegal(morris.initial(), answer);
    return {
      how: `said \`ready\` by itself and answered \`go noplay\` by a legal move, \`${answer.line.trim()}\``,
      sure: true,
    };
  },
};
