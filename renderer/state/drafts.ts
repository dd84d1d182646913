/** What the user has typed and the host does not have yet, such as a comment: to be stored before a game is saved. */
const stores = new Set<() => Promise<unknown>>();

/** @param store stores what was typed, if anything was. @returns a function that takes it back */
export function addDraft(store: () => Promise<unknown>): () => void {
  stores.add(store);
  return () => void stores.delete(store);
}

/** Resolves when the host has everything that was typed, or has refused it. */
export const storeDrafts = async (): Promise<void> => {
  await Promise.all([...stores].map((store) => store()));
};
