/**
 * Commands in comments of PGN, `[%name …]`: the clock, the time spent, evaluations, arrows and rings. `clk`, `emt`, `eval`,
 * `cal` and `csl` are what chess programs read; `pwe` and `pwm` are ours and hold what those cannot.
 */
import type { Mark, MarkColor } from '../../shapes/tree.ts';
import type { Seat } from '../../games/game.ts';
import { evaluationText, readEvaluation, type Evaluation, type Notes } from './played.ts';

const colours: Readonly<Record<string, MarkColor>> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };
const letterOf = (color: MarkColor): string => color[0]!.toUpperCase();

const plainSpot = /^[A-Za-z]\d{1,2}$/;
const command = /\[%([a-z]{1,10})\s+([^[\]]{0,1000})\]/g;

/** Of one comment. */
const mostCommands = 1000;

/** Seconds of `1:02:03.5`, `02:03` or `3.5`; null if it is none. */
function secondsOf(text: string): number | null {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,7}(?:\.\d{1,6})?)$/.exec(text.trim());
  if (match === null) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
}

function timeText(seconds: number): string {
  const whole = Math.max(0, seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = Number((whole % 60).toFixed(3));
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
  return `${hours}:${two(minutes)}:${two(rest)}`;
}

const turned = (evaluation: Evaluation): Evaluation => {
  const { score } = evaluation;
  if (score.kind === 'estimate')
    return { ...evaluation, score: { ...score, value: score.value === 0 ? 0 : -score.value } };
  if (score.kind === 'draw') return evaluation;
  return { ...evaluation, score: { ...score, kind: score.kind === 'win' ? 'loss' : 'win' } };
};

/** `eval` is as the side that moves first sees it: a number, or `#` and the plies to the end. */
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

/** Reads the commands of a comment into notes and gives what is left. @param seat the side to move after the node */
export function readCommands(text: string, notes: Notes, seat: Seat): string {
  if (!text.includes('[%')) return text;
  let count = 0;
  let told: Evaluation | null = null;
  const left = text.replace(command, (whole, name: string, value: string) => {
    if (++count > mostCommands) return whole;
    switch (name) {
      case 'clk':
      case 'emt': {
        const seconds = secondsOf(value);
        if (seconds === null) return whole;
        notes[name === 'clk' ? 'clock' : 'spent'] = seconds;
        return '';
      }
      case 'eval':
        told = readEval(value, seat);
        return told === null ? whole : '';
      case 'pwe': {
        const evaluation = readEvaluation(value);
        if (evaluation === null) return whole;
        (notes.evaluations ??= []).push(evaluation);
        return '';
      }
      case 'cal':
      case 'csl': {
        const marks = readSpots(value, name === 'cal');
        if (marks.length === 0) return whole;
        (notes.marks ??= []).push(...marks);
        return '';
      }
      case 'pwm': {
        const match = /^([GRBY]) ([^ ]{1,64})(?: ([^ ]{1,64}))?$/.exec(value);
        if (match === null) return whole;
        (notes.marks ??= []).push({ color: colours[match[1]!]!, from: match[2]!, to: match[3] ?? null });
        return '';
      }
      default:
        return whole;
    }
  });
  if (told !== null && notes.evaluations === undefined) notes.evaluations = [told];
  return left;
}

const bracketless = (text: string): string => text.replace(/[[\]{}]/g, '');

/** The commands of a node, in a fixed order; empty if it has none. */
export function commandsText({ clock, spent, evaluations = [], marks = [] }: Notes, seat: Seat): string {
  const words: string[] = [];
  if (clock !== undefined) words.push(`[%clk ${timeText(clock)}]`);
  if (spent !== undefined) words.push(`[%emt ${timeText(spent)}]`);
  const first = evaluations[0] === undefined ? null : evalText(evaluations[0], seat);
  if (first !== null) words.push(`[%eval ${first}]`);
  for (const evaluation of evaluations) words.push(`[%pwe ${bracketless(evaluationText(evaluation))}]`);
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
    words.push(`[%pwm ${letterOf(color)} ${bracketless(from)}${to === null ? '' : ` ${bracketless(to)}`}]`);
  }
  return words.join(' ');
}
