/**
 * Who says something in a file, and how far it looked: `Plywire Connect Four, depth 9, scale 1000`. This text is written
 * when a game is saved and taken apart when a file is read, so that an engine is one teller there at any depth.
 */
import { hash } from 'node:crypto';
import type { Measure, Teller } from '../shapes/evaluations.ts';
import { measureOf } from './measure.ts';
import type { Evaluated } from './segment.ts';

/** In characters. */
const mostName = 120;

/** Who says something where the file does not tell. */
const unnamed = 'Unnamed';

export interface SaidBy {
  readonly name: string;
  /** Null if the text does not say how far it looked. */
  readonly measure: Measure | null;
  /** What a static score times this is as a number that rarely exceeds 1 on either side, for drawing it. */
  readonly scale: number;
}

const number = String.raw`\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?`;
const ending = new RegExp(`(?:, (?:depth (\\d{1,6})|(nodes|seconds) (${number})))?(?:, scale (${number}))?$`);

const plain = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, mostName) || unnamed;

export function readSaidBy(by: string): SaidBy {
  const [whole, depth, kind, amount, scale] = ending.exec(by)!;
  return {
    name: plain(by.slice(0, by.length - whole.length)),
    measure:
      depth !== undefined
        ? { kind: 'depth', amount: Number(depth) }
        : kind === undefined
          ? null
          : { kind: kind as 'nodes' | 'seconds', amount: Number(amount) },
    scale: Number(scale ?? 1) || 1,
  };
}

/** Numbers in texts have three digits: more would only be noise. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export function saidByText({ name, measure, scale }: SaidBy): string {
  const far =
    measure === null || measure.kind === 'claimed' ? '' : `, ${measure.kind} ${rounded(measure.amount)}`;
  return `${plain(name)}${far}${scale === 1 ? '' : `, scale ${rounded(scale)}`}`;
}

const tellers = new Map<string, Teller>();

/** The teller of what files say by this name. @param name as `readSaidBy` gives it */
export function fileTeller(name: string): Teller {
  const known = tellers.get(name);
  if (known !== undefined) return known;
  const teller: Teller = {
    ...{ id: hash('sha256', JSON.stringify(['file', name]), 'hex'), engine: null, name, protocol: '' },
    ...{ files: [], args: [], settings: {}, options: {}, origin: 'file' },
  };
  // Files may name any number of them.
  if (tellers.size >= 1000) tellers.clear();
  tellers.set(name, teller);
  return teller;
}

/**
 * A teller as it is known now: earlier versions took how far an engine had looked for a part of its name in a file, so
 * that it was another teller at each depth.
 */
export const knownAs = (teller: Teller): Teller =>
  teller.origin === 'file' ? fileTeller(readSaidBy(teller.name).name) : teller;

/** An answer with its teller. */
type TellerAnswer = Evaluated & { readonly teller: Teller };

/** An answer with its teller as it is known now. */
export function keptAs(kept: TellerAnswer): TellerAnswer {
  const teller = knownAs(kept.teller);
  if (teller.id === kept.teller.id) return kept;
  const { measure } = readSaidBy(kept.teller.name);
  if (measure === null) return { ...kept, teller };
  const report = { ...kept.rest.report, [measure.kind]: measure.amount };
  return {
    teller,
    head: { ...kept.head, measure: measureOf(report) },
    rest: { ...kept.rest, report },
  };
}

/** Whether what a file says is what an engine of that name said here. */
export function repeats(said: TellerAnswer, heard: TellerAnswer): boolean {
  if (said.teller.origin !== 'file' || heard.teller.origin === 'file') return false;
  const [one, other] = [said.head.measure, heard.head.measure];
  return (
    plain(heard.teller.name) === said.teller.name &&
    one.kind === other.kind &&
    one.amount === rounded(other.amount) &&
    scoreText(said) === scoreText(heard)
  );
}

/** Without the unit, for which files have no place. */
function scoreText({ rest: { report } }: TellerAnswer): string {
  const { score } = report;
  if (score === null) return '';
  return score.type === 'static' ? String(score.value) : `${score.winner} ${score.plies}`;
}
