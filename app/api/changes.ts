/** How a client updates its copy of the host's state from events. Pure, shared by the page and the host's tests. */
import type { HostEvent, HostState } from './contract.ts';
import type { ListChange, MovesChange, WithMoves } from './slices.ts';

export interface Watched {
  readonly seq: number;
  readonly state: HostState;
}

/**
 * The state after an event; unchanged parts stay the same objects. Null if the event does not follow the state: the
 * caller must watch again.
 */
export function apply(watched: Watched | null, event: HostEvent): Watched | null {
  if (event.kind === 'snapshot') return { seq: event.seq, state: event.state };
  if (watched === null || event.seq !== watched.seq + 1) return null;
  const before = watched.state;
  const {
    game: gameChange,
    audit: auditChange,
    engines: engineChange,
    sessions: sessionChange,
    ...whole
  } = event.changes;
  const game = movesAfter(before.game, gameChange);
  const audit = movesAfter(before.audit, auditChange);
  const engines = listAfter(before.engines, engineChange);
  const sessions = listAfter(before.sessions, sessionChange);
  if (game === null || audit === null || engines === null || sessions === null) return null;
  return { seq: event.seq, state: { ...before, ...whole, game, audit, engines, sessions } };
}

function movesAfter<State extends WithMoves>(
  before: State,
  change: MovesChange<State> | undefined,
): State | null {
  if (change === undefined) return before;
  const { tail, ...rest } = change;
  if (tail !== undefined && tail.from > before.moves.length) return null;
  const moves = tail === undefined ? before.moves : [...before.moves.slice(0, tail.from), ...tail.moves];
  return { ...before, ...rest, moves };
}

function listAfter<Item extends { readonly id: string }>(
  before: readonly Item[],
  change: ListChange<Item> | undefined,
): readonly Item[] | null {
  if (change === undefined) return before;
  const known = new Map([...before, ...change.items].map((item) => [item.id, item]));
  if (change.order === undefined && known.size > before.length) return null;
  const after = (change.order ?? before.map(({ id }) => id)).flatMap((id) => known.get(id) ?? []);
  return after.length === (change.order ?? before).length ? after : null;
}
