import { implement } from '@orpc/server';
import { localContract } from '../contract/local.ts';
import type { Core } from '../core.ts';
import { refusalOf } from '../refusal.ts';

/** What handlers are given that need the host. */
export interface Context {
  readonly core: Core;
}

/** Whatever a handler throws for a person to read becomes a refusal. */
async function tellingRefusals<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The contract, ready for its handlers. */
export const os = implement(localContract)
  .$context<Context>()
  .use(({ next }) => tellingRefusals(() => next()));

/** The same for handlers that need no host: they can be asked where none is open. */
export const anyone = implement(localContract).use(({ next }) => tellingRefusals(() => next()));
