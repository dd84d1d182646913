/** What a CFSI conversation waits for, and what each wait brings when its time has come. */
import type { Deadlines } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import type { Ledger } from './ledger.ts';

/** How long a play may run before we ask for a sign of life, in ms. A real server takes 1 s for any play. */
export const LIVENESS = 10_000;

export type Wait = { readonly at: number } & (
  | { readonly kind: 'fault'; readonly ending: 'handshake' | 'stalled'; readonly reason: string }
  /** The time of a search is up. */
  | { readonly kind: 'end' }
  /** A play has run for long: ask whether the server lives. */
  | { readonly kind: 'ping' }
);

/**
 * @param heard the last lines, quoted, for the words of a handshake that failed
 * @param endsAt when the search under way is to be ended, in ms
 * @param pinging a ping is on its way out
 */
export function waitsOf(
  ledger: Ledger<unknown>,
  deadlines: Deadlines,
  heard: readonly string[],
  endsAt: number | null,
  pinging: boolean,
): readonly Wait[] {
  const { plays, pings, quitAt, startedAt, aliveAt, conversation } = ledger;
  const { state } = conversation;
  const waits: Wait[] = [];
  if (state === 'quitting') return waits;
  if (state === 'handshake') {
    const last = heard.length > 0 ? `the last lines heard: ${heard.join(', ')}` : 'no line was heard';
    const reason = `no "started" within ${inSeconds(deadlines.handshake)}; ${last}`;
    waits.push({ at: startedAt + deadlines.handshake, kind: 'fault', ending: 'handshake', reason });
  }
  if (pings[0] !== undefined) {
    const reason = `no "pong" within ${inSeconds(deadlines.ready)}`;
    waits.push({ at: pings[0] + deadlines.ready, kind: 'fault', ending: 'stalled', reason });
  }
  // Before `started` the server need not have begun with a play.
  const open = state !== 'new' && state !== 'handshake';
  if (open && quitAt !== null) {
    const left = plays.length === 1 ? 'a play was' : `${plays.length} plays were`;
    const reason = `${left} not answered within ${inSeconds(deadlines.stop)} after quit`;
    waits.push({ at: quitAt + deadlines.stop, kind: 'fault', ending: 'stalled', reason });
  }
  if (endsAt !== null) waits.push({ at: endsAt, kind: 'end' });
  if (open && quitAt === null && plays.length > 0 && pings.length === 0 && !pinging) {
    waits.push({ at: aliveAt + LIVENESS, kind: 'ping' });
  }
  return waits;
}
