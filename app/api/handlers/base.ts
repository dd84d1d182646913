import { implement } from '@orpc/server';
import { localContract } from '../contract/local.ts';
import type { Core } from '../core.ts';
import { refusalOf } from '../refusal.ts';

/** The context of handlers that need the host. */
export interface Context {
  readonly core: Core;
}

/** Turns the errors that are meant for the user into refusals. */
async function withRefusals<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The contract, ready for its handlers. */
export const os = implement(localContract)
  .$context<Context>()
  .use(({ next }) => withRefusals(() => next()));

/** The same for handlers that need no host and can be called without one. */
export const anyone = implement(localContract).use(({ next }) => withRefusals(() => next()));
