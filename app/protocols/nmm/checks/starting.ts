/** NMM: what comes before the first search. */
import { type Check } from '../../conformance.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { check } from './nmm-talk.ts';

const READY = 'NMM, Messages From Engine To GUI, ready';
const TIMES = 'NMM, no messages at inappropriate times';

export const startingChecks: readonly Check[] = [
  check(
    {
      id: 'ready',
      level: 'must',
      sentence: 'says `ready` when it has started, unasked',
      clause: READY,
      needs: [],
      advice:
        'Print `ready` with a newline before you read anything, and flush stdout: output to a pipe is held back otherwise. A GUI sends nothing before.',
    },
    (talk) => talk.ready(),
  ),
  check(
    {
      id: 'ready-once',
      level: 'must',
      sentence: 'says `ready` once',
      clause: READY,
      needs: ['ready'],
      advice: 'Print `ready` at the beginning only; `init` and `newgame` have no answer.',
    },
    async (talk) => {
      await talk.begin();
      expectNone(await talk.listen(waits.quiet), ({ heard }) => heard.kind === 'ready', 'one `ready`');
    },
  ),
  check(
    {
      id: 'init-silent',
      level: 'must',
      sentence: 'says nothing of a search at `init`',
      clause: TIMES,
      needs: ['ready'],
      advice: 'Prepare yourself at `init` and print nothing: `bestmove` and `info` belong to `go`.',
    },
    async (talk) => {
      await talk.begin();
      await talk.quiet('neither `bestmove` nor `info` after `init`');
    },
  ),
];
