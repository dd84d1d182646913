/** A check's wire to a responder in memory, on the fake wire's clock. */
import type { CheckWire, WireEvent } from '../conformance.ts';
import type { Driver } from '../protocol.ts';
import type { Job, Responder } from '../responder.ts';
import { FakeWire, type Thought } from './fake-wire.ts';
import type { Mutant } from './mutants.ts';
import type { CheckEntry } from '../../shapes/checks.ts';

/** A driver that only passes on what it hears. */
function listener(hear: (line: string) => void): Driver {
  return {
    state: 'new',
    capabilities: {
      ...{ stop: true, analyse: true, time: true, depth: true, setPosition: 'any', score: true },
      ...{ scoresPerMove: true, options: true, debug: true, ping: true, drawing: false },
    },
    accepts: () => null,
    request: () => [],
    sent: () => [],
    receive: (line) => {
      hear(line);
      return [];
    },
    tick: () => [],
    nextWake: () => null,
  };
}

const directions = { '-->': 'sent', '<--': 'heard', '<!!': 'stderr', '###': 'note' } as const;

export class FakeCheckWire implements CheckWire {
  readonly #wire: FakeWire;
  readonly #lines: string[] = [];
  readonly #mutant: Omit<Mutant, 'breaks'> | undefined;

  /** @param mutant what is wrong with the engine */
  constructor(responder: Responder, think: (job: Job) => Thought, mutant?: Omit<Mutant, 'breaks'>) {
    this.#mutant = mutant;
    this.#wire = new FakeWire({
      driver: listener((line) => this.#lines.push(line)),
      responder: mutant?.wrap?.(responder, () => this.#wire?.now ?? 0) ?? responder,
      think,
      ...(mutant?.lag && { lag: (event) => mutant.lag!(event) }),
    });
  }

  get now(): number {
    return this.#wire.now;
  }

  get settings(): Readonly<Record<string, string>> {
    return this.#mutant?.settings ?? {};
  }

  get isUnended(): boolean {
    return this.#mutant?.endsNoLine ?? false;
  }

  get exchange(): readonly CheckEntry[] {
    return this.#wire.transcript.map(({ seconds, mark, text }) => ({
      seconds,
      direction: directions[mark],
      text,
    }));
  }

  send(line: string): void {
    this.#wire.type(line);
  }

  async next(milliseconds: number): Promise<WireEvent> {
    this.#wire.runUntil(() => this.#lines.length > 0 || this.#wire.exited, milliseconds);
    const text = this.#lines.shift();
    if (text !== undefined) return { kind: 'line', text };
    return this.#wire.exited
      ? { kind: 'ended', exitCode: this.#mutant?.exitCode ?? 0, signal: null }
      : { kind: 'silence' };
  }

  async unaskedLines(milliseconds: number): Promise<readonly string[]> {
    this.#wire.runUntil(() => this.#wire.exited, milliseconds);
    return this.#lines.splice(0);
  }

  end(): void {
    const stays = this.#mutant?.staysAtEnd;
    if (stays === 'always' || (stays === 'thinking' && this.#wire.thinking)) return;
    this.#wire.leave();
  }

  async close(): Promise<void> {}
}
