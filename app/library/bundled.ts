import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { EngineScale } from '../shapes/report.ts';

/** `manifest.json` of a bundled engine. */
const Manifest = v.object({
  id: v.string(),
  name: v.string(),
  version: v.string(),
  description: v.string(),
  /** Ids of protocols; the first one is the default. */
  protocols: v.pipe(v.array(v.string()), v.minLength(1)),
  games: v.pipe(v.array(v.string()), v.minLength(1)),
  /** The program, relative to the manifest. */
  entry: v.string(),
  /** By how much its static scores must fall for a move to be an error; absent where it gives no scores. */
  scale: v.optional(EngineScale),
});

export type BundledEngine = v.InferOutput<typeof Manifest> & { readonly file: string };

/**
 * Finds the engines of this build: each folder with a manifest is one engine.
 * @throws Error naming an invalid manifest, since the build is then broken
 */
export async function findBundledEngines(folder: string): Promise<readonly BundledEngine[]> {
  const found: BundledEngine[] = [];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const path = join(folder, name, 'manifest.json');
    const content = await readFile(path, 'utf8').catch(() => null);
    if (content === null) continue;
    const manifest = readManifest(path, content);
    found.push({ ...manifest, file: join(folder, name, manifest.entry) });
  }
  return found;
}

function readManifest(path: string, content: string): v.InferOutput<typeof Manifest> {
  try {
    return v.parse(Manifest, JSON.parse(content));
  } catch (error) {
    throw new Error(`${path} is not a manifest of an engine: ${(error as Error).message}`, { cause: error });
  }
}
