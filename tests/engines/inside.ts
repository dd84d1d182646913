/** Runs a program like an engine, without a conversation, to see what a sandbox shows and refuses. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { probeConfinement, type Confinement } from '../../app/sessions/confinement/confinement.ts';
import { Guard } from '../../app/sessions/confinement/guard.ts';
import type { Bubblewrap } from '../../app/sessions/confinement/sandbox.ts';
import { start, type Started } from '../../app/sessions/confinement/start.ts';
import { ownHost, planLaunch } from '../../app/sessions/launch/launch.ts';
import type { Launch } from '../../app/sessions/types.ts';
import { launchOf } from './support.ts';

export interface ProgramOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Writes a program, with its parent folders. @returns its path */
export function script(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

/** A machine with this home and this bubblewrap: its confinement, and the result of a launch there. */
export async function machineWith(
  home: string,
  path: string,
  scratch: string | null = null,
  changes: Partial<Bubblewrap> = {},
) {
  const environment = { HOME: home, PATH: path };
  const found = await probeConfinement(environment, process.platform, `${home}/plywire`, scratch);
  const confinement: Confinement = found.sandbox.runs
    ? { ...found, sandbox: { runs: true, bubblewrap: { ...found.sandbox.bubblewrap, ...changes } } }
    : found;

  const begin = (file: string, args: readonly string[] = [], changes: Partial<Launch> = {}): Started => {
    const launch = launchOf(file, args, { sandbox: true, ...changes });
    const plan = planLaunch(launch, { ...ownHost(), environment });
    const prepared = new Guard(plan, launch, { confinement }).prepare();
    if ('cause' in prepared) throw new Error(JSON.stringify(prepared.cause));
    return start(prepared.spawned, { cwd: plan.cwd, detached: true });
  };
  const run = (
    file: string,
    args: readonly string[] = [],
    changes: Partial<Launch> = {},
  ): Promise<ProgramOutput> =>
    new Promise((resolve, reject) => {
      const { child, stdin, stdout, stderr } = begin(file, args, changes);
      const said = { stdout: '', stderr: '' };
      stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
      stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
      stdin.end();
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...said }));
    });
  return { confinement, begin, run };
}
