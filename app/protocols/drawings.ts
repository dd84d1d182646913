/**
 * Compares an engine's own drawing of its board with a position. Drawings are made for users, so a difference is a hint
 * and never a fault of the engine.
 */
import type { DrawingDifference, Span } from '../shapes/sessions.ts';

/** A piece on a board. */
export interface Thing {
  /** Things of the same kind are compared: `pawn-0`, `wall-h`. */
  readonly kind: string;
  /** Begins a sentence: "Black's pawn". */
  readonly name: string;
  /** Id of an area of the game's geometry. */
  readonly area: string;
}

/** A value beside the board: "Black's walls left", 8. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** The place in the drawing. */
  readonly span?: Span;
}

/** The content of a drawing, actual or expected. */
export interface Shown {
  /** The size of the board, as text; boards of different sizes are not compared. */
  readonly frame: string;
  readonly things: readonly Thing[];
  readonly facts: readonly Fact[];
}

export interface Drawn extends Shown {
  /** The unreadable kinds of things, each with its text in the drawing. */
  readonly unread: ReadonlyMap<string, string>;
  /** The places of an area in the drawing. */
  spansOf(area: string): readonly Span[];
}

export interface DrawingReader {
  /** Null if the form is unknown. */
  read(lines: readonly string[]): Drawn | null;
  /** The expected content for a position. */
  of(position: unknown): Shown;
}

/** The differences in the readable parts. */
export function differences(drawn: Drawn, shown: Shown): readonly DrawingDifference[] {
  if (drawn.frame !== shown.frame) {
    return [{ words: `The board: ${drawn.frame} in the drawing, ${shown.frame} here`, areas: [], spans: [] }];
  }
  const kinds = new Set([...shown.things, ...drawn.things].map(({ kind }) => kind));
  const ofThings = [...kinds]
    .filter((kind) => !drawn.unread.has(kind))
    .flatMap((kind) => {
      const [there, here] = [drawn, shown].map(({ things }) => things.filter((thing) => thing.kind === kind));
      return differencesOf(there!, here!);
    })
    .map(({ words, areas }): DrawingDifference => ({
      words,
      areas,
      spans: areas.flatMap((area) => drawn.spansOf(area)),
    }));
  const ofFacts = drawn.facts.flatMap(({ name, value, span }): DrawingDifference[] => {
    const here = shown.facts.find((fact) => fact.name === name);
    if (here === undefined || here.value === value) return [];
    const words = `${name}: ${value} in the drawing, ${here.value} here`;
    return [{ words, areas: [], spans: span ? [span] : [] }];
  });
  return [...ofThings, ...ofFacts];
}

/** For things of one kind. */
function differencesOf(
  there: readonly Thing[],
  here: readonly Thing[],
): readonly { readonly words: string; readonly areas: readonly string[] }[] {
  const beside = (some: readonly Thing[], others: readonly Thing[]) =>
    some.filter(({ area }) => !others.some((other) => other.area === area));
  const [extra, missing] = [beside(there, here), beside(here, there)];
  const [one] = here;
  if (one && there.length === 1 && here.length === 1 && extra[0]) {
    const { area } = extra[0];
    return [{ words: `${one.name}: ${area} in the drawing, ${one.area} here`, areas: [one.area, area] }];
  }
  return [
    ...missing.map(({ name, area }) => ({
      words: `${name}: ${area} here, not in the drawing`,
      areas: [area],
    })),
    ...extra.map(({ name, area }) => ({ words: `${name}: ${area} in the drawing, not here`, areas: [area] })),
  ];
}
