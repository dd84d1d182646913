import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AtOnce, descriptorOf, whileThinking, writeAvailable } from './at-once.ts';

/** An engine that answers with the question, within microseconds, and what was heard of it outside of the event loop. */
class Echo {
  readonly child: ChildProcessWithoutNullStreams = spawn('cat');
  readonly atOnce: AtOnce;
  /** Read at once, and by the event loop. */
  readonly direct: string[] = [];
  readonly looped: string[] = [];
  hasTime = true;

  constructor() {
    this.atOnce = new AtOnce({
      readable: () => descriptorOf(this.child.stdout),
      hasTime: () => this.hasTime,
      onOutput: (bytes) => this.direct.push(bytes.toString()),
    });
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.atOnce.heard();
      this.looped.push(chunk.toString());
    });
  }

  write(text: string): void {
    const descriptor = descriptorOf(this.child.stdin)!;
    expect(writeAvailable(descriptor, text)).toBe(text.length);
    this.atOnce.wrote();
  }

  get heard(): string {
    return [...this.direct, ...this.looped].join('');
  }

  async hears(text: string): Promise<void> {
    while (!this.heard.includes(text)) await turn();
  }
}

const engines: Echo[] = [];
const open = (): Echo => {
  const engine = new Echo();
  engines.push(engine);
  return engine;
};
afterEach(async () => {
  for (const { child } of engines.splice(0)) {
    child.kill();
    await once(child, 'close');
  }
});

/** More often than any machine needs until an answer is there at once. */
const often = 2000;

// Windows gives pipes no descriptor: there, the event loop reads all.
describe.runIf(process.platform !== 'win32')('answers that come within microseconds', () => {
  it('are read before the event loop does it', async () => {
    const engine = open();
    let asked = 0;
    for (; asked < often && engine.direct.length < 20; asked++) {
      engine.write(`${asked};`);
      engine.atOnce.read();
      await engine.hears(`${asked};`);
    }
    expect(engine.direct.length).toBe(20);
    // Each answer came once, whoever read it.
    expect(engine.heard.split(';')).toHaveLength(asked + 1);
  });

  it('are read from the engine that was asked first', async () => {
    const [one, other] = [open(), open()];
    let read = 0;
    for (let asked = 0; asked < often && read < 20; asked++) {
      one.write(`${asked};`);
      one.hasTime = read + other.direct.length === 0;
      one.atOnce.read();
      const [before, others] = [one.direct.length, other.direct.length];
      other.write(`${asked};`);
      other.atOnce.read();
      if (!one.hasTime && one.direct.length > before) {
        read++;
        expect(other.direct.length).toBe(others);
      }
      await Promise.all([one.hears(`${asked};`), other.hears(`${asked};`)]);
    }
    expect(read).toBe(20);
  });

  it('leave time for other work, which is done in the next turn of the event loop at the latest', async () => {
    let done = 0;
    whileThinking(() => done++);
    expect(done).toBe(0);
    await turn();
    expect(done).toBe(1);
    const engine = open();
    let early = 0;
    for (let asked = 0; asked < often && early < 5; asked++) {
      engine.write(`${asked};`);
      const before = done;
      whileThinking(() => done++);
      engine.atOnce.read();
      early += done - before;
      await engine.hears(`${asked};`);
    }
    expect(early).toBe(5);
  });
});
