/** The built command line, run in this process: its output and exit code without the cost of starting a process. */
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { Queue } from '../../sessions/queue.ts';

const require = createRequire(import.meta.url);

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Sink extends Writable {
  text = '';

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    done();
  }
}

/** The working folder, environment and stdout belong to the process: one command at a time. */
const commands = new Queue();

/** @param file the built program */
export function runInside(
  file: string,
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Printed> {
  return commands.run(() => runNow(file, args, folder, environment));
}

async function runNow(
  file: string,
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Printed> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const restore = [
    replace(process, 'argv', [process.execPath, file, ...args]),
    replace(process, 'stdout', stdout),
    replace(process, 'stderr', stderr),
    ...Object.entries(environment).map(([name, value]) => setVariable(name, value)),
  ];
  const { exitCode } = process;
  const usual = process.cwd();
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    delete require.cache[file];
    await (require(file) as { readonly over: Promise<void> }).over;
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.exitCode = exitCode;
    process.chdir(usual);
    for (const undo of restore) undo();
  }
}

/** @returns restores the original */
function replace(owner: object, name: string, value: unknown): () => void {
  const usual = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  return () => void Object.defineProperty(owner, name, usual);
}

/** @returns restores the original */
function setVariable(name: string, value: string): () => void {
  const usual = process.env[name];
  process.env[name] = value;
  return () => {
    if (usual === undefined) delete process.env[name];
    else process.env[name] = usual;
  };
}
