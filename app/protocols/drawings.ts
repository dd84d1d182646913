/**
 * An engine's own drawing of its board: what could be read of it, in the terms of its game, and where that differs
 * from a position. A drawing is for people, so that all of this is a hint and never a fault of the engine.
 */
import type { DrawingDifference, Span } from '../shapes/sessions.ts';

/** Something that stands on a board. */
export interface Thing {
  /** Things of a kind are compared with one another: `pawn-0`, `wall-h`. */
  readonly kind: string;
  /** As a sentence begins with it: "Black's pawn". */
  readonly name: string;
  /** The area of the game's geometry where it stands, by id. */
  readonly area: string;
}

/** Something that is told beside the board: "Black's walls left", 8. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Where a drawing tells it. */
  readonly span?: Span;
}

/** What a drawing shows, or has to show. */
export interface Shown {
  /** How large the board is, in words; on another one no place means the same. */
  readonly frame: string;
  readonly things: readonly Thing[];
  readonly facts: readonly Fact[];
}

export interface Drawn extends Shown {
  /** What cannot be read of it, by kind, each with its words. */
  readonly unread: ReadonlyMap<string, string>;
  /** Where an area is in the drawing. */
  spansOf(area: string): readonly Span[];
}

/** Reads the drawings of a protocol's engines. */
export interface DrawingReader {
  /** Null where it is in no form that is known. */
  read(lines: readonly string[]): Drawn | null;
  /** What a drawing of a position has to show. */
  of(position: unknown): Shown;
}

/** Where a drawing differs from what it has to show; what could not be read of it is passed over. */
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

/** Of one kind. */
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
