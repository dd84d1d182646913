/** The comment of the node shown while the user types it: joined to one edit a pause, and never lost by browsing on. */
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

interface Draft {
  readonly game: string;
  readonly node: number;
  readonly text: string;
}

export class Notes {
  readonly #app: App;
  #draft = $state.raw<Draft | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first keystroke was that is not stored; null if all is. */
  #typedAt: number | null = null;
  /** What is being stored. */
  #sent: { readonly draft: Draft; readonly done: Promise<boolean> } | null = null;
  #refused: Draft | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  readonly stored = $derived.by((): string => {
    const state = this.#app.game.state;
    return state?.nodes[state.shown]?.comment ?? '';
  });

  /** What the field shows. */
  get text(): string {
    const state = this.#app.game.state;
    const draft = this.#draft;
    return draft !== null && draft.game === state?.key && draft.node === state.shown
      ? draft.text
      : this.stored;
  }

  type(text: string): void {
    const state = this.#app.game.state;
    if (state === null) return;
    const { key: game, shown: node } = state;
    if (this.#draft !== null && (this.#draft.game !== game || this.#draft.node !== node)) void this.store();
    this.#draft = { game, node, text };
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
    // Twice would show its node again, though the user has gone on by then.
    if (this.#sent?.draft !== draft) this.#sent = { draft, done: this.#send(draft) };
    return this.#sent.done;
  }

  async #send(draft: Draft): Promise<boolean> {
    const { game, node, text } = draft;
    const change = [{ kind: 'annotate' as const, node, to: { comment: text } }];
    const call = this.#app.client.game.edit({ game, change }).then(() => true);
    const done = await this.#app.run(call, 'game');
    if (!done) this.#refused = draft;
    else if (this.#draft === draft) this.#draft = null;
    this.#sent = null;
    return true;
  }
}
