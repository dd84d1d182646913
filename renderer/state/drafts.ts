/** What the user has typed and the host does not have yet, such as a comment: to be stored before a game is saved. */
export interface Draft {
  /** Stores what was typed; resolves with whether anything was. */
  readonly store: () => Promise<boolean>;
  /** Whether something was typed that the host cannot be given now. */
  readonly isStuck: () => boolean;
}

const drafts = new Set<Draft>();

/** @returns a function that takes it back */
export function addDraft(draft: Draft): () => void {
  drafts.add(draft);
  return () => void drafts.delete(draft);
}

/** Resolves when the host has everything that was typed, or has refused it, with whether anything was typed. */
export const storeDrafts = async (): Promise<boolean> =>
  (await Promise.all([...drafts].map(({ store }) => store()))).includes(true);

/** Whether something that was typed would be lost with the window. */
export const hasStuckDrafts = (): boolean => [...drafts].some(({ isStuck }) => isStuck());
