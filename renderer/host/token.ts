/**
 * The token that the host printed comes in the address's fragment, which no browser sends anywhere. It is
 * kept for this tab, so that a reload works, and taken out of the address bar, so that it is not copied or
 * bookmarked by accident.
 */
const KEY = 'plywire.token';

export interface Page {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** The token in an address's fragment; null if none. */
export const tokenIn = (hash: string): string | null =>
  new URLSearchParams(hash.slice(1)).get('token') || null;

/** Null where neither the address nor this tab has a token. */
export function takeToken({ location, history, storage }: Page): string | null {
  const token = tokenIn(location.hash);
  if (token === null) return storage.getItem(KEY);
  storage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
