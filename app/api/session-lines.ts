/** The lines of a session for one reader, in batches and at its pace. */
import type { Session } from '../sessions/session.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { LineBatch } from './contract.ts';

/** Lines a batch: what a page takes in within a few milliseconds, beside an engine that leaves it little. */
const batchLimit = 200;

/** Characters a batch, which a line of 64 KiB may still exceed: a page takes in a batch in one go. */
const batchCharacters = 64 * 1024;

/** Milliseconds between two batches: two frames, so that lines come in pieces and not one by one. */
const batchInterval = 33;

/**
 * Milliseconds between two while lines are let go before they could be told, and lines of each: as many as a page
 * paints at once. No one reads along then, and what host and page spend on batches the engine could have.
 */
const floodInterval = 100;
const floodLimit = 100;

/** Milliseconds between two words on up to when all has been told. */
const beatInterval = 200;

/**
 * Milliseconds between two batches, and lines of each, for a reader of all sessions: every batch costs a page what
 * it costs, and of thirty sessions there are thirty times as many.
 */
const manyInterval = 100;
const manyLimit = 600;

/**
 * What the store has from `from` on, then what comes, until the session has ended and all is told.
 * @param beat says now and then, and at once, up to when all has been told, even where there is nothing to tell
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
    let toldLatencies = 0;
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
        if (session.latencies.count > toldLatencies) {
          toldLatencies = session.latencies.count;
          batch.latencies = session.latencies.summary()!;
        }
        yield batch;
        flooded = page.missing > 0;
      }
      if (page.lines.length > 0) {
        const interval = beat ? manyInterval : batchInterval;
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
