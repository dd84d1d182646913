/** Names of files in a bundle, beside `bundledJournal`. */

/** The lines that were sent, for pipes. */
export const sentLines = 'sent.txt';
export const versionFile = 'version.txt';
