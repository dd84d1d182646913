/** Programs in memory to probe, with a clock of their own. */
import type { WireEvent } from '../../protocols/conformance.ts';
import type { RunningWire } from '../running-wire.ts';
import type { CheckEntry } from '../../shapes/checks.ts';

export interface Program {
  /** When it says its first word, in milliseconds; at once if absent. */
  readonly starts?: number;
  /** Said at the start. */
  readonly greets?: readonly string[];
  /** Said to a line. */
  readonly answers?: (line: string) => readonly string[];
  /** Said to a line on stderr. */
  readonly complains?: (line: string) => readonly string[];
  /** Said again and again. */
  readonly repeats?: { readonly lines: readonly string[]; readonly milliseconds: number };
  /** Leaves with this code after reading so many lines. */
  readonly leaves?: { readonly code: number; readonly after: number };
}

/** In milliseconds. */
const latency = 1;

export class ProgramWire implements RunningWire {
  now = 0;
  readonly exchange: CheckEntry[] = [];
  readonly #program: Program;
  readonly #said: { readonly at: number; readonly text: string }[] = [];
  #repeated = 0;
  #read = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#say(program.greets ?? []);
  }

  send(line: string): void {
    this.exchange.push({ direction: 'sent', text: line, seconds: this.now / 1000 });
    if (this.#left) return;
    this.#read++;
    for (const text of this.#program.complains?.(line) ?? []) {
      this.exchange.push({ direction: 'stderr', text, seconds: this.now / 1000 });
    }
    this.#say(this.#program.answers?.(line) ?? []);
  }

  end(): void {}

  async next(milliseconds: number): Promise<WireEvent> {
    const text = this.#nextUntil(this.now + milliseconds);
    if (text !== null) return { kind: 'line', text };
    if (this.#left) return { kind: 'ended', exitCode: this.#program.leaves!.code, signal: null };
    return { kind: 'silence' };
  }

  async unaskedLines(milliseconds: number): Promise<readonly string[]> {
    const until = this.now + milliseconds;
    const lines: string[] = [];
    for (let text = this.#nextUntil(until); text !== null; text = this.#nextUntil(until)) lines.push(text);
    return lines;
  }

  async close(): Promise<void> {}

  get #left(): boolean {
    const { leaves } = this.#program;
    return leaves !== undefined && this.#read >= leaves.after;
  }

  #say(lines: readonly string[], soonest = this.now + latency): void {
    const at = Math.max(soonest, this.#program.starts ?? 0);
    const isLast = (this.#said.at(-1)?.at ?? 0) <= at;
    for (const text of lines) this.#said.push({ at, text });
    if (!isLast) this.#said.sort((one, other) => one.at - other.at);
  }

  #nextUntil(until: number): string | null {
    const { repeats } = this.#program;
    for (; repeats && (this.#repeated + 1) * repeats.milliseconds <= until; this.#repeated++) {
      this.#say(repeats.lines, (this.#repeated + 1) * repeats.milliseconds);
    }
    const said = this.#said[0];
    if (said === undefined || said.at > until) {
      if (!this.#left) this.now = Math.max(this.now, until);
      return null;
    }
    this.#said.shift();
    this.now = Math.max(this.now, said.at);
    this.exchange.push({ direction: 'heard', text: said.text, seconds: this.now / 1000 });
    return said.text;
  }
}
