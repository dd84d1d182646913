/**
 * Stand-ins for the tools with which electron-builder makes an AppImage: its contents are copied to a folder beside it,
 * and the file itself is empty.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The contents of an AppImage that these tools have made. */
export const contentsOf = (image: string): string => `${image}.contents`;

const pack = `#!/bin/sh
cp -R "$1" "${contentsOf('$2')}" && : > "$2"
`;

/** @param folder is laid out like electron-builder's download */
export function writeAppImageTools(folder: string): void {
  const programs = join(folder, `linux-${process.arch}`);
  for (const made of [programs, join(folder, 'lib', process.arch), join(folder, 'lib', 'x64')])
    mkdirSync(made, { recursive: true });
  for (const name of ['mksquashfs', 'desktop-file-validate'])
    writeFileSync(join(programs, name), pack, { mode: 0o755 });
  writeFileSync(join(folder, `runtime-${process.arch}`), '');
}
