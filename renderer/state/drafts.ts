/** What the user has typed and the host does not have yet, such as a comment: to be stored before a game is saved. */
const stores = new Set<() => Promise<boolean>>();

/**
 * @param store stores what was typed; resolves with whether anything was
 * @returns a function that takes it back
 */
export function addDraft(store: () => Promise<boolean>): () => void {
  stores.add(store);
  return () => void stores.delete(store);
}

/** Resolves when the host has everything that was typed, or has refused it, with whether anything was typed. */
export const storeDrafts = async (): Promise<boolean> =>
  (await Promise.all([...stores].map((store) => store()))).includes(true);
