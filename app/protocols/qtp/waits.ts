/** What waits for its time, and what is done when that has come. */
import type { DriverEvent } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { PATIENCE, raiseFence } from './fence.ts';
import { QUIET } from './ledger.ts';
import type { Talk } from './talk.ts';

interface Wait {
  readonly at: number;
  readonly kind: 'fence' | 'quiet' | 'overdue' | 'handshake' | 'go on';
}

export function waitsOf(talk: Talk): readonly Wait[] {
  if (talk.over || !talk.start || talk.state === 'quitting') return [];
  const waits: Wait[] = [];
  const { wished, proposed, pace, sentAt } = talk;
  const { handshake, ready, move } = talk.deadlines;
  const { began, over } = talk.introduction;
  const { oldest, fence, fenced, open, heardAt, quietAt } = talk.ledger;
  if (!over && began !== null) waits.push({ at: began + handshake, kind: 'handshake' });
  if (oldest) {
    const ours = oldest.purpose !== null || wished;
    const silent = proposed.length === 0;
    if (fence !== null && ours && open && !fenced && silent) {
      waits.push({ at: heardAt + PATIENCE, kind: 'fence' });
    }
    if (quietAt !== null) waits.push({ at: quietAt, kind: 'quiet' });
    if (ours && over) {
      const { since } = oldest;
      const due =
        oldest.command.name === 'genmove' ? since + move : Math.max(since, open ? heardAt : 0) + ready;
      waits.push({ at: due, kind: 'overdue' });
    }
  } else if (pace.resync && fence === null && wished && over) {
    waits.push({ at: Math.max(heardAt, sentAt) + QUIET, kind: 'go on' });
  }
  return waits;
}

export function nextWakeOf(talk: Talk): number | null {
  let first: number | null = null;
  for (const { at } of waitsOf(talk)) first = first === null ? at : Math.min(first, at);
  return first;
}

export function handshakeOverdue(talk: Talk, out: DriverEvent[]): void {
  const within = inSeconds(talk.deadlines.handshake);
  const reason = `no answer to name and list_commands within ${within}; ${talk.introduction.heard}`;
  talk.fail('handshake', reason, out);
}

export function answerOverdue(talk: Talk, now: number, out: DriverEvent[]): void {
  const { oldest, fence, fenced } = talk.ledger;
  const { move, ready } = talk.deadlines;
  if (!oldest) return;
  if (oldest.command.name === 'genmove') {
    talk.fail('stalled', `no answer to ${oldest.line} within ${inSeconds(move)}`, out);
  } else if (fence !== null && !fenced) {
    // It may be that this one was never answered, and others would be.
    oldest.since = now;
    raiseFence(talk, out);
  } else {
    talk.fail('stalled', `no answer to ${oldest.line} within ${inSeconds(ready)}`, out);
  }
}
