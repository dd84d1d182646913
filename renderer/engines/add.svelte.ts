import type { Folder } from '../../app/api/contract.ts';

/** Which dialog adds engines: commands and empty states open them from anywhere. */
export const addEngine = $state<{
  open: boolean;
  /** The folder whose engines are added in one go; null while none is. */
  folder: Pick<Folder, 'id' | 'path'> | null;
}>({ open: false, folder: null });
