/** How recorded lines are sent again: when they were, or as fast as the answers allow. */
export const paces = ['recorded', 'fast'] as const;
export type Pace = (typeof paces)[number];
