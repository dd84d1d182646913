/**
 * A stand-in for an unpacked Electron, which is not available everywhere: what electron-builder looks for in one, the
 * fuses where the real program has them, and of the program itself only that it can act as Node.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `@electron/fuses` finds the fuses: this, a version, their number, and one letter for each. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Electron's defaults: on, off, on, on, off, off, off, on, and one that is newer than the tool. */
const wire = '101100011';

const version = '45.4.1';

/** Runs before the program: what identifies Electron acting as Node. */
const asElectron = `
Object.defineProperty(process.versions, 'electron', { value: '${version}' });
process.execPath = process.env.PLYWIRE_STAND_IN;
delete process.env.PLYWIRE_STAND_IN;
`;

const program = `#!/bin/sh
# ${sentinel}\u0001${String.fromCharCode(wire.length)}${wire}
[ "$ELECTRON_RUN_AS_NODE" = 1 ] || { echo 'the stand-in has no window' >&2; exit 1; }
PLYWIRE_STAND_IN=$0 exec '${process.execPath}' -r "$(dirname "$0")/as-electron.cjs" "$@"
`;

export function writeStandIn(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const files = {
    version,
    LICENSE: 'Electron’s licence\n',
    'LICENSES.chromium.html': '<p>Chromium’s licences</p>\n',
    'as-electron.cjs': asElectron,
    'locales/en-US.pak': '',
    'locales/de.pak': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ['electron', 'chrome-sandbox'])
    writeFileSync(join(folder, name), program, { mode: 0o755 });
}
