/** Checks of engines against their protocol's text: the room that their processes take, and what the last ones found. */
import { summaryOf } from '../conformance/run.ts';
import type { CheckRecord } from './contract.ts';
import type { Room } from '../sessions/room.ts';
import type { CheckEvent } from '../shapes/checks.ts';

/** Records that are kept: as many engines as a person goes back and forth between. */
const keptRecords = 12;

export class Checking {
  readonly #room: Room;
  /** Places that are held, until each is left. */
  readonly #held = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  /** By engine and protocol, the newest last. */
  readonly #records = new Map<string, CheckRecord>();

  constructor(room: Room) {
    this.#room = room;
  }

  /** Cancels every check when the host is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves when no process of a check is left. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#held);
  }

  /** A place among the engines that may run, as soon as there is one; null where `signal` called it off before. */
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

  /** Of this protocol, or the newest of the engine. */
  record(engine: string, protocol: string | undefined): CheckRecord | null {
    const own = [...this.#records.values()].filter((record) => record.engine === engine);
    return own.findLast((record) => protocol === undefined || record.protocol === protocol) ?? null;
  }

  /**
   * Keeps what a check finds while it is told.
   * @param order ids of the protocol's checks
   * @param again only some checks are run: what the others found before stands
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
      // An earlier whole check stays one when a check of it that was run again is cancelled.
      if (record.state === 'running') keep({ state: before?.state === 'done' ? 'done' : 'cancelled' });
    }
  }
}
