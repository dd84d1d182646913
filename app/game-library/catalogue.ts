/** The games of all folders at one moment: lists of them, and what was played at a position. Pure. */
import type { Game, Seat } from '../games/game.ts';
import type { Explored, GameResult, LibraryGame, LibrarySort } from '../shapes/library.ts';
import { naturalKey } from '../library/natural-order.ts';
import { datesAsPgn } from './dates.ts';
import { hashOf, pliesOf, type IndexedFile, type PositionHash } from './indexed-file.ts';

export interface FolderFiles {
  readonly id: string;
  readonly files: readonly IndexedFile[];
}

/** A game of the library. */
interface Item {
  readonly folder: string;
  readonly file: IndexedFile;
  /** Its number among the games of the file. */
  readonly at: number;
  /** Its number among all games. */
  readonly number: number;
}

export interface ListQuery {
  /** Words that must all occur in players, event, date, round, result or file. */
  readonly filter: string;
  /** The game's id; null for all. */
  readonly game: string | null;
  /** Games that pass through this position or an image of it; null for all. */
  readonly through: { readonly game: Game; readonly position: unknown } | null;
  readonly sort: LibrarySort;
  readonly isDescending: boolean;
}

/** A game that passes through a position. */
interface Hit {
  readonly item: Item;
  /** Where the position stands in the columns. */
  readonly index: number;
  readonly ply: number;
}

const winners: Readonly<Record<GameResult, Seat | null>> = { '1-0': 0, '0-1': 1, '1/2-1/2': null, '*': null };

export class Catalogue {
  readonly #idOf: (file: IndexedFile) => string;
  /** By file; null for a game that is the same as one before. */
  readonly #itemsOf = new Map<IndexedFile, readonly (Item | null)[]>();
  readonly #items: Item[] = [];
  /** Games that are not listed, by folder. */
  readonly doubles = new Map<string, number>();
  /** What the filter looks at, by item. */
  #texts: readonly string[] | null = null;
  #sorted: {
    readonly sort: LibrarySort;
    readonly sign: number;
    readonly items: readonly Item[];
  } | null = null;

  /** @param idOf the id of a file in its folder */
  constructor(folders: readonly FolderFiles[], idOf: (file: IndexedFile) => string) {
    this.#idOf = idOf;
    const known = new Set<number>();
    for (const { id, files } of folders) {
      let count = 0;
      for (const file of files) {
        const items: (Item | null)[] = [];
        for (const [at, { print }] of file.rows.entries()) {
          const item = known.has(print) ? null : { folder: id, file, at, number: this.#items.length };
          items.push(item);
          if (item === null) count++;
          else this.#items.push(item);
          known.add(print);
        }
        this.#itemsOf.set(file, items);
      }
      this.doubles.set(id, count);
    }
  }

  /** @param count rows from number `from` on */
  list(
    query: ListQuery,
    from: number,
    count: number,
  ): { readonly total: number; readonly games: readonly LibraryGame[] } {
    const plies = query.through === null ? null : this.#pliesThrough(query.through);
    const words = wordsOf(query.filter);
    const texts = words.length === 0 ? [] : this.#allTexts();
    const found = this.#inOrder(query, plies).filter((item) => {
      if (query.game !== null && item.file.game !== query.game) return false;
      if (plies !== null && !plies.has(item)) return false;
      return words.every((spellings) => spellings.some((word) => texts[item.number]!.includes(word)));
    });
    return {
      total: found.length,
      games: found.slice(from, from + count).map((item) => this.#shown(item, plies?.get(item) ?? null)),
    };
  }

  /** What was played at a position, or an image of it. */
  explore(game: Game, position: unknown): Omit<Explored, 'took'> {
    const all = emptyTally();
    const nexts = new Map<number, ReturnType<typeof emptyTally>>();
    let ended = 0;
    for (const { item, index } of this.#hits(game, position)) {
      const { file, at } = item;
      const { starts, low, high } = file.columns;
      const winner = winners[file.rows[at]!.result];
      const seat = (high[index]! & 1) as Seat;
      const isDrawn = file.rows[at]!.result === '1/2-1/2';
      add(all, winner, seat, isDrawn);
      if (index + 1 === starts[at + 1]!) {
        ended++;
        continue;
      }
      const next = mixed({ low: low[index + 1]!, high: high[index + 1]! & ~1 });
      const tally = nexts.get(next) ?? emptyTally();
      nexts.set(next, tally);
      add(tally, winner, seat, isDrawn);
    }
    const moves = new Map<number, string[]>();
    for (const move of nexts.size === 0 ? [] : game.moves(position)) {
      const next = mixed(hashOf(game, game.play(position, move)));
      if (!nexts.has(next)) continue;
      const texts = moves.get(next);
      const text = game.moveText(position, move);
      if (texts === undefined) moves.set(next, [text]);
      else texts.push(text);
    }
    return {
      ...{ seat: game.seatToMove(position), all, ended },
      moves: [...moves]
        .map(([next, texts]) => ({ moves: texts, tally: nexts.get(next)! }))
        .toSorted((one, other) => other.tally.games - one.tally.games),
    };
  }

  #pliesThrough({ game, position }: NonNullable<ListQuery['through']>): ReadonlyMap<Item, number> {
    return new Map([...this.#hits(game, position)].map(({ item, ply }) => [item, ply]));
  }

  /** Each game once, where it has the position first. */
  *#hits(game: Game, position: unknown): Generator<Hit> {
    const { low, high } = hashOf(game, position);
    for (const [file, items] of this.#itemsOf) {
      if (file.game !== game.id) continue;
      const { columns } = file;
      let last = -1;
      for (let index = columns.low.indexOf(low); index >= 0; index = columns.low.indexOf(low, index + 1)) {
        if ((columns.high[index]! & ~1) !== high) continue;
        const at = gameAt(columns.starts, index);
        const item = items[at]!;
        if (at === last || item === null) continue;
        last = at;
        yield { item, index, ply: index - columns.starts[at]! };
      }
    }
  }

  #inOrder({ sort, isDescending }: ListQuery, plies: ReadonlyMap<Item, number> | null): readonly Item[] {
    if (sort === 'ply') {
      if (plies === null) return this.#items;
      return [...plies]
        .toSorted(([, one], [, other]) => (isDescending ? other - one : one - other))
        .map(([item]) => item);
    }
    const sign = isDescending ? -1 : 1;
    if (this.#sorted?.sort !== sort || this.#sorted.sign !== sign) {
      const keys = this.#items.map((item) =>
        sort === 'plies' ? pliesOf(item.file.columns, item.at) : naturalKey(fieldOf(item, sort)),
      );
      const order = (one: Item, other: Item): number => {
        const [a, b] = [keys[one.number]!, keys[other.number]!];
        return a < b ? -sign : a > b ? sign : 0;
      };
      this.#sorted = { sort, sign, items: this.#items.toSorted(order) };
    }
    return this.#sorted.items;
  }

  #allTexts(): readonly string[] {
    this.#texts ??= this.#items.map(({ file, at }) => {
      const { white, black, event, date, round, result } = file.rows[at]!;
      return folded([white, black, event, date, round, result, file.path].join(' '));
    });
    return this.#texts;
  }

  #shown({ folder, file, at }: Item, ply: number | null): LibraryGame {
    const { unit, print: _, ...row } = file.rows[at]!;
    return {
      ...row,
      ...{ id: `${folder}-${this.#idOf(file)}-${unit}`, gameId: file.game, folder, file: file.path, ply },
      plies: pliesOf(file.columns, at),
    };
  }
}

