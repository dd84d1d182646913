/** Keys of the options of a search, while its field has the focus. */
export type SearchOption = 'exact' | 'regex' | 'filter';

const options: Readonly<Record<string, SearchOption>> = { KeyC: 'exact', KeyR: 'regex', KeyF: 'filter' };

/** By where the key is: with Alt some keyboards write another letter. */
export function searchKey({
  altKey,
  ctrlKey,
  metaKey,
  code,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>): SearchOption | null {
  return altKey && !ctrlKey && !metaKey ? (options[code] ?? null) : null;
}
