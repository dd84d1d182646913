/** Files: the picker, and the user's files with games. Ids stand for paths; a file is written only by `save` and `saveAs`. */
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, longText, nothing } from './base.ts';

/** The most games of a list that are read at once. */
const mostListed = 200;

const number = v.pipe(v.number(), v.integer(), v.minValue(1));
const oneGame = v.strictObject({ game: s.Id });
const fileName = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const consents = v.optional(v.pipe(list(s.SaveConsent), v.maxLength(8)), []);

export const files = {
  /** The folders that the picker starts from. */
  roots: call.output(list(v.strictObject({ id: s.Id, name: v.string() }))),
  list: call.input(v.strictObject({ folder: s.Id })).output(s.Folder),
  /**
   * Opens a game of a file that the picker showed, or of a text that was pasted. Of several games the one with this number,
   * or none: then the client lists them. A form that is given without a number is remembered for the file.
   */
  open: call
    .input(v.strictObject({ file: s.Id, number: v.optional(number), as: v.optional(s.FormChoice) }))
    .output(s.Opening),
  /**
   * Opens a text of any form of any game; `name` is that of a dropped file. A list of moves is of the size of the game that
   * it is to be `like`, if it fits. A form that is given is not remembered for the text.
   */
  paste: call
    .input(
      v.strictObject({
        ...{ text: longText, name: v.optional(fileName), as: v.optional(s.FormChoice) },
        like: v.optional(v.strictObject({ game: v.string(), setup: s.Setup })),
      }),
    )
    .output(s.Opening),
  /** The games of a file or of a pasted text, from number `from` on. */
  games: call
    .input(
      v.strictObject({
        ...{ file: s.Id, as: s.FormChoice, from: number },
        count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostListed)),
      }),
    )
    .output(list(s.ListedGame)),
  recent: call.output(list(s.RecentFile)),
  /** Takes a file from the list of recent ones. */
  forget: call.input(v.strictObject({ file: s.Id })).output(nothing),
  /** The form of the file is asked for again, the next time it is opened. */
  forgetForm: call.input(v.strictObject({ file: s.Id })).output(nothing),
  /** Writes a game into the file that it is from. What is not agreed to is asked, and nothing is written. */
  save: call.input(v.strictObject({ ...oneGame.entries, consents })).output(s.Saving),
  /** Writes a game into a file in a folder, or into one that the system's dialog named. */
  saveAs: call
    .input(
      v.strictObject({
        ...oneGame.entries,
        to: v.variant('kind', [
          v.strictObject({ kind: v.literal('new'), folder: s.Id, name: fileName }),
          v.strictObject({ kind: v.literal('chosen'), file: s.Id }),
        ]),
        /** The id of a form; by default that of the name's extension. */
        form: v.optional(v.string()),
        consents,
      }),
    )
    .output(s.Saving),
  /** The forms in which a game can be written, and the name that a new file would get, without an extension. */
  forms: call.input(oneGame).output(
    v.strictObject({
      name: v.string(),
      /** Where the game's file is, or the one opened last; null if the picker does not show it. */
      folder: v.nullable(s.Id),
      forms: list(s.WritableForm),
    }),
  ),
  /** The text of a game, for a download. */
  text: call
    .input(v.strictObject({ ...oneGame.entries, form: v.string() }))
    .output(v.strictObject({ name: v.string(), text: v.string(), lost: list(v.string()) })),
};
