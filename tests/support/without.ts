/** Copies of the build with a guard removed, which tests must notice. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Tests and benchmarks run in the repository's root; the latter from a bundle, which lies elsewhere. */
const dist = resolve('dist');

/** Code that occurs in the build exactly once, and its replacement without the guard. */
export interface Removal {
  readonly code: string | RegExp;
  readonly instead: string;
}

/** By the part of the build that contains the guard. */
export type Removals = Partial<Record<'app' | 'renderer', Removal>>;

/**
 * Copies `dist` to the folder `copy` without these guards, and returns it.
 * @throws Error unless the code occurs exactly once: the guard has moved, and its proof must follow
 */
export function distWithout(copy: string, removals: Removals): string {
  const { app, renderer } = removals;
  const copied = (path: string): boolean => !path.endsWith('.map');
  mkdirSync(copy);
  // Always a copy of the hosts: through a link they would use the page beside the original.
  cpSync(join(dist, 'app'), join(copy, 'app'), { recursive: true, filter: copied });
  if (renderer === undefined) symlinkSync(join(dist, 'renderer'), join(copy, 'renderer'));
  else cpSync(join(dist, 'renderer'), join(copy, 'renderer'), { recursive: true, filter: copied });
  symlinkSync(join(dist, 'engines'), join(copy, 'engines'));
  if (app !== undefined) takeOut(join(copy, 'app'), app);
  if (renderer !== undefined) takeOut(join(copy, 'renderer', 'assets'), renderer);
  return copy;
}

function takeOut(folder: string, removal: Removal): void {
  const { instead } = removal;
  const code = typeof removal.code === 'string' ? removal.code : new RegExp(removal.code, 'g');
  let places = 0;
  for (const name of readdirSync(folder)) {
    // Threads have copies of libraries, but listen to nothing.
    if (!/\.c?js$/.test(name) || /-thread\.cjs$/.test(name)) continue;
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const found = typeof code === 'string' ? text.split(code).length - 1 : [...text.matchAll(code)].length;
    if (found === 0) continue;
    places += found;
    writeFileSync(
      path,
      typeof code === 'string' ? text.split(code).join(instead) : text.replace(code, instead),
    );
  }
  if (places !== 1) throw new Error(`the build has ${String(code)} ${places} times instead of once`);
}
