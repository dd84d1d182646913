import type { Limit } from '../../app/api/contract.ts';

export const DEFAULT_LIMIT: Limit = { kind: 'time', seconds: 1 };

/** Figures to begin with when the kind of limit is changed. */
export const startingLimit = (kind: Limit['kind']): Limit =>
  kind === 'time' ? DEFAULT_LIMIT : { kind: 'depth', plies: 8 };
