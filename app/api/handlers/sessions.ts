import { askForDrawing } from '../../sessions/drawing.ts';
import type { Session } from '../../sessions/session.ts';
import { Refused } from '../../library/refused.ts';
import { recordLine } from '../../records/record.ts';
import type { LineBatch } from '../contract.ts';
import { drawingState } from '../state.ts';
import { os } from './base.ts';
import { journalText } from './journals.ts';
import { berthOf, typingHandlers } from './typing.ts';

const { sessions } = os;

/** Lines a batch: what a page takes in within a few milliseconds, beside an engine that leaves it little. */
const batchLimit = 200;

/** Characters a batch, which a line of 64 KiB may still exceed: a page takes in a batch in one go. */
const batchCharacters = 64 * 1024;

/** Milliseconds between two batches: two frames, so that lines come in pieces and not one by one. */
const batchInterval = 33;

/**
 * Milliseconds between two while lines are let go before they could be told, and lines of each: as many as a page
 * paints at once. Nobody reads along then, and what host and page spend on batches the engine could have.
 */
const floodInterval = 100;
const floodLimit = 100;

/** Milliseconds between two words on up to when all has been told. */
const beatInterval = 200;

/**
 * Milliseconds between two batches, and lines of each, for whoever hears of all sessions: every batch costs a page what
 * it costs, and of thirty sessions there are thirty times as many.
 */
const manyInterval = 100;
const manyLimit = 600;

export const sessionHandlers = {
  lines: sessions.lines.handler(({ input, context: { core }, signal }) =>
    linesOf(berthOf(core, input.session).session, input.from, input.beat, signal),
  ),
  send: sessions.send.handler(({ input, context: { core } }) => {
    const { session } = berthOf(core, input.session);
    if (!session.type(input.line)) {
      throw new Refused(
        'The engine no longer runs, so the line was not sent.',
        'Restart it and send the line again.',
      );
    }
    core.publisher.touch('sessions');
  }),
  ...typingHandlers,
  restart: sessions.restart.handler(async ({ input, context: { core } }) => {
    const { session } = berthOf(core, input.session);
    const seat = core.seating.seatOf(session);
    const analysing = core.analyst.session === session;
    // A restart in mid-thought is no failure: the question is taken back and asked again.
    const resume = seat === null ? null : core.table.interrupt(seat);
    try {
      const fresh = await core.crew.restart(session);
      core.scout.replace(session, fresh);
      core.seating.replace(session, fresh);
      if (analysing) {
        core.analyst.engage(fresh);
        core.analyst.follow(recordLine(core.table.record), core.table.place);
      }
      core.roster.dismiss(session.id);
    } finally {
      // Also where it was refused: a game that nobody is asked about any more would stand still for ever.
      resume?.();
    }
  }),
  close: sessions.close.handler(({ input, context: { core } }) =>
    berthOf(core, input.session).session.close(),
  ),
  dismiss: sessions.dismiss.handler(({ input, context: { core } }) => {
    if (!core.roster.dismiss(berthOf(core, input.session).session.id)) {
      throw new Refused('The engine still runs.', 'Close it first.');
    }
    if (core.analyst.session?.id === input.session) core.analyst.disengage();
  }),
  journal: sessions.journal.handler(({ input, context: { core }, signal }) =>
    journalText(core, berthOf(core, input.session).session.id, signal),
  ),
  draw: sessions.draw.handler(async ({ input, context: { core }, signal }) => {
    const { session } = berthOf(core, input.session);
    const drawing = await askForDrawing(session, signal);
    if ('lines' in drawing) return drawingState(session.protocol, drawing);
    throw new Refused(`There is no drawing of its board: ${drawing.reason}.`, 'Its console says more.');
  }),
  debug: sessions.debug.handler(({ input, context: { core } }) => {
    const { session } = berthOf(core, input.session);
    if (!session.capabilities.debug) throw new Refused('This protocol has no debug mode.');
    session.request({ kind: 'debug', on: input.on });
  }),
};

/**
 * What the store has from `from` on, then what comes, until the session has ended and all is told.
 * @param beat says now and then, and at once, up to when all has been told, even where there is nothing to tell
 */
async function* linesOf(
  session: Session,
  from: number,
  beat: boolean,
  signal?: AbortSignal,
): AsyncGenerator<LineBatch> {
  let wake = () => {};
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'line' || event.kind === 'ended') wake();
  });
  const cancel = () => wake();
  signal?.addEventListener('abort', cancel);
  try {
    let next = from;
    let flooded = false;
    let toldTrips = 0;
    while (!signal?.aborted) {
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
        if (session.trips.count > toldTrips) {
          toldTrips = session.trips.count;
          batch.trips = session.trips.summary()!;
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
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (beat && session.traffic.next === next) timer = setTimeout(resolve, beatInterval);
      });
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', cancel);
  }
}
