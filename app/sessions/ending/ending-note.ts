/** How notes tell of an ending: by a session's word with the reason behind it, or by how the process left. */
import { EndingWord } from '../../shapes/sessions.ts';

export const endingPattern = new RegExp(
  String.raw`^(?:(?<word>${EndingWord.options.join('|')}): (?<reason>[^]*)|(?<left>exit code -?\d{1,10}|ended by SIG\w{2,8}))$`,
);
