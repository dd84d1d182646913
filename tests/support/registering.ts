/** Adds engines to the library of a home without a running host, with the library's own code. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wayToRun } from '../../app/api/way-to-run.ts';
import { EngineRegistry } from '../../app/library/engines.ts';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';

/** Engines that tests register by name. */
export const fixtures = {
  misbehave: fileURLToPath(new URL('../engines/misbehave.mjs', import.meta.url)),
  gos: fileURLToPath(new URL('../engines/gos.mjs', import.meta.url)),
  nmm: fileURLToPath(new URL('../engines/nmm.mjs', import.meta.url)),
  /** A bundled engine with its lines rewritten; it runs the build, which a sandbox would hide from it. */
  mutant: fileURLToPath(new URL('../engines/mutant.mjs', import.meta.url)),
  hostile: fileURLToPath(new URL('../e2e/engines/hostile.mjs', import.meta.url)),
  /** Built: bundled engines with a test's own arguments. */
  quoridor: fileURLToPath(new URL('../../dist/engines/quoridor/main.cjs', import.meta.url)),
  morris: fileURLToPath(new URL('../../dist/engines/morris/main.cjs', import.meta.url)),
  stones: fileURLToPath(new URL('../../dist/engines/stones/main.cjs', import.meta.url)),
  teller: fileURLToPath(new URL('../e2e/engines/teller.mjs', import.meta.url)),
  puppet: fileURLToPath(new URL('../e2e/engines/puppet.mjs', import.meta.url)),
} as const;

export interface Registration {
  readonly fixture: keyof typeof fixtures;
  readonly protocol: 'cfp' | 'cfsi' | 'gos' | 'nmm' | 'qtp';
  /** A function receives the engines' folder. */
  readonly args?: readonly string[] | ((folder: string) => readonly string[]);
}

/** Whether a sandbox runs on this machine; checked once. */
let sandboxed: Promise<boolean> | null = null;

/**
 * Adds engines by name, in the sandbox if there is one.
 * @param home Plywire's data folder
 * @param folder that the arguments may refer to
 */
export async function register(
  home: string,
  folder: string,
  engines: Readonly<Record<string, Registration>>,
): Promise<void> {
  sandboxed ??= probeConfinement(process.env, process.platform, home).then(({ sandbox }) => sandbox.runs);
  const sandbox = await sandboxed;
  const { registry } = await EngineRegistry.open(join(home, 'engines.json'), []);
  const all = Object.entries(engines).map(async ([name, { fixture, protocol, args = [] }]) => {
    const file = fixtures[fixture];
    return {
      name,
      protocol,
      file,
      folder: null,
      environment: {},
      ...(await wayToRun(file)),
      args: [...(typeof args === 'function' ? args(folder) : args)],
      sandbox: sandbox && fixture !== 'mutant',
    };
  });
  await registry.addAll(await Promise.all(all));
}
