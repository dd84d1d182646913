/** What a person has picked of a move, points at, and was refused. */
import type { Area, Choice, Shape } from '../../app/games/game.ts';
import { nextAreas, pick, wholeChoice } from './picks.ts';

/** Milliseconds that a refusal stays in sight. */
const REFUSAL_STAYS = 4000;

/** What may be picked now. */
export interface Offer<Move> {
  readonly choices: readonly Choice<Move>[];
  readonly area: (id: string) => Area | undefined;
  /** Why these picks lead to no move, in words. */
  readonly refusal: (picks: readonly string[]) => string;
  readonly onmove: (choice: Choice<Move>) => void;
}

/** A move at the beginning, "e2h", stays as it is written. */
const sentence = (words: string): string =>
  /^\S*\d/.test(words) ? words : words[0]!.toUpperCase() + words.slice(1);

export class Picking<Move> {
  readonly #offer: () => Offer<Move>;
  /** Of a move that is not whole yet. */
  picks = $state.raw<readonly string[]>([]);
  hovered = $state<string | null>(null);
  /** What a finger has shown and touches again to pick. */
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
  /** What would stand where the pointer or the focus is, and why it may not; null where nothing is foretold. */
  readonly foretold = $derived.by(
    (): { readonly area: Area; readonly shape: Shape; readonly words: string | null } | null => {
      if (this.pointed === null) return null;
      const { choices, area: areaOf, refusal } = this.#offer();
      const area = choices.length === 0 ? undefined : areaOf(this.pointed);
      if (area?.ghost === undefined) return null;
      const words = nextAreas(choices, this.picks).includes(area.id) ? '' : refusal([...this.picks, area.id]);
      return { area, shape: area.ghost, words: words === '' ? null : sentence(words) };
    },
  );

  choose(area: Area): void {
    clearTimeout(this.#forget);
    const { choices, refusal, onmove } = this.#offer();
    const picked = pick(choices, this.picks, area.id);
    this.refused = null;
    if (picked.kind === 'move') {
      this.picks = [];
      // What was just put there is no longer foretold; the pointer has to come to a place again.
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

  /** One pick less. */
  back(): void {
    this.picks = this.picks.slice(0, -1);
  }

  /** Takes back what was done last; false where there is nothing. */
  escape(): boolean {
    if (this.picks.length === 0 && this.refused === null && this.armed === null) return false;
    this.back();
    this.refused = null;
    this.armed = null;
    return true;
  }

  /** Another position: what was begun or refused belongs to the one before. */
  forget(): void {
    if (this.picks.length > 0) this.picks = [];
    this.refused = null;
    this.armed = null;
  }

  leave(): void {
    clearTimeout(this.#forget);
  }
}
