import type { Capabilities, Limit, ProtocolSetting } from '../../app/api/contract.ts';

export const DEFAULT_LIMIT: Limit = { kind: 'time', seconds: 1 };

/** Figures to begin with when the kind of limit is changed. */
export const startingLimit = (kind: 'time' | 'depth'): Limit =>
  kind === 'time' ? DEFAULT_LIMIT : { kind: 'depth', plies: 8 };

/** Whether engines of a protocol can be told of any limit. */
export const isLimited = (able: Pick<Capabilities, 'time' | 'depth'> | null): boolean =>
  able === null || able.time || able.depth;

/** The limit itself where the protocol can say it, or else the usual one. */
export function fitLimit(limit: Limit, able: Pick<Capabilities, 'time' | 'depth'> | null): Limit {
  if (able === null) return limit;
  if (!isLimited(able)) return { kind: 'none' };
  if (limit.kind !== 'none' && able[limit.kind]) return limit;
  return startingLimit(able.time ? 'time' : 'depth');
}

/**
 * What an engine's own settings say of how long it may think: `first move 5 s, move 3 s`. Empty where its protocol has
 * no such settings.
 * @param chosen by the setting's id; what is not there is as it is by default
 */
export const ownLimitWords = (
  settings: readonly ProtocolSetting[],
  chosen: Readonly<Record<string, string>>,
): string =>
  settings
    .filter(({ isLimit }) => isLimit)
    .map(({ id, label, values, default: usual }) => {
      const value = chosen[id] ?? usual;
      return `${label.toLowerCase()} ${values.find((each) => each.value === value)?.label ?? value}`;
    })
    .join(', ');
