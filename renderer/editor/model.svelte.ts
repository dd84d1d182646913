/** The position that is set up: a draft with undo, its text as it is typed, and what is wrong with it. */
import {
  edited,
  editChoices,
  editorGeometry,
  editorView,
  editRefusal,
  faultsOf,
  isEditable,
  type EditableGame,
  type EditAction,
  type EditMode,
} from '../../app/games/editing.ts';
import { BadNotation, otherSeat, type Seat } from '../../app/games/game.ts';
import { defaultGame, games } from '../../app/games/registry.ts';
import { foreignPosition } from '../../app/records/forms/position-text.ts';
import type { KeptDraft, KeptPosition } from './kept.ts';

/** The games whose positions can be set up. */
export const editable: readonly EditableGame[] = [...games.values()].filter(isEditable);

const usual = isEditable(defaultGame) ? defaultGame : editable[0]!;

/** How many changes can be undone. */
export const MOST_UNDONE = 500;

interface Draft {
  readonly rules: EditableGame;
  readonly draft: unknown;
}

/** What undoing leads back to. */
interface Before {
  readonly past: readonly Draft[];
  readonly now: Draft;
}

const THE_TEXT = 'the text';

export class EditorModel {
  #now = $state.raw<Draft>({ rules: usual, draft: usual.initial() });
  #past = $state.raw<readonly Draft[]>([]);
  #future = $state.raw<readonly Draft[]>([]);
  /**
   * What was before typing began, so that undoing takes back a text and not each of its letters, and so that the first
   * digit of a number, which may be a board too small for what stands on it, leaves no trace.
   */
  #typedFrom: (Before & { readonly into: string }) | null = null;
  /** The text in the field, where it is not that of the draft. */
  #typed = $state<string | null>(null);
  mode = $state.raw<EditMode>({ kind: 'move' });
  /** What the draft began with; null once a game was started from it. */
  #origin = $state.raw<Draft | null>(null);

