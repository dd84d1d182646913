/**
 * A built browser host as a process with a temporary home. Every process that it starts inherits HOME, which identifies
 * what it leaves behind.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { processesWith, type Process } from './processes.ts';

/** Tests and benchmarks run in the repository's root; the latter from a bundle, which lies elsewhere. */
const built = resolve('dist/app');

/** Milliseconds, on a busy machine. */
const STARTS_WITHIN = 45_000;
const ENDS_WITHIN = 30_000;

export interface HostOptions {
  /** HOME of the host and of everything that it starts; its data folder is in it too. */
  readonly home: string;
  /** The only folder that the file picker shows. */
  readonly folder: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Another build of the host than the one in `dist`. */
  readonly program?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether a home without games begins with the example; false if absent. */
  readonly example?: boolean;
}

export interface Host {
  readonly pid: number;
  /** With its token. */
  readonly url: string;
  /** Everything that it wrote. */
  output(): string;
  /** Sends a signal and waits for the end. @throws Error if it does not end */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

function environmentFor(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, PLYWIRE_HOME: join(home, 'plywire') };
}

/** @throws Error with its output if it ends before it prints its address */
export async function startHost(options: HostOptions): Promise<Host> {
  const {
    home,
    folder,
    port,
    program = join(built, 'serve.cjs'),
    environment = {},
    example = false,
  } = options;
  if (!existsSync(program)) throw new Error('there is no build to test: `npm run build` makes one');
  const flags = [
    '--no-open',
    ...(example ? [] : ['--no-example']),
    '--port',
    String(port),
    '--folder',
    folder,
  ];
  const child = spawn(process.execPath, [program, ...flags], {
    env: { ...environmentFor(home), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the host ${why}\n${written}`));
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      fail('does not say its address');
    }, STARTS_WITHIN);
    const take = (piece: string): void => {
      written += piece;
      const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(written);
      if (address === null) return;
      clearTimeout(late);
      resolve(address[0]);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    void ended.then(({ code }) => {
      clearTimeout(late);
      fail(`exited with ${code}`);
    });
  });
  return {
    pid: child.pid!,
    url,
    output: () => written,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return withinReason(child, ended);
    },
  };
}

async function withinReason<T>(child: ChildProcess, ended: Promise<T>): Promise<T> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the host does not end'));
    }, ENDS_WITHIN);
  });
  try {
    return await Promise.race([ended, tooLate]);
  } finally {
    clearTimeout(late);
  }
}

/** Runs the command line with the same home. */
export function plywireOutcome(home: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(built, 'cli.cjs'), ...args], {
    env: environmentFor(home),
    encoding: 'utf8',
  });
}

/** The same for a command that must succeed. @throws Error with its output if it fails */
export function plywire(home: string, args: readonly string[]): string {
  const { status, stdout, stderr } = plywireOutcome(home, args);
  if (status !== 0) throw new Error(`plywire ${args.join(' ')} exited with ${status}\n${stderr}`);
  return stdout;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()));
    });
  });
}

/** Every process whose HOME is `home`. */
export const processesOf = (home: string): Process[] => processesWith(`HOME=${home}`);
