/** Files with games, as the window sees them: by ids, never by paths. */
import * as v from 'valibot';
import { count, Id, list, text, type Shape } from './base.ts';

/** The name of a text that has none. */
export const pastedName = 'The pasted text';

/** A form, and the game that it is read as. */
export const FormChoice = v.strictObject({ form: text(64), game: text(64) });
export type FormChoice = Shape<typeof FormChoice>;

/** A file of the user's that a game is from. */
export const GameFile = v.strictObject({
  /** Its id among files that can be opened. */
  file: Id,
  name: v.string(),
  /** For display only. */
  folder: v.string(),
  form: v.string(),
  /** Which game of the file, counted from 1. */
  number: count,
  /** The game is not as the file has it. */
  isUnsaved: v.boolean(),
  /** `changed`: another program has written the file since; `gone`: it no longer exists. */
  outside: v.picklist(['same', 'changed', 'gone']),
});
export type GameFile = Shape<typeof GameFile>;

/** One way to read a text of which several fit. */
export const FormFit = v.strictObject({
  ...FormChoice.entries,
  /** The form's name. */
  name: v.string(),
  /** At the first ply where the ways differ: the position, and the move that led to it; null if it has none. */
  position: v.string(),
  /** The position before the move; null if there is none. */
  before: v.nullable(v.string()),
  move: v.nullable(v.string()),
});
export type FormFit = Shape<typeof FormFit>;

/** What opening a text has led to. */
export const Opening = v.variant('kind', [
  /** A game is on the board. */
  v.strictObject({
    kind: v.literal('opened'),
    game: Id,
    /** To be opened again; null for moves that can be nothing else. */
    source: v.nullable(Id),
    name: v.string(),
    form: v.string(),
    /** How many games the text has. */
    games: count,
    /** The game that was opened, of several, counted from 1. */
    number: count,
    /** It was open already. */
    isKnown: v.boolean(),
    /** Places that could not be read, in words. */
    faults: list(v.string()),
    /** A remark on the game, in words; null if none. */
    note: v.nullable(v.string()),
    /** The form was chosen for this source before. */
    isRemembered: v.boolean(),
  }),
  /** There are several; `source` lists them. */
  v.strictObject({
    kind: v.literal('games'),
    source: Id,
    name: v.string(),
    ...FormChoice.entries,
    /** The form's name. */
    formName: v.string(),
    games: count,
    /** There are more than are listed. */
    isCut: v.boolean(),
    /** Whether they are in a file that they can be saved to; not those of a text that was pasted or dropped. */
    isInFile: v.boolean(),
    isRemembered: v.boolean(),
  }),
  /** It is not a text with games but the record of a session. */
  v.strictObject({ kind: v.literal('recording'), name: v.string() }),
  /** Two forms or more fit and differ: the user decides. */
  v.strictObject({
    kind: v.literal('ask'),
    source: Id,
    name: v.string(),
    /** Which game, counted from 1, and the ply after which they differ. */
    number: count,
    ply: count,
    fits: list(FormFit),
  }),
]);
export type Opening = Shape<typeof Opening>;

/** One game of a file, in a list. */
export const ListedGame = v.strictObject({
  /** Counted from 1. */
  number: count,
  line: count,
  gameId: v.string(),
  headers: v.record(v.string(), v.string()),
  /** Of the main line. */
  plies: count,
  /** As PGN writes it. */
  result: v.string(),
  /** The first place that cannot be read, in words; null if all was read. */
  fault: v.nullable(v.string()),
});
export type ListedGame = Shape<typeof ListedGame>;

/**
 * What a save may do although it is not what a save usually does. `several`: a file with several games is replaced by one;
 * a client that consents to that need not consent to `exists` too.
 */
export const SaveConsent = v.picklist(['lost', 'changed', 'unread', 'exists', 'several']);
export type SaveConsent = Shape<typeof SaveConsent>;

/** How a save went. */
export const Saving = v.variant('kind', [
  v.strictObject({
    kind: v.literal('saved'),
    name: v.string(),
    /** What the form has no room for. */
    lost: list(v.string()),
  }),
  /** The game is from no file, or from one that cannot be written as it is: `reason` in words, empty if there is none. */
  v.strictObject({ kind: v.literal('unnamed'), reason: v.string() }),
  /** Nothing was written: the user decides whether it may be. */
  v.strictObject({ kind: v.literal('asks'), consent: SaveConsent, words: v.string() }),
]);
export type Saving = Shape<typeof Saving>;

/** A file that was opened or saved lately. */
export const RecentFile = v.strictObject({
  file: Id,
  name: v.string(),
  folder: v.string(),
  /** The folder's id in the picker; null if the picker does not show it. */
  inFolder: v.nullable(Id),
  /** Milliseconds since 1970. */
  openedAt: v.number(),
});
export type RecentFile = Shape<typeof RecentFile>;

/** A form in which a game can be written. */
export const WritableForm = v.strictObject({
  form: v.string(),
  name: v.string(),
  /** Of a file, without the dot. */
  extension: v.string(),
  /** What it has no room for of this game. */
  lost: list(v.string()),
});
export type WritableForm = Shape<typeof WritableForm>;
