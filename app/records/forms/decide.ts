/**
 * Finds out of which form a text is: every form of every game reads it, and the rules decide. A form fits if it reads every
 * game of the text. Forms that read the same games do not conflict; where two fit and differ, a person decides.
 *
 * What is decided is one form for the whole text, from all its games as far as they were pushed.
 */
import { counted } from '../../games/sentences.ts';
import type { Game } from '../../games/game.ts';
import type { Fault } from './reading.ts';
import type { Candidate } from './registry.ts';
import { Trial } from './trial.ts';
import type { Splitter, Unit } from './unit.ts';
import { splitterOf, type Layout } from './units.ts';

export type Decision =
  /** `fits`: nothing was found that cannot be read. */
  | { readonly kind: 'one'; readonly candidate: Candidate; readonly fits: boolean }
  /** At least two, which read the text differently, and where they first do. */
  | {
      readonly kind: 'several';
      readonly candidates: readonly Candidate[];
      readonly difference: string;
      /** The first game, counted from 0, and the ply after which they differ; 0 is the start. */
      readonly at: { readonly game: number; readonly ply: number };
    }
  /** None of the forms asked for reads it: it names another game than theirs. */
  | { readonly kind: 'other'; readonly game: Game }
  /** The nearest form, and what it cannot read; null if several forms of different games read equally far. */
  | {
      readonly kind: 'none';
      readonly nearest: {
        readonly form: Candidate['form'];
        /** Null if the form reads as far in several games. */
        readonly game: Game | null;
        readonly fault: Fault;
      } | null;
    }
  | { readonly kind: 'empty' };

/** In characters: where a program or a picture shows that it is not text, as the window looks at files. */
const headLength = 4096;

export class Decider {
  #trials: readonly Trial[];
  readonly #splitters: Map<Layout, Splitter>;
  /** The layouts that found anything. */
  readonly #found = new Set<Layout>();
  /** The first signs of the text that are not blanks; null where they were looked at. */
  #beginning: string | null = '';
  /** Characters that were looked at for zeros, which no text has. */
  #looked = 0;
  #isBinary = false;
  /** Whether a person said the form. */
  readonly #isOneForm: boolean;

  /** @param candidates the forms that come into question */
  constructor(candidates: readonly Candidate[]) {
    this.#trials = candidates.map((candidate) => new Trial(candidate));
    this.#isOneForm = new Set(candidates.map(({ form }) => form)).size === 1;
    const layouts = new Set(candidates.map(({ form }) => form.layout));
    this.#splitters = new Map([...layouts].map((layout) => [layout, splitterOf(layout)]));
  }

