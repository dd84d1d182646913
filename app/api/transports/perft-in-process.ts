import { createRouterClient } from '@orpc/server';
import { perft } from '../handlers/perft.ts';
import type { LocalClient } from './in-process.ts';

/** Of the contract only the counting, for which no host is opened and little is loaded. */
export type PerftClient = { readonly jobs: Pick<LocalClient['jobs'], 'perft'> };

export const perftClient = (): PerftClient => createRouterClient({ jobs: { perft } }, { context: {} });
