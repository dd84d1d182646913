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
  /** When what was said of it last came in, in ms; null where nothing was. */
  heardAt: number | null;
  /** A blank line came that did not end it. */
  closed: boolean;
  /** It is a `name` whose answer is known, whoever sent it: see `fence.ts`. */
  readonly isFence: boolean;
  /** The sender went on to the next command after this one had been silent for long, and waits no more. */
  passed: boolean;
}

export const askedBy = (
  command: Command,
  line: string,
  purpose: Purpose | null,
  sent: number,
  now: number,
  fence: boolean,
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
  heardAt: null,
  closed: false,
  isFence: fence,
  passed: false,
});

/** What became of a line, or of a command. */
export type Outcome =
  | { readonly kind: 'answered'; readonly asked: Asked; readonly answered: Answered }
  /** A later command was answered and this one was not. */
  | { readonly kind: 'missing'; readonly asked: Asked }
  /** Answers nothing. */
  | { readonly kind: 'stale'; readonly text: string }
  /** A line that is part of an answer, or a blank line. */
  | { readonly kind: 'part'; readonly what: string }
  /** A line that is no part of any answer. */
  | { readonly kind: 'aside'; readonly text: string };

/** What one line brought about, in order, and what departs from the text in it. */
export interface Heard {
  readonly heard: readonly Outcome[];
  readonly faults: readonly Fault[];
}
