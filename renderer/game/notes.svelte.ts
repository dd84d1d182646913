/**
 * The comment in its field. A field that has the focus stays with the node that it had when it took it, though an engine or
 * another window may move on meanwhile. What is typed is joined to one edit a pause, and never lost by browsing on.
 */
import type { GameState } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';

/** Milliseconds without a keystroke after which a comment is stored. */
const pause = 800;

/** Milliseconds after which a comment is stored though the user types on, so that no more is ever lost. */
const longest = 3000;

/** The field of the comment. */
class CommentField {
  /** It is to take the focus; it does so once it is drawn. */
  wanted = $state(false);
}

export const commentField = new CommentField();

interface Place {
  readonly game: string;
  readonly node: number;
}

interface Draft extends Place {
  readonly text: string;
}

/** What the host has, with the state that was shown when it answered: that one may be without it. */
interface Stored extends Draft {
  readonly over: GameState | null;
  readonly revision: number;
}

export class Notes {
  readonly #app: App;
  /** What was typed and is not stored. */
  #draft = $state.raw<Draft | null>(null);
  #stored = $state.raw<Stored | null>(null);
  /** Where the field is while it has the focus, with the text that it has shown there last. */
  #held = $state.raw<Draft | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first keystroke was that is not stored; null if all is. */
  #typedAt: number | null = null;
  /** What is being stored. */
  #sent: { readonly draft: Draft; readonly done: Promise<boolean> } | null = null;
  #refused: Draft | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  /** What the field is about. */
  readonly #place = $derived.by((): Place | null => {
    const { state } = this.#app.game;
    return this.#held ?? (state && { game: state.key, node: state.shown });
  });

  /** The node of the game shown that the field is about; null if it is still about another game. */
  readonly node = $derived.by((): number | null =>
    this.#place !== null && this.#place.game === this.#app.game.state?.key ? this.#place.node : null,
  );

  /** Whether the board shows something else by now. */
  readonly isBehind = $derived.by((): boolean => this.node !== (this.#app.game.state?.shown ?? null));

  /** What the field shows. */
  readonly text = $derived.by((): string => {
    const [at, draft, stored] = [this.#place, this.#draft, this.#stored];
    const { state } = this.#app.game;
    if (at === null) return '';
    if (draft !== null && isSame(draft, at)) return draft.text;
    if (stored !== null && isSame(stored, at) && !isIn(stored, state)) return stored.text;
    return this.node === null ? (this.#held?.text ?? '') : (state?.nodes[this.node]?.comment ?? '');
  });

  /** The field has taken the focus. */
  hold(): void {
    const at = this.#place;
    if (this.#held === null && at !== null) this.#held = { ...at, text: this.text };
  }

  /** The field has lost the focus: it follows the node shown again. Stores what was typed. */
  release(): void {
    this.#held = null;
    void this.store();
  }

  type(text: string): void {
    const at = this.#place;
    if (at === null) return;
    if (this.#draft !== null && !isSame(this.#draft, at)) void this.store();
    this.#draft = { game: at.game, node: at.node, text };
    if (this.#held !== null) this.#held = this.#draft;
    clearTimeout(this.#timer);
    this.#typedAt ??= performance.now();
    const left = longest - (performance.now() - this.#typedAt);
    this.#timer = setTimeout(() => void this.store(), Math.max(0, Math.min(pause, left)));
  }

  /** Whether something was typed that the host does not answer to, or has refused. */
  get isStuck(): boolean {
    const draft = this.#draft;
    return draft !== null && (this.#app.connection !== 'open' || this.#refused === draft);
  }

  /** Stores what was typed, wherever the user is by now; it stays in the field if the host refuses it. Resolves with whether anything was typed. */
  async store(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#typedAt = null;
    const draft = this.#draft;
    if (draft === null) return false;
    // Twice would be two steps to undo.
    if (this.#sent?.draft !== draft) this.#sent = { draft, done: this.#send(draft) };
    return this.#sent.done;
  }

  async #send(draft: Draft): Promise<boolean> {
    const { game, node, text } = draft;
    const change = [{ kind: 'annotate' as const, node, to: { comment: text } }];
    const reached = await this.#app.run(this.#app.client.game.edit({ game, change }), 'game');
    if (reached === undefined) this.#refused = draft;
    else {
      this.#stored = { ...draft, over: this.#app.game.state, revision: reached.revision };
      if (this.#draft === draft) this.#draft = null;
    }
    if (this.#sent?.draft === draft) this.#sent = null;
    return true;
  }
}

const isSame = (one: Place, other: Place): boolean => one.game === other.game && one.node === other.node;

/** Whether a state has what was stored: the host may publish before it answers, or with its next change. */
const isIn = ({ game, over, revision }: Stored, state: GameState | null): boolean =>
  state !== over || (state?.key === game && state.revision >= revision);
