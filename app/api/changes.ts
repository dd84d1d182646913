/** How a client keeps the host's state by what it is told: pure, for hosts' tests and pages alike. */
import type { GameState, HostChanges, HostEvent, HostState } from './contract.ts';

export interface Watched {
  readonly seq: number;
  readonly state: HostState;
}

interface ListChange<Item> {
  readonly order?: readonly string[] | undefined;
  readonly items: readonly Item[];
}

/** What has not changed stays the same object. Null where the event does not follow: the caller watches anew. */
export function apply(watched: Watched | null, event: HostEvent): Watched | null {
  if (event.kind === 'snapshot') return { seq: event.seq, state: event.state };
  if (watched === null || event.seq !== watched.seq + 1) return null;
  const before = watched.state;
  const { game: gameChange, engines: engineChange, sessions: sessionChange, ...whole } = event.changes;
  const game = gameAfter(before.game, gameChange);
  const engines = listAfter(before.engines, engineChange);
  const sessions = listAfter(before.sessions, sessionChange);
  if (game === null || engines === null || sessions === null) return null;
  return { seq: event.seq, state: { ...before, ...whole, game, engines, sessions } };
}

function gameAfter(before: GameState, change: HostChanges['game']): GameState | null {
  if (change === undefined) return before;
  const { tail, ...rest } = change;
  if (tail === undefined) return { ...rest, moves: before.moves };
  if (tail.from > before.moves.length) return null;
  return { ...rest, moves: [...before.moves.slice(0, tail.from), ...tail.moves] };
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
