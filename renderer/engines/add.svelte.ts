import type { Folder } from '../../app/api/contract.ts';
import type { ChosenFile } from '../../app/api/desktop-bridge.ts';

/** Which dialog adds engines: commands and empty states open them from anywhere. */
export const addEngine = $state<{
  open: boolean;
  /** A file that a person chose or dropped before the dialog opened. */
  chosen: ChosenFile | null;
  /** The folder whose engines are added in one go; null while none is. */
  folder: Pick<Folder, 'id' | 'path'> | null;
}>({ open: false, chosen: null, folder: null });

/** Opens the dialog at the settings of a file that is chosen already. */
export function addChosen(file: ChosenFile): void {
  addEngine.chosen = file;
  addEngine.open = true;
}
