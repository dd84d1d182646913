/** The engine under test: built once per test file, started by each test and ended after it. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { EngineProcess } from './process.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { assembly } from '../../../build/lib/assembly.mjs';

/** Call once at the top of a test file with the engine's folder; returns a function that starts a process. */
export function engineUnderTest(name: string): (...args: string[]) => EngineProcess {
  let built: BuiltEngine | null = null;
  const started: EngineProcess[] = [];
  beforeAll(async () => {
    built = await buildEngine(name);
  }, 60_000);
  afterAll(() => built?.remove());
  afterEach(() => {
    for (const engine of started.splice(0)) engine.kill();
  });
  return (...args) => {
    const engine = new EngineProcess(built!.file, args);
    started.push(engine);
    return engine;
  };
}

export interface BuiltEngine {
  readonly file: string;
  remove(): void;
}

/** Bundles `engines/<id>/main.ts` into one CommonJS file in a new folder. */
export async function buildEngine(id: string): Promise<BuiltEngine> {
  const source = fileURLToPath(new URL(`../../${id}`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'plywire-engine-'));
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    plugins: [assembly()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: { main: join(source, 'main.ts') },
        external: [...builtinModules, /^node:/],
        platform: 'node',
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
  return {
    file: join(folder, 'main.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
