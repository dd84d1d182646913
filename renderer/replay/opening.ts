/** How a recording is opened. */
export interface ReplayOpening {
  /** What a file is called; a recording of another kind has its name. */
  readonly name?: string;
  /** Where to begin, if not with its first line. */
  readonly at?: ReplayPlace | null;
}

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
