import { implement } from '@orpc/server';
import { localContract } from '../contract.ts';
import type { Core } from '../core.ts';
import { refusalOf } from '../refusal.ts';

/** What every handler is given. */
export interface Context {
  readonly core: Core;
}

/** The contract, ready for its handlers: whatever they throw for a person to read becomes a refusal. */
export const os = implement(localContract)
  .$context<Context>()
  .use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      throw refusalOf(error);
    }
  });
