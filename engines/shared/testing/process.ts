/** The engine as a real process. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { LineReader } from '../../shared/lines.ts';

/** Far longer than any step takes: it only ends a test that would hang. */
const patience = 30_000;

/** A running engine, used line by line. */
export class EngineProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** All lines received so far. */
  readonly heard: string[] = [];
  stderr = '';
  readonly exit: Promise<number | null>;
  private next = 0;
  private waiter: (() => void) | null = null;
  private closed = false;

  /** @param command that runs the file: a program, and its arguments before the file */
  constructor(file: string, args: readonly string[] = [], command: readonly string[] = [process.execPath]) {
    const [program, ...before] = command;
    this.child = spawn(program!, [...before, file, ...args], { stdio: 'pipe' });
    const reader = new LineReader((line) => {
      this.heard.push(line);
      this.waiter?.();
    });
    this.child.stdout.on('data', (bytes: Buffer) => reader.write(bytes));
    this.child.stderr.on('data', (bytes: Buffer) => {
      this.stderr += bytes.toString();
      this.waiter?.();
    });
    this.child.stdin.on('error', () => undefined);
    this.exit = new Promise((resolve) =>
      this.child.on('close', (code) => {
        this.closed = true;
        this.waiter?.();
        resolve(code);
      }),
    );
  }

  say(...lines: string[]): void {
    this.child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** The next line that has not been taken. */
  async line(): Promise<string> {
    await this.until(() => this.next < this.heard.length);
    return this.heard[this.next++]!;
  }

  /** Takes lines up to the first with this beginning, and returns it. */
  async lineOf(beginning: string): Promise<string> {
    for (;;) {
      const line = await this.line();
      if (line.startsWith(beginning)) return line;
    }
  }

  /** @throws Error if the process ends, or is silent for long, before `holds` does */
  async until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + patience;
    while (!holds()) {
      const left = deadline - Date.now();
      if (this.closed || left <= 0) {
        const last = this.heard.slice(-5).join('\n');
        throw new Error(`the engine ${this.closed ? 'has ended' : 'is silent'}; last lines:\n${last}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiter = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.waiter = null;
    }
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
