import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import type { localContract } from '../contract/local.ts';
import type { Core } from '../core.ts';
import { localRouter } from '../router.ts';

export type LocalClient = ContractRouterClient<typeof localContract>;

/** The contract in process, for the command line; includes the calls that take a path. */
export function localClient(core: Core): LocalClient {
  return createRouterClient(localRouter, { context: { core } });
}
