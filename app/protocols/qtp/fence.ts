/**
 * The fence: a `name` whose answer is known. After a doubled, unasked or missing answer nothing goes out but a
 * fence until that is answered, and from then on one goes out behind every command.
 */
import type { DriverEvent } from '../protocol.ts';
import type { Asked } from './asked.ts';
import type { Talk } from './talk.ts';

/**
 * In ms: how long the blank line behind an answer may lag before a fence asks whether there is one. Engines
 * write both at once; a pipe may part them.
 */
export const PATIENCE = 10;

export function wantsFence({ ledger, wished }: Talk, oldest: Asked, now: number): boolean {
  const { fence, fenced, doubtful, open, heardAt } = ledger;
  if (fence === null || fenced || (oldest.purpose === null && !wished)) return false;
  if (doubtful) return true;
  if (open) return oldest.purpose?.kind === 'list' || now >= heardAt + PATIENCE;
  return oldest.purpose === null;
}

/** Where the name is no answer to be recognised, a sign of life is all that it gives. */
export function raiseFence(talk: Talk, out: DriverEvent[], ping = false): void {
  if (talk.ledger.fence === null && ping) talk.propose('name', { kind: 'name' }, out);
  else talk.propose('name', { kind: 'fence', ping }, out);
}
