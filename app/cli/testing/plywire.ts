/** The built command line, run in a home of its own, in its own process or in this one. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isShown } from '../../../tests/support/processes.ts';
import { runInside } from './inside.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const misbehave = inRoot('tests/engines/misbehave.mjs');
const programs = { cli: inRoot('dist/app/cli.cjs'), serve: inRoot('dist/app/serve.cjs') };

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Parses every line of stdout as JSON. */
  readonly objects: () => Record<string, unknown>[];
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly outcome: Promise<CommandOutcome>;
}

const objectsIn = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A working folder outside the repository, with a home inside. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-cli-'));
  readonly home = join(this.folder, 'home');

  /** Starts one of the built programs, or another by its path. */
  start(
    args: readonly string[],
    program: keyof typeof programs | `/${string}` = 'cli',
    environment: NodeJS.ProcessEnv = {},
  ): Started {
    const file = program === 'cli' || program === 'serve' ? programs[program] : program;
    return this.#spawn([process.execPath, file, ...args], environment);
  }

  /** Runs a script of the shell, in which `"$@"` is the command line with these arguments. */
  shell(script: string, ...args: string[]): Promise<CommandOutcome> {
    const command = ['bash', '-c', script, 'bash', process.execPath, programs.cli, ...args];
    return this.#spawn(command, {}).outcome;
  }

  #spawn([command, ...args]: readonly string[], environment: NodeJS.ProcessEnv): Started {
    const child = spawn(command!, args, {
      cwd: this.folder,
      env: { ...process.env, PLYWIRE_HOME: this.home, ...environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const outcome = new Promise<CommandOutcome>((resolve) =>
      child.on('close', (code) =>
        resolve({
          code,
          stdout,
          stderr,
          objects: () => objectsIn(stdout),
        }),
      ),
    );
    return { child, stdout: () => stdout, outcome };
  }

  /** Runs in its own process. */
  runAlone(...args: string[]): Promise<CommandOutcome> {
    return this.start(args).outcome;
  }

  /** Runs in this process, ten times as fast; what needs a process of its own uses `runAlone` or `start`. */
  async run(...args: string[]): Promise<CommandOutcome> {
    const printed = await runInside(programs.cli, args, this.folder, { PLYWIRE_HOME: this.home });
    return { ...printed, objects: () => objectsIn(printed.stdout) };
  }

  /** Pids of processes started from here that still run: they work in our folder or use its home. */
  leftovers(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
          if (stat.slice(stat.lastIndexOf(')') + 2)[0] === 'Z') return false;
          const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
          return environment.includes(this.folder) || isShown(pid, this.folder);
        } catch {
          return false;
        }
      })
      .map(Number);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
