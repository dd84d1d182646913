/** What can be replayed, and where to begin. */

/** A recording by what this page may know of it. */
export type ReplaySource =
  /** The journal of a session, by its id. */
  | { readonly kind: 'journal'; readonly journal: string }
  /** A file that the host's picker showed or a person dropped. */
  | { readonly kind: 'file'; readonly file: string; readonly name?: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** A bundle, as base64. */
  | { readonly kind: 'zip'; readonly name: string; readonly bytes: string };

/** Where to begin: at a line of the recording, or at a time since it began. */
export interface ReplayPlace {
  readonly line?: number;
  readonly seconds?: number;
  /** At what is notable next after that place, or last before it. */
  readonly beside?: Beside;
}

/** Which way from a line that was looked at elsewhere, in the count of its session: here it is known by its text. */
export interface Beside {
  readonly way: 1 | -1;
  readonly text: string;
}
