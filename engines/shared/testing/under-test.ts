/** The engine under test: built once for a file of tests, started by each of them and ended behind it. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildEngine, type BuiltEngine } from './build.ts';
import { EngineProcess } from './process.ts';

/** To be called once, at the top of a file of tests, with the engine's folder; gives what starts a process. */
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
