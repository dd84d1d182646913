/**
 * Commands in comments of PGN, `[%name …]`: the clock, the time spent, evaluations, arrows and rings. `clk`, `emt`, `eval`,
 * `cal` and `csl` are what chess programs read; `pwe` and `pwm` are ours and hold what those cannot.
 *
 * A comment that has such a command as its text is written with a blank more behind the bracket, `[ %eval 3]`, which is a
 * command to no reader; ours takes the blank away again.
 */
import type { Mark, MarkColor } from '../../shapes/tree.ts';
import type { Seat } from '../../games/game.ts';
import { evaluationText, readEvaluation, type Evaluation, type Notes } from './played.ts';

const colours: Readonly<Record<string, MarkColor>> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };
const letterOf = (color: MarkColor): string => color[0]!.toUpperCase();

const plainSpot = /^[A-Za-z]\d{1,2}$/;
/** The value begins with no blank: blanks that two parts could match would take the square of their number to try. */
const command = /\[( *)%([a-z]{1,10})\s+((?:[^[\]\s][^[\]]{0,999})?)\]/g;

/** The most commands of one comment. */
const mostCommands = 1000;

/** In characters: the longest name of a spot. */
const mostSpot = 64;

/** Seconds of `1:02:03.5`, `02:03` or `3.5`; null if it is none. */
function secondsOf(text: string): number | null {
  const match = /^(?:(?:(\d{1,9}):)?(\d{1,4}):)?(\d{1,7}(?:\.\d{1,6})?)$/.exec(text.trim());
  if (match === null) return null;
  const sum = Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
  // The number that the decimals mean, of which the sum misses the last bits.
  return Number(sum.toFixed(6));
}

function timeText(seconds: number): string {
  // Rounded first, so that no part becomes 60.
  const thousandths = Math.round(Math.max(0, seconds) * 1000);
  const hours = Math.floor(thousandths / 3_600_000);
  const minutes = Math.floor((thousandths % 3_600_000) / 60_000);
  const rest = (thousandths % 60_000) / 1000;
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
  return `${hours}:${two(minutes)}:${two(rest)}`;
}

/** Whether a clock is read as it was written: thousandths of a second are, and no time below zero. */
export const isWritableTime = (seconds: number): boolean => secondsOf(timeText(seconds)) === seconds;

const turned = (evaluation: Evaluation): Evaluation => {
  const { score } = evaluation;
  if (score.kind === 'estimate')
    return { ...evaluation, score: { ...score, value: score.value === 0 ? 0 : -score.value } };
  if (score.kind === 'draw') return evaluation;
  return { ...evaluation, score: { ...score, kind: score.kind === 'win' ? 'loss' : 'win' } };
};

/**
 * `eval` is as the side that moves first sees it: a number, or `#` and the plies to the end. Some programs write the depth
 * behind it, for which an evaluation has no place: such a command also stays in the comment.
 */
function readEval(text: string, seat: Seat): Evaluation | null {
  const match = /^(?:#(-?)(\d{1,5})|([+-]?\d{1,8}(?:\.\d{1,12})?))(?:,\d+)?$/.exec(text.trim());
  if (match === null) return null;
  const ofFirst: Evaluation =
    match[3] !== undefined
      ? { by: '', score: { kind: 'estimate', value: Number(match[3]) } }
      : { by: '', score: { kind: match[1] === '-' ? 'loss' : 'win', plies: Number(match[2]) } };
  return seat === 0 ? ofFirst : turned(ofFirst);
}

function evalText(evaluation: Evaluation, seat: Seat): string | null {
  const { score } = seat === 0 ? evaluation : turned(evaluation);
  if (score.kind === 'estimate') {
    // An exponent is unknown to readers.
    return Math.abs(score.value) >= 1e7 ? null : String(Number(score.value.toFixed(6)));
  }
  if (score.kind === 'draw') return '0';
  return score.plies === null ? null : `#${score.kind === 'loss' ? '-' : ''}${score.plies}`;
}

function readSpots(text: string, colour: boolean): Mark[] {
  return text.split(',').flatMap((word): Mark[] => {
    const match = /^\s*([GRBY])([A-Za-z]\d{1,2})([A-Za-z]\d{1,2})?\s*$/.exec(word);
    if (match === null || (match[3] !== undefined) !== colour) return [];
    return [{ color: colours[match[1]!]!, from: match[2]!, to: match[3] ?? null }];
  });
}

type Said =
  | { readonly kind: 'clock' | 'spent'; readonly seconds: number }
  | { readonly kind: 'eval'; readonly evaluation: Evaluation; readonly hasDepth: boolean }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation }
  | { readonly kind: 'marks'; readonly marks: readonly Mark[] };

