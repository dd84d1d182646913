/** The state of picking a move: what the user picked, points at, and was refused. */
import type { Area, Choice, Shape } from '../../app/games/game.ts';
import { nextAreas, pick, wholeChoice } from './picks.ts';

/** How long a refusal stays in sight, in milliseconds. */
const REFUSAL_STAYS = 4000;

/** What may be picked now. */
export interface Offer<Move> {
  readonly choices: readonly Choice<Move>[];
  readonly area: (id: string) => Area | undefined;
  /** Why these picks lead to no move; empty if there is nothing to tell. */
  readonly refusal: (picks: readonly string[]) => string;
  readonly onmove: (choice: Choice<Move>) => void;
}

/** Words about an area. */
export interface Note {
  readonly area: Area;
  readonly words: string;
  readonly tone: 'bad' | 'plain';
}

/** Starts the words with a capital, unless they start with a move such as "e2h". */
export const sentence = (words: string): string =>
  /^\S*\d/.test(words) ? words : words[0]!.toUpperCase() + words.slice(1);

export class Picking<Move> {
  readonly #offer: () => Offer<Move>;
  /** The picks of an incomplete move. */
  picks = $state.raw<readonly string[]>([]);
  hovered = $state<string | null>(null);
  /** The area whose ghost a first touch has shown; a second touch picks it. */
  armed = $state<string | null>(null);
  refused = $state.raw<{ readonly area: Area; readonly words: string } | null>(null);
  #forget: ReturnType<typeof setTimeout> | undefined;

  constructor(offer: () => Offer<Move>) {
    this.#offer = offer;
  }

  readonly pointed = $derived.by(() => this.armed ?? this.hovered);
  readonly aimed = $derived.by(() =>
    this.pointed === null ? null : wholeChoice(this.#offer().choices, [...this.picks, this.pointed]),
  );
  /** The ghost at the pointer or focus, with the reason if it is refused; null if there is no ghost to show. */
  readonly foretold = $derived.by(
    (): { readonly area: Area; readonly shape: Shape; readonly words: string | null } | null => {
      if (this.pointed === null) return null;
      const { choices, area: areaOf, refusal } = this.#offer();
      const area = choices.length === 0 ? undefined : areaOf(this.pointed);
      if (area?.ghost === undefined) return null;
      if (nextAreas(choices, this.picks).includes(area.id)) return { area, shape: area.ghost, words: null };
      const words = refusal([...this.picks, area.id]);
      return words === '' ? null : { area, shape: area.ghost, words: sentence(words) };
    },
  );

  /** Why a pick was refused or would be, or that a second touch picks; null if there is nothing to tell. */
  readonly note = $derived.by((): Note | null => {
    const { refused, foretold, armed } = this;
    if (refused !== null) return { ...refused, tone: 'bad' };
    if (foretold === null) return null;
    const { area, words } = foretold;
    if (words !== null) return { area, words, tone: 'bad' };
    return armed === null ? null : { area, words: 'Tap it again to place it', tone: 'plain' };
  });

  choose(area: Area): void {
    clearTimeout(this.#forget);
    const { choices, refusal, onmove } = this.#offer();
    const picked = pick(choices, this.picks, area.id);
    this.refused = null;
    if (picked.kind === 'move') {
      this.picks = [];
      // The piece stands there now: no ghost until the pointer enters an area again.
      if (area.ghost !== undefined) this.hovered = null;
      onmove(picked.choice);
    } else if (picked.kind === 'begun') this.picks = picked.picks;
    else {
      const words = refusal(picked.picks);
      if (words === '') return;
      this.refused = { area, words: sentence(words) };
      this.#forget = setTimeout(() => (this.refused = null), REFUSAL_STAYS);
    }
  }

  /** Undoes the last pick. */
  back(): void {
    this.picks = this.picks.slice(0, -1);
  }

  /** Undoes the last pick and clears a refusal and an armed area; false if there was nothing to undo. */
  escape(): boolean {
    if (this.picks.length === 0 && this.refused === null && this.armed === null) return false;
    this.back();
    this.refused = null;
    this.armed = null;
    return true;
  }

  /** Clears all of it, since it belongs to the position before. */
  forget(): void {
    if (this.picks.length > 0) this.picks = [];
    this.refused = null;
    this.armed = null;
  }

  leave(): void {
    clearTimeout(this.#forget);
  }
}
