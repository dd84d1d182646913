/** A healthy session beside misbehaving ones: how long its questions take to be answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { launchOf, misbehave } from './support.ts';
import { cfp } from '../../app/protocols/cfp/index.ts';
import { Session } from '../../app/sessions/session.ts';

/** The least number of answers for a median, if the work ends sooner. */
const fewest = 25;

/** Milliseconds between an answer and the next question. */
const interval = 5;

interface Listener {
  took(milliseconds: number): void;
  failed(error: unknown): void;
}

export class HealthySession {
  readonly #session: Session;
  readonly #listeners = new Set<Listener>();
  #answered: () => void = () => {};
  #asking = false;

  constructor(journalPath: string) {
    this.#session = new Session({
      id: 'bystander',
      launch: launchOf(misbehave),
      protocol: cfp,
      journalPath,
      deadlines: { handshake: 60_000, ready: 60_000, stop: 60_000, move: 60_000 },
      trafficLimits: { lines: 100, bytes: 1e5 },
    });
  }

  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#session.subscribe((event) => {
        if (event.kind === 'ready') resolve();
        if (event.kind === 'alive' || event.kind === 'ended') this.#answered();
      });
      this.#session.start();
    });
  }

  /**
   * Asks until `work` is done, and a little longer if needed; returns its result and the milliseconds of each answer.
   * Concurrent callers share the same answers.
   */
  async during<T>(work: Promise<T>): Promise<{ readonly result: T; readonly latencies: readonly number[] }> {
    const latencies: number[] = [];
    let listener: Listener | undefined;
    const enough = new Promise<void>((resolve, reject) => {
      listener = {
        took: (milliseconds) => void (latencies.push(milliseconds) === fewest && resolve()),
        failed: reject,
      };
    });
    this.#listeners.add(listener!);
    void this.#ask();
    try {
      const [result] = await Promise.all([work, enough]);
      return { result, latencies };
    } finally {
      this.#listeners.delete(listener!);
    }
  }

  async close(): Promise<string> {
    return (await this.#session.close()).word;
  }

  /** Asks one question at a time while there are callers. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (; this.#listeners.size > 0; await pause(interval)) {
      const asked = performance.now();
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
        this.#session.request({ kind: 'ping' });
      });
      const { ending } = this.#session;
      if (ending) {
        const error = new Error(`the bystander ended: ${ending.reason}`);
        for (const { failed } of this.#listeners) failed(error);
        break;
      }
      for (const { took } of this.#listeners) took(performance.now() - asked);
    }
    this.#asking = false;
  }
}