  push(text: string): void {
    this.#lookAtBeginning(text);
    this.#lookForZeros(text);
    for (const [layout, splitter] of this.#splitters) this.#read(layout, splitter.push(text));
  }

  /**
   * A text that begins with `(;` is SGF or nothing: where it is damaged, other forms would find games in its comments. Blanks
   * may stand before and between the two.
   */
  #lookAtBeginning(text: string): void {
    if (this.#beginning === null) return;
    const beginning = (this.#beginning + text).trim();
    const isKnown = beginning !== '' && beginning !== '(';
    this.#beginning = isKnown ? null : beginning;
    if (!isKnown || !/^\(\s*;/.test(beginning) || !this.#splitters.has('sgf')) return;
    this.#trials = this.#trials.filter(({ candidate }) => candidate.form.layout === 'sgf');
    for (const layout of [...this.#splitters.keys()]) if (layout !== 'sgf') this.#splitters.delete(layout);
    this.#found.clear();
  }

  /** What is binary is of no form, unless a person says so, or it began as SGF. */
  #lookForZeros(text: string): void {
    const isSgf = [...this.#splitters.keys()].every((layout) => layout === 'sgf');
    if (this.#isOneForm || isSgf || this.#looked >= headLength) return;
    this.#isBinary = text.slice(0, headLength - this.#looked).includes('\0');
    this.#looked += text.length;
    if (!this.#isBinary) return;
    this.#trials = [];
    this.#splitters.clear();
  }

  /** Whether anything was found that a form could read. Where lines count, notes between games do not. */
  get hasGames(): boolean {
    if (this.#isBinary) return true;
    const telling = (['games', 'lines'] as const).find((layout) => this.#splitters.has(layout));
    if (telling === undefined) return this.#found.size > 0;
    // Lines of SGF are not games by themselves.
    return this.#found.has(telling) || this.#fitting().length > 0;
  }

  /** Whether at most one meaning is left, so that more of the text can only show faults. */
  get isSettled(): boolean {
    return oneOfEach(this.#fitting(), false).length <= 1;
  }

  /** @param isWhole whether the text ended; otherwise its last game is not looked at */
  decide(isWhole: boolean): Decision {
    if (isWhole) for (const [layout, splitter] of this.#splitters) this.#read(layout, splitter.end());
    if (!this.hasGames) return { kind: 'empty' };
    const fitting = this.#fitting().filter(({ saysMore }) => saysMore || !isWhole);
    const [first, ...others] = oneOfEach(fitting, isWhole);
    if (first !== undefined) {
      return others.length === 0
        ? { kind: 'one', candidate: first.candidate, fits: true }
        : several([first, ...others]);
    }
    // None reads all of it: one is taken if it reads far more than every other.
    const near = this.#trials.filter(({ isFarOff }) => this.#isOneForm || !isFarOff);
    const promising = near.filter(({ beganWell }) => beganWell);
    const ranked = (promising.length > 0 ? promising : near).toSorted((a, b) => b.plies - a.plies);
    const [best] = ranked;
    if (best !== undefined && best.plies > 0) {
      const rival = ranked.find((each) => !each.agreesWith(best) && !best.continues(each));
      if (rival === undefined || 2 * rival.plies < best.plies)
        return { kind: 'one', candidate: best.candidate, fits: false };
      return several([best, rival]);
    }
    const asked = new Set(this.#trials.map(({ candidate }) => candidate.game));
    const other = this.#trials.find(({ named }) => named !== null && !asked.has(named))?.named;
    if (other) return { kind: 'other', game: other };
    const after = (a: Fault, b: Fault): number => a.line - b.line || a.column - b.column;
    const order = (a: Trial, b: Trial): number => b.plies - a.plies || after(b.first!, a.first!);
    const faulty = this.#trials.filter(({ first: fault }) => fault !== null).toSorted(order);
    const [nearest] = faulty;
    // Where several games come as far, none of them is more likely than the others.
    const rivals = faulty.filter(
      (each) => order(each, nearest!) === 0 && each.candidate.game !== nearest!.candidate.game,
    );
    const isSaid = ({ candidate, first: fault }: Trial): boolean =>
      candidate.form === nearest!.candidate.form || fault!.why === nearest!.first!.why;
    if (nearest === undefined || !rivals.every(isSaid)) return { kind: 'none', nearest: null };
    const { form, game } = nearest.candidate;
    return {
      kind: 'none',
      nearest: { form, game: rivals.length > 0 ? null : game, fault: nearest.first! },
    };
  }

  #fitting(): readonly Trial[] {
    return this.#trials.filter(({ games, faulty }) => games > 0 && faulty === 0);
  }

  #read(layout: Layout, units: readonly Unit[]): void {
    if (units.length > 0) this.#found.add(layout);
    const trials = this.#trials.filter(({ candidate }) => candidate.form.layout === layout);
    // A unit at a time: forms of one layout share what they read of it first.
    for (const unit of units) {
      for (const trial of trials) {
        if (!trial.isGone) trial.add(trial.candidate.form.read(trial.candidate.game, unit));
      }
    }
  }
}

/**
 * The first of all those that have read the same, or rather the first that has room for what it read.
 * @param isWhole whether the text has ended; before that, layouts that end a game where the next one begins have read one
 * game less than those of lines
 */
function oneOfEach(trials: readonly Trial[], isWhole: boolean): readonly Trial[] {
  const least = Math.min(...trials.map(({ games }) => games));
  const found = new Map<string, Trial>();
  for (const trial of trials) {
    const meaning = isWhole ? trial.meaning : trial.meaningOf(least);
    const known = found.get(meaning);
    if (known === undefined || (known.loses && !trial.loses)) found.set(meaning, trial);
  }
  return [...found.values()];
}

/** @param trials at least two, which read the text differently */
const several = (trials: readonly Trial[]): Decision => ({
  kind: 'several',
  candidates: trials.map(({ candidate }) => candidate),
  ...differenceOf(trials[0]!, trials[1]!),
});

/** Where two readings of a text differ first, in words too. */
function differenceOf(
  one: Trial,
  other: Trial,
): Pick<Extract<Decision, { kind: 'several' }>, 'difference' | 'at'> {
  const [a, b] = [one.candidate, other.candidate];
  if (a.game !== b.game) {
    const difference = `${nameOf(a)} reads ${a.game.name}, ${nameOf(b)} reads ${b.game.name}`;
    return { difference, at: { game: 0, ply: Math.max(one.kept[0]?.length ?? 1, 1) - 1 } };
  }
  for (const [index, texts] of one.kept.entries()) {
    const others = other.kept[index] ?? [];
    const ply = texts.findIndex((text, at) => text !== others[at]);
    if (ply < 0 && others.length <= texts.length) continue;
    const at = ply < 0 ? texts.length : ply;
    const [ours, theirs] = [texts[at] ?? 'no move', others[at] ?? 'no move'];
    const where = at === 0 ? 'the start' : `ply ${at}`;
    const difference = `game ${index + 1}, ${where}: ${ours} as ${nameOf(a)}, ${theirs} as ${nameOf(b)}`;
    return { difference, at: { game: index, ply: at } };
  }
  return {
    difference: `they read ${one.games} and ${counted(other.games, 'game')}`,
    at: { game: 0, ply: 0 },
  };
}

const nameOf = ({ form }: Candidate): string => form.id;