  /** Begins with a position. */
  begin(gameId: string, position: unknown): void {
    this.#now = this.#origin = draftOf(gameId, position);
    this.#past = [];
    this.#future = [];
    this.#typed = null;
    this.#typedFrom = null;
    this.mode = firstMode(this.#now.rules);
  }

  /** Whether a draft that began with the same position was changed, and no game was started from it. */
  canResume(gameId: string, position: unknown): boolean {
    return this.canUndo && this.#origin !== null && isSame(this.#origin, draftOf(gameId, position));
  }

  /** What has to outlive a reload; null if nothing was changed, or a game was started from it. */
  get kept(): KeptDraft | null {
    if (this.#origin === null || !this.canUndo) return null;
    const typed = this.unread === null ? null : this.#typed;
    return { origin: positionOf(this.#origin), now: positionOf(this.#now), typed };
  }

  /** Goes on with what was kept, which may be of a version that wrote positions in another way. */
  goOnWith({ origin, now, typed }: KeptDraft): void {
    const [began, last] = [readKept(origin), readKept(now)];
    if (began === null || last === null) return;
    this.begin(began.rules.id, began.draft);
    this.#change(last);
    this.#typed = typed;
  }

  /** A game was started from the draft. */
  finish(): void {
    this.#origin = null;
  }

  readonly rules = $derived.by((): EditableGame => this.#now.rules);
  readonly draft = $derived.by((): unknown => this.#now.draft);
  /** The canonical text of the draft. */
  readonly positionText = $derived.by((): string => this.rules.positionText(this.draft));
  readonly text = $derived.by((): string => this.#typed ?? this.positionText);
  readonly mover = $derived.by((): Seat => this.rules.seatToMove(this.draft));
  readonly fields = $derived.by(() => this.rules.editor.fields(this.draft));

  readonly #setup = $derived.by((): string =>
    JSON.stringify([this.rules.id, this.rules.setupOf(this.draft)]),
  );
  /** The same value until the game or the size of its board changes. */
  readonly geometry = $derived.by(() => {
    void this.#setup;
    return this.#geometry();
  });
  #kept: { readonly setup: string; readonly geometry: ReturnType<typeof editorGeometry> } | null = null;

  #geometry(): ReturnType<typeof editorGeometry> {
    if (this.#kept?.setup !== this.#setup) {
      this.#kept = { setup: this.#setup, geometry: editorGeometry(this.rules, this.draft) };
    }
    return this.#kept.geometry;
  }

  readonly faults = $derived.by(() => faultsOf(this.rules, this.draft));
  /** Whether the draft is a position, apart from a typed text that cannot be read. */
  readonly isPosition = $derived.by((): boolean => this.faults.every(({ level }) => level !== 'error'));
  readonly view = $derived.by(() => editorView(this.rules, this.draft, this.geometry, this.faults));
  readonly choices = $derived.by(() => editChoices(this.rules, this.draft, this.geometry, this.mode));

  /** Why the typed text is not a position; null if it is, or nothing is typed. */
  readonly unread = $derived.by((): string | null => {
    if (this.#typed === null || this.#read(this.#typed) !== null) return null;
    try {
      this.rules.editor.read(this.#typed);
    } catch (error) {
      if (error instanceof BadNotation) return error.message;
      throw error;
    }
    return null;
  });

  refusal = (picks: readonly string[]): string =>
    editRefusal(this.rules, this.draft, this.geometry, this.mode, picks);

  get canUndo(): boolean {
    return this.#past.length > 0 || this.unread !== null;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(): void {
    // A typed text that cannot be read is not a step of the history.
    if (this.unread !== null) return this.#show(this.#now);
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#now];
    this.#show(before);
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#now];
    this.#show(next);
  }

  /** Shows a draft of the history. */
  #show(to: Draft): void {
    this.#typed = null;
    this.#typedFrom = null;
    if (to.rules !== this.rules) this.mode = firstMode(to.rules);
    this.#now = to;
  }

  #change(to: Draft): void {
    this.#typed = null;
    this.#typedFrom = null;
    this.#take(to, { past: this.#past, now: this.#now });
  }

  #take(to: Draft, from: Before): void {
    if (isSame(to, this.#now)) return;
    if (to.rules !== this.rules) this.mode = firstMode(to.rules);
    this.#past = isSame(to, from.now) ? from.past : [...from.past, from.now].slice(-MOST_UNDONE);
    this.#future = [];
    this.#now = to;
  }

  #set(draft: unknown): void {
    this.#change({ rules: this.rules, draft });
  }

  /** Does what a press on the board does; an action that is refused changes nothing. */
  act(action: EditAction): void {
    const after = edited(this.rules, this.draft, action);
    if (after.refusal === undefined) this.#set(after.draft);
  }

  /** Removes what stands on an area; false if nothing can be removed there. */
  remove(area: string): boolean {
    const after = edited(this.rules, this.draft, { kind: 'remove', area });
    if (after.refusal !== undefined) return false;
    this.#set(after.draft);
    return true;
  }

  /** Moves what stands on an area to another one, whatever the mode; false if it cannot stand there. */
  carry(from: string, to: string): boolean {
    const path = this.rules.editor.paths(this.draft).find((one) => one[0] === from && one[1] === to);
    if (path === undefined) return false;
    this.act({ kind: 'move', path });
    return true;
  }

  setField(id: string, value: number): void {
    const from = this.#typing(`field ${id}`);
    this.#typed = null;
    this.#take(
      { rules: from.now.rules, draft: from.now.rules.editor.withField(from.now.draft, id, value) },
      from,
    );
  }

  setMover(seat: Seat): void {
    this.#set(this.rules.editor.withMover(this.draft, seat));
  }

  swapMover(): void {
    this.setMover(otherSeat(this.mover));
  }

  clear(): void {
    this.#set(this.rules.editor.cleared(this.draft));
  }

  /** The usual start on this board. */
  reset(): void {
    this.#set(this.rules.initial(this.rules.setupOf(this.draft)));
  }

  apply(remedy: { readonly draft: unknown }): void {
    this.#set(remedy.draft);
  }

  /** Another game, from its usual start. */
  choose(gameId: string): void {
    const rules = editable.find(({ id }) => id === gameId);
    if (rules !== undefined && rules !== this.rules) this.#change({ rules, draft: rules.initial() });
  }

  /** Takes what is in the field. A text that is a position of another game alone chooses that game. */
  type(text: string): void {
    const from = this.#typing(THE_TEXT);
    this.#typed = text;
    const read = this.#read(text);
    if (read !== null) this.#take(read, from);
  }

  #typing(into: string): Before {
    if (this.#typedFrom?.into !== into) this.#typedFrom = { into, past: this.#past, now: this.#now };
    return this.#typedFrom;
  }

  /** A field has lost the focus: that of the text shows the text of the draft again, unless what it has cannot be read. */
  endTyping(): void {
    if (this.unread !== null) return;
    this.#typed = null;
    this.#typedFrom = null;
  }

  /** Reads a position of this game or of another one, in our text or in that of another program. */
  #read(text: string): Draft | null {
    const all = [this.rules, ...editable.filter((rules) => rules !== this.rules)];
    for (const rules of all) {
      try {
        return { rules, draft: rules.editor.read(text) };
      } catch (error) {
        if (!(error instanceof BadNotation)) throw error;
      }
    }
    for (const rules of all) {
      const draft = foreignPosition(rules.id, text);
      if (draft !== undefined) return { rules, draft };
    }
    return null;
  }
}

/** A game that has no editor is replaced by the start of one that has. */
function draftOf(gameId: string, position: unknown): Draft {
  const rules = editable.find(({ id }) => id === gameId);
  return rules === undefined ? { rules: usual, draft: usual.initial() } : { rules, draft: position };
}

const positionOf = ({ rules, draft }: Draft): KeptPosition => ({
  game: rules.id,
  text: rules.positionText(draft),
});

/** Null if the game is unknown or its text cannot be read. */
function readKept({ game, text }: KeptPosition): Draft | null {
  const rules = editable.find(({ id }) => id === game);
  try {
    return rules === undefined ? null : { rules, draft: rules.editor.read(text) };
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
}

const isSame = (one: Draft, other: Draft): boolean =>
  one.rules === other.rules && one.rules.positionText(one.draft) === other.rules.positionText(other.draft);

/** The first tool of a game's palette. */
const firstMode = ({ editor }: EditableGame): EditMode => {
  const [first] = editor.tools;
  return first === undefined ? { kind: 'move' } : { kind: 'put', tool: first.id };
};
