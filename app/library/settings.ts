import { defaultDeadlines } from '../protocols/protocol.ts';
import { Kept, readKept, type Found } from './files.ts';
import { Settings } from './shapes.ts';

export const defaultSettings: Settings = {
  theme: 'system',
  flipped: false,
  deadlines: { ...defaultDeadlines },
  layout: { columnWidth: 420, dockHeight: 240, dockOpen: true },
};

/** Reads the settings; what cannot be read is put aside and told in `trouble`. */
export async function openSettings(
  path: string,
): Promise<{ kept: Kept<Settings> } & Pick<Found<Settings>, 'trouble'>> {
  const { value, trouble } = await readKept(path, Settings);
  return { kept: new Kept(path, value ?? defaultSettings), trouble };
}
