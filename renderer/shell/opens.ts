/** Commands that only open a dialog. */
import type { Command } from '../state/commands.ts';
import { dialogs, type DialogInputs, type DialogName } from '../state/dialogs.svelte.ts';

/** The dialogs that need no input. */
type PlainDialog = {
  [Name in DialogName]: undefined extends DialogInputs[Name] ? Name : never;
}[DialogName];

/** @param more the rest of the command; its id is the name of the dialog unless another one is given */
export const opens = (
  dialog: PlainDialog,
  title: string,
  group: Command['group'],
  keys: readonly string[],
  more: Pick<Command, 'enabled' | 'icon'> & Partial<Pick<Command, 'id'>>,
): Command => ({ id: dialog, title, group, keys, ...more, run: () => dialogs.open(dialog) });
