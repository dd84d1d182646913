/** `plywire perft`. Loads only the counting part of the contract. */
import { perftClient } from '../api/transports/perft-in-process.ts';
import { positionOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';

export const perft = (output: Output, game: string, depth: number, flags: PositionFlags): Promise<void> =>
  interruptibly(async (signal) => {
    const asked = { ...positionOf(game, flags), depth };
    for await (const event of await perftClient().jobs.perft(asked, { signal })) {
      if (event.kind === 'progress') {
        output.passing(`${(event.share * 100).toFixed(0)} %  ${event.nodes} nodes`);
      } else if (output.json) output.object({ game, depth, nodes: event.nodes });
      else output.line(`perft ${depth}: ${event.nodes} nodes in ${event.seconds.toFixed(3)} s`);
    }
  });
