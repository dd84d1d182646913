/** Checks of engines against their protocol's text: the room that their processes take, and their latest results. */
import { summaryOf } from '../conformance/run.ts';
import type { CheckRecord } from './contract.ts';
import type { Room } from '../sessions/room.ts';
import type { CheckEvent } from '../shapes/checks.ts';

/** Maximum number of records kept: as many engines as a user switches between. */
const keptRecords = 12;

export class Checking {
  readonly #room: Room;
  /** One promise for each place taken; resolves when the place is given back. */
  readonly #held = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  /** By engine and protocol, the newest last. */
  readonly #records = new Map<string, CheckRecord>();

  constructor(room: Room) {
    this.#room = room;
  }

  /** Aborted when the host closes; cancels every check. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Cancels all checks. Resolves when every process of a check has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#held);
  }

  /**
   * Waits for a place among the engines that may run.
   * @returns a function that gives the place back; null if `signal` was aborted first
   */
  async place(signal: AbortSignal): Promise<(() => void) | null> {
    const leave = await this.#room.whenFree(() => this.#room.take(), signal);
    if (leave === null) return null;
    let left = (): void => {};
    const held = new Promise<void>((resolve) => (left = resolve));
    this.#held.add(held);
    return () => {
      leave();
      this.#held.delete(held);
      left();
    };
  }

  /** The engine's record for this protocol, or its newest one if `protocol` is undefined. */
  record(engine: string, protocol: string | undefined): CheckRecord | null {
    const own = [...this.#records.values()].filter((record) => record.engine === engine);
    return own.findLast((record) => protocol === undefined || record.protocol === protocol) ?? null;
  }

  /**
   * Passes the events of a check on and records the results.
   * @param order ids of all checks of the protocol, in the order of the record
   * @param again whether only some checks are run; the earlier results of the others stay
   */
  async *keeping(
    about: Pick<CheckRecord, 'engine' | 'protocol' | 'level'>,
    order: readonly string[],
    again: boolean,
    events: AsyncIterable<CheckEvent>,
  ): AsyncGenerator<CheckEvent> {
    const key = `${about.engine} ${about.protocol}`;
    const before = again ? this.#records.get(key) : undefined;
    const found = new Map(before?.results.map((result) => [result.id, result]));
    let record: CheckRecord = {
      ...(before ?? { ...about, at: new Date().toISOString(), results: [], summary: summaryOf([], 0) }),
      ...{ state: 'running', trouble: null },
    };
    const keep = (change: Partial<CheckRecord>) => {
      record = { ...record, ...change };
      this.#records.delete(key);
      this.#records.set(key, record);
      const [oldest] = this.#records.keys();
      if (this.#records.size > keptRecords) this.#records.delete(oldest!);
    };
    keep({});
    try {
      for await (const event of events) {
        if (event.kind === 'checked') {
          found.set(event.result.id, event.result);
          const results = order.flatMap((id) => found.get(id) ?? []);
          const { seconds } = record.summary;
          keep({ results, summary: { ...summaryOf(results, 0), seconds } });
        } else if (event.kind === 'summary') {
          const { seconds } = before ? record.summary : event;
          keep({ state: 'done', summary: { ...record.summary, seconds } });
        } else if (event.kind === 'unstartable') {
          const { reason, advice } = event;
          keep({ state: 'unstartable', trouble: { reason, advice } });
        }
        yield event;
      }
    } finally {
      // A complete record stays complete if a rerun of some of its checks is cancelled.
      if (record.state === 'running') keep({ state: before?.state === 'done' ? 'done' : 'cancelled' });
    }
  }
}
