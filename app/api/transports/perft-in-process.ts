import { createRouterClient } from '@orpc/server';
import { perft } from '../handlers/perft.ts';
import type { LocalClient } from './in-process.ts';

/** The perft call only: it needs no host and loads little code. */
export type PerftClient = { readonly jobs: Pick<LocalClient['jobs'], 'perft'> };

export const perftClient = (): PerftClient => createRouterClient({ jobs: { perft } }, { context: {} });
