import type { Capabilities, Limit, ProtocolSetting } from '../../app/api/contract.ts';

export const DEFAULT_LIMIT: Limit = { kind: 'time', seconds: 1 };

/** The limit proposed when the user changes the kind of limit. */
export const startingLimit = (kind: 'time' | 'depth'): Limit =>
  kind === 'time' ? DEFAULT_LIMIT : { kind: 'depth', plies: 8 };

/** Whether a protocol can set a limit; true while its capabilities are unknown. */
export const isLimited = (able: Pick<Capabilities, 'time' | 'depth'> | null): boolean =>
  able === null || able.time || able.depth;

/** The limit itself if the protocol can set it, otherwise the usual one; `none` if the protocol sets no limit. */
export function fitLimit(limit: Limit, able: Pick<Capabilities, 'time' | 'depth'> | null): Limit {
  if (able === null) return limit;
  if (!isLimited(able)) return { kind: 'none' };
  if (limit.kind !== 'none' && able[limit.kind]) return limit;
  return startingLimit(able.time ? 'time' : 'depth');
}

/**
 * The limit that an engine's own settings give: `first move 5 s, move 3 s`. Empty if its protocol has no such settings.
 * @param chosen values by the setting's id; a missing setting has its default
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
