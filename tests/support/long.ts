/**
 * Marks a test or a suite that waits, kills or counts for long: `npm test` leaves it out, `npm run test:long` runs it.
 * The latter finds the files that have such tests by their import of this module.
 */
export const long = { tags: ['long'] };
