/** A healthy session beside those that misbehave: how long its questions take to be answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { launchOf, misbehave } from './support.ts';
import { cfp } from '../../app/protocols/cfp/index.ts';
import { Session } from '../../app/sessions/session.ts';

/** Answers a median is made of at the least, where the work is done sooner. */
const fewest = 50;

/** Milliseconds between an answer and the next question. */
const interval = 3;

export class Bystander {
  readonly #session: Session;
  #answered: () => void = () => {};

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

  /** Asks until `work` is done, and a little longer if need be; gives its result and the milliseconds that each answer took. */
  async during<T>(work: Promise<T>): Promise<{ readonly result: T; readonly trips: readonly number[] }> {
    const trips: number[] = [];
    let done = false;
    const finish = (): void => void (done = true);
    work.then(finish, finish);
    do {
      const asked = performance.now();
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
        this.#session.request({ kind: 'ping' });
      });
      if (this.#session.ending) throw new Error(`the bystander ended: ${this.#session.ending.reason}`);
      trips.push(performance.now() - asked);
      await pause(interval);
    } while (!done || trips.length < fewest);
    return { result: await work, trips };
  }

  async close(): Promise<string> {
    return (await this.#session.close()).word;
  }
}
