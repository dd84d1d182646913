/** What the user looks for in the library, and the order of the games found: the fields and the table share it. */
import type { LibrarySort } from '../../app/api/contract.ts';
import type { Wanted } from './list.svelte.ts';
import type { LibraryModel } from './model.svelte.ts';

/** The kind that leaves games of all kinds. */
export const anyGame = 'any';

interface Column {
  readonly id: LibrarySort;
  readonly title: string;
  /** The order that people want first. */
  readonly isDescending: boolean;
}
const columns: readonly Column[] = [
  { id: 'white', title: 'First', isDescending: false },
  { id: 'black', title: 'Second', isDescending: false },
  { id: 'result', title: 'Result', isDescending: true },
  { id: 'gameId', title: 'Game', isDescending: false },
  { id: 'event', title: 'Event', isDescending: false },
  { id: 'date', title: 'Date', isDescending: true },
  { id: 'plies', title: 'Plies', isDescending: false },
];

export class LibraryQuery {
  readonly #library: Pick<LibraryModel, 'here'>;
  typed = $state('');
  /** The id of a game, or `anyGame`. */
  kind = $state(anyGame);
  #isHere = $state(false);
  #sort = $state<LibrarySort>('date');
  #isDescending = $state(true);

  constructor(library: Pick<LibraryModel, 'here'>) {
    this.#library = library;
  }

  readonly filter = $derived.by((): string => this.typed.trim());
  /** The position that the games pass through; null if any game will do. */
  readonly here = $derived.by(() => (this.#isHere ? this.#library.here : null));
  /** One kind of game needs no column that says so. */
  readonly isMixed = $derived.by((): boolean => this.here === null && this.kind === anyGame);
  /** Whether games of the library may be left out. */
  readonly isNarrowed = $derived.by(
    (): boolean => this.filter !== '' || this.here !== null || this.kind !== anyGame,
  );
  /** The columns of the table. */
  readonly columns = $derived.by((): readonly Pick<Column, 'id' | 'title'>[] => [
    ...columns.filter(({ id }) => this.isMixed || id !== 'gameId'),
    ...(this.here === null ? [] : [{ id: 'ply', title: 'At ply' } as const]),
  ]);
  readonly wanted = $derived.by((): Wanted => {
    const { filter, here, sort, isDescending } = this;
    const game = here?.game ?? (this.kind === anyGame ? null : this.kind);
    return { filter, game, position: here?.position ?? null, sort, isDescending };
  });

  /** Whether the games are to pass through the position on the board, if there is one. */
  get isHere(): boolean {
    return this.#isHere;
  }

  get sort(): LibrarySort {
    return this.#sort;
  }

  get isDescending(): boolean {
    return this.#isDescending;
  }

  /** Looks for the position on the board alone, or for what was looked for before. */
  begin(isHere: boolean): void {
    this.lookHere(isHere);
    if (isHere) this.typed = '';
  }

  lookHere(now: boolean): void {
    this.#isHere = now;
    if (!now && this.sort === 'ply') this.order('date');
  }

  /** Sorts by a column; by the one that sorts already, the other way round. */
  order(column: LibrarySort): void {
    if (this.sort === column) this.#isDescending = !this.#isDescending;
    else {
      this.#sort = column;
      this.#isDescending = columns.find(({ id }) => id === column)?.isDescending ?? false;
    }
  }
}