/** What a command says; null if it is none of ours, or says nothing that can be read. */
function saidBy(name: string, value: string, seat: Seat): Said | null {
  switch (name) {
    case 'clk':
    case 'emt': {
      const seconds = secondsOf(value);
      return seconds === null ? null : { kind: name === 'clk' ? 'clock' : 'spent', seconds };
    }
    case 'eval': {
      const evaluation = readEval(value, seat);
      return evaluation && { kind: 'eval', evaluation, hasDepth: value.includes(',') };
    }
    case 'pwe': {
      const evaluation = readEvaluation(unescaped(value));
      return evaluation && { kind: 'evaluation', evaluation };
    }
    case 'cal':
    case 'csl': {
      const marks = readSpots(value, name === 'cal');
      return marks.length === 0 ? null : { kind: 'marks', marks };
    }
    case 'pwm': {
      const [letter, from, to = null, ...rest] = value.split(' ').map(unescaped);
      const color = /^[GRBY]$/.test(letter!) ? colours[letter!] : undefined;
      if (color === undefined || from === undefined || to === '' || rest.length > 0) return null;
      if (Math.max(from.length, to?.length ?? 0) > mostSpot) return null;
      return { kind: 'marks', marks: [{ color, from, to }] };
    }
    default:
      return null;
  }
}

/** Reads the commands of a comment into notes and gives what is left. @param seat the side to move after the node */
export function readCommands(text: string, notes: Notes, seat: Seat): string {
  if (!text.includes('%')) return text;
  let count = 0;
  let told: Evaluation | null = null;
  const left = text.replace(command, (whole, blanks: string, name: string, value: string) => {
    const said = saidBy(name, value, seat);
    if (said === null) return whole;
    if (blanks !== '') return whole.replace(' ', '');
    if (++count > mostCommands) return whole;
    switch (said.kind) {
      case 'clock':
      case 'spent':
        notes[said.kind] = said.seconds;
        break;
      case 'eval':
        told = said.evaluation;
        if (said.hasDepth) return whole;
        break;
      case 'evaluation':
        (notes.evaluations ??= []).push(said.evaluation);
        break;
      case 'marks':
        (notes.marks ??= []).push(...said.marks);
    }
    return '';
  });
  if (told !== null && notes.evaluations === undefined) notes.evaluations = [told];
  return left;
}

/** A text as a comment in braces, of which `readCommands` reads no command. There is no way to write a brace. */
export const commentText = (text: string): string =>
  text
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    // The side that a value is seen from changes nothing about whether it can be read.
    .replace(command, (whole, _, name: string, value: string) =>
      saidBy(name, value, 0) === null ? whole : whole.replace('[', '[ '),
    );

/** What would end a command or a comment, and blanks, which are escaped in names of spots. */
const signs: readonly (readonly [sign: string, code: string])[] = [
  ['[', '%5B'],
  [']', '%5D'],
  ['{', '%7B'],
  ['}', '%7D'],
  ['%', '%25'],
  [' ', '%20'],
];

const escaped = (text: string): string =>
  text.replace(/[[\]{}]|%(?=5B|5D|7B|7D|25|20)/g, (sign) => signs.find(([each]) => each === sign)![1]);

const escapedSpot = (text: string): string => escaped(text).replaceAll(' ', '%20');

const unescaped = (text: string): string =>
  text.replace(/%(?:5B|5D|7B|7D|25|20)/g, (code) => signs.find(([, each]) => each === code)![0]);

/** The commands of a node, in a fixed order; empty if it has none. */
export function commandsText({ clock, spent, evaluations = [], marks = [] }: Notes, seat: Seat): string {
  const words: string[] = [];
  if (clock !== undefined) words.push(`[%clk ${timeText(clock)}]`);
  if (spent !== undefined) words.push(`[%emt ${timeText(spent)}]`);
  const first = evaluations[0] === undefined ? null : evalText(evaluations[0], seat);
  if (first !== null) words.push(`[%eval ${first}]`);
  for (const evaluation of evaluations) words.push(`[%pwe ${escaped(evaluationText(evaluation))}]`);
  const plain = marks.filter(({ from, to }) => plainSpot.test(from) && (to === null || plainSpot.test(to)));
  for (const [name, isArrow] of [
    ['csl', false],
    ['cal', true],
  ] as const) {
    const these = plain.filter(({ to }) => (to !== null) === isArrow);
    if (these.length > 0) {
      words.push(
        `[%${name} ${these.map(({ color, from, to }) => `${letterOf(color)}${from}${to ?? ''}`).join(',')}]`,
      );
    }
  }
  for (const { color, from, to } of marks) {
    if (plain.some((mark) => mark.color === color && mark.from === from && mark.to === to)) continue;
    words.push(`[%pwm ${letterOf(color)} ${escapedSpot(from)}${to === null ? '' : ` ${escapedSpot(to)}`}]`);
  }
  return words.join(' ');
}
