/** The child that answers every line at once: a C program if there is a compiler, else the same in Node. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { Session } from '../../app/sessions/session.ts';

export class EchoChildren {
  /** For the table: the kind of the children. */
  readonly kind: 'C' | 'Node';
  readonly #folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  readonly #file: string;
  #count = 0;

  constructor() {
    const program = join(this.#folder, 'echo');
    const { status } = spawnSync('cc', ['-O2', '-o', program, resolve('tests/bench/echo.c')]);
    this.kind = status === 0 ? 'C' : 'Node';
    this.#file = status === 0 ? program : resolve('tests/bench/echo.cjs');
  }

  /** A session that is not started yet. */
  session(): Session {
    const id = `bench-${this.#count++}`;
    return new Session({
      id,
      launch: {
        file: this.#file,
        interpreter: this.kind === 'C' ? null : process.execPath,
        interpreterArgs: [],
        args: [],
        folder: null,
        environment: {},
        bundled: false,
        sandbox: false,
      },
      protocol: cfsi,
      journalPath: join(this.#folder, `${id}.journal`),
    });
  }

  /** The same child on bare pipes, in a process group of its own as every engine is. */
  bare(): ChildProcessWithoutNullStreams {
    const [file, args] = this.kind === 'C' ? [this.#file, []] : [process.execPath, [this.#file]];
    return spawn(file, args, { stdio: 'pipe', detached: true });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Starts a session and waits until it can be asked. */
export async function ready(session: Session): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const leave = session.subscribe((event) => {
      if (event.kind !== 'ready') return;
      leave();
      resolve();
    });
  });
  session.start();
  await done;
}
