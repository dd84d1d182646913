/** What this window has copied last: pasted again, it is read as what it was. */
export const copied: { text: string | null; game: string } = { text: null, game: '' };
