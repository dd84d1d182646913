/** Streams the lines of a session to one client, in batches, at the client's pace. */
import type { Session } from '../sessions/session.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { LineBatch } from './contract.ts';

/** Maximum lines per batch: a page handles them in a few milliseconds, even while an engine uses the processor. */
const batchLimit = 200;

/** Maximum characters per batch, which a page handles at once. The last line, of up to 64 KiB, may exceed it. */
const batchCharacters = 64 * 1024;

/** Milliseconds between two batches: two frames, so that lines come in groups and not one by one. */
const batchInterval = 33;

/**
 * Milliseconds between two batches to a reader that watches, while more lines come than a user can read. Each batch is
 * drawn, and many engines may think at once.
 */
const hurriedInterval = 200;
const readableRate = 40;

/**
 * Milliseconds between two batches, and lines per batch, while lines are dropped before they could be sent. A batch has
 * as many lines as a page paints at once. No user can read at that rate, and the processor time is left to the engine.
 */
const floodInterval = 100;
const floodLimit = 100;

/** Milliseconds between two batches without lines, which only update `until`. */
const beatInterval = 200;

/**
 * Milliseconds between two batches, and lines per batch, for a reader of all sessions. Each batch has a fixed cost for
 * the page, and thirty sessions send thirty times as many.
 */
const manyInterval = 100;
const manyLimit = 600;

/**
 * The stored lines from number `from` on, then new ones, until the session has ended and all lines were sent.
 * @param beat whether batches have `until`; then one comes at once, and empty ones follow while there are no lines
 */
export async function* linesOf(
  session: Pick<Session, 'subscribe' | 'traffic' | 'latencies' | 'elapsed' | 'ending'>,
  from: number,
  beat: boolean,
  signal?: AbortSignal,
): AsyncGenerator<LineBatch> {
  const wakeup = new Wakeup();
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'line' || event.kind === 'ended') wakeup.wake();
  });
  try {
    let next = from;
    let flooded = false;
    let sentLatencies = 0;
    let sentAt = -Infinity;
    while (!signal?.aborted) {
      wakeup.clear();
      const ended = session.ending !== null;
      const limit = beat ? manyLimit : batchLimit;
      const page = session.traffic.read(next, flooded ? floodLimit : limit, batchCharacters);
      if (page.lines.length > 0 || beat) {
        next = page.next;
        const batch: LineBatch = {
          lines: page.lines,
          forgotten: session.traffic.dropped,
        };
        if (beat) batch.until = next < session.traffic.next ? page.lines.at(-1)!.at : session.elapsed;
        if (session.latencies.count > sentLatencies) {
          sentLatencies = session.latencies.count;
          batch.latencies = session.latencies.summary()!;
        }
        yield batch;
        flooded = page.missing > 0;
      }
      if (page.lines.length > 0) {
        const now = performance.now();
        const isReadable = page.lines.length * 1000 <= readableRate * (now - sentAt);
        sentAt = now;
        const interval = beat ? manyInterval : isReadable ? batchInterval : hurriedInterval;
        await new Promise((resolve) => setTimeout(resolve, flooded ? floodInterval : interval));
        continue;
      }
      if (ended) return;
      await wakeup.sleep(beat ? beatInterval : undefined, signal);
    }
  } finally {
    unsubscribe();
  }
}