/** Macs give the names of files with accents apart from their letters. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The words of a filter, each as it stands and, if it is a date or its beginning, as rows have it. */
const wordsOf = (filter: string): readonly (readonly string[])[] =>
  folded(filter)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...new Set([word, withPoints(word), datesAsPgn(word)])]);

/** One that is still being typed has no whole parts. */
const withPoints = (word: string): string =>
  /^\d{4}(?:[/-]\d{0,2}){1,2}$/.test(word) ? word.replaceAll(/[/-]/g, '.') : word;

function fieldOf({ file, at }: Item, sort: Exclude<LibrarySort, 'plies' | 'ply'>): string {
  switch (sort) {
    case 'file':
      return file.path;
    case 'gameId':
      return file.game;
    default:
      return file.rows[at]![sort];
  }
}

/** The game with the position of this index. */
function gameAt(starts: Uint32Array, index: number): number {
  let from = 0;
  let to = starts.length - 1;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (starts[middle]! <= index) from = middle;
    else to = middle;
  }
  return from;
}

/** 52 bits of the hash as one number: enough for the positions after one position. */
const mixed = ({ low, high }: PositionHash): number => (low >>> 0) + (high >>> 12) * 2 ** 32;

const emptyTally = () => ({ games: 0, won: 0, drawn: 0, lost: 0 });

function add(tally: ReturnType<typeof emptyTally>, winner: Seat | null, seat: Seat, isDrawn: boolean): void {
  tally.games++;
  if (isDrawn) tally.drawn++;
  else if (winner === seat) tally.won++;
  else if (winner !== null) tally.lost++;
}
