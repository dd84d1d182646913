/** A command in flight, what has come of its answer, and what may become of it. */
import type { Answered } from './answers.ts';
import { shapeOf, type Command, type Shape } from './commands.ts';
import { quoted, type Fault } from './oddities.ts';
import type { Purpose } from './tasks.ts';

/** Characters of one line of an answer that are kept: three times the widest board. */
export const LINE = 400;

/** What may be the answer, though it has no mark or does not fit. */
interface Candidate {
  readonly text: string;
  /** It began with `=`. */
  readonly marked: boolean;
}

export interface Asked {
  readonly command: Command;
  readonly shape: Shape;
  /** The line as it may be quoted. */
  readonly line: string;
  /** What it was sent for; null where it was not we who sent it. */
  readonly purpose: Purpose | null;
  /** Its number among the lines that went out. */
  readonly sent: number;
  /** When it went out, in ms. */
  readonly at: number;
  /** Since when it is the oldest one, in ms. */
  since: number;
  /** The lines of its answer; null as long as that has not begun. */
  answer: string[] | null;
  /** An `=` was seen. */
  marked: boolean;
  candidates: Candidate[];
  /** A blank line came that did not end it. */
  closed: boolean;
}

export const askedBy = (
  command: Command,
  line: string,
  purpose: Purpose | null,
  sent: number,
  now: number,
): Asked => ({
  command,
  shape: shapeOf(command.name),
  line: quoted(line),
  purpose,
  sent,
  at: now,
  since: now,
  answer: null,
  marked: false,
  candidates: [],
  closed: false,
});

export const isFence = ({ purpose }: Asked): boolean => purpose?.kind === 'fence';

/** What became of a line, or of a command. */
export type Outcome =
  | { readonly kind: 'answered'; readonly asked: Asked; readonly answered: Answered }
  /** A later command was answered and this one was not. */
  | { readonly kind: 'missing'; readonly asked: Asked }
  /** Answers nothing. */
  | { readonly kind: 'stale'; readonly text: string }
  /** A line that is part of an answer, a blank line, or noise. */
  | { readonly kind: 'part'; readonly what: string };

/** What one line brought about, in order, and what departs from the text in it. */
export interface Heard {
  readonly heard: readonly Outcome[];
  readonly faults: readonly Fault[];
}
