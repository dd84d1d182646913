/**
 * Reads the token from the fragment of the address, which browsers send nowhere. Keeps it for this tab, so that a
 * reload works, and removes it from the address bar, so that it is not copied or bookmarked by accident.
 */
const KEY = 'plywire.token';

export interface Page {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** The token in an address's fragment; null if there is none. */
export const tokenIn = (hash: string): string | null =>
  new URLSearchParams(hash.slice(1)).get('token') || null;

/** Null if neither the address nor this tab has a token. */
export function takeToken({ location, history, storage }: Page): string | null {
  const token = tokenIn(location.hash);
  if (token === null) return storage.getItem(KEY);
  storage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
