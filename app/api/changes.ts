/** How a client keeps the host's state by what it is told: pure, for hosts' tests and pages alike. */
import type { GameState, HostChanges, HostEvent, HostState } from './contract.ts';
import type { ListChange } from './slices.ts';

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
    games: gamesChange,
    game: gameChange,
    reportMoves: reportChange,
    analyses: analysisChange,
    evaluations: evaluationsChange,
    engines: engineChange,
    sessions: sessionChange,
    ...whole
  } = event.changes;
  const games = listAfter(before.games, gamesChange);
  const game = gameAfter(before.game, gameChange);
  const reportMoves = listAfter(before.reportMoves, reportChange);
  const analyses = listAfter(before.analyses, analysisChange);
  const evaluations = evaluationsAfter(before.evaluations, evaluationsChange);
  const engines = listAfter(before.engines, engineChange);
  const sessions = listAfter(before.sessions, sessionChange);
  const parts = { games, game, reportMoves, analyses, engines, sessions };
  if (!followAll(parts)) return null;
  return { seq: event.seq, state: { ...before, ...whole, ...parts, evaluations } };
}

/** Whether no part is null: each change follows the state. */
const followAll = <Parts extends object>(
  parts: Parts,
): parts is Parts & { [Key in keyof Parts]: NonNullable<Parts[Key]> } => !Object.values(parts).includes(null);

function gameAfter(before: GameState, change: HostChanges['game']): GameState | null {
  if (change === undefined) return before;
  const { rest, isWhole, nodes: changed } = change;
  const nodes = isWhole ? [] : [...before.nodes];
  for (const [id, node] of changed.toSorted(([one], [other]) => one - other)) {
    if (id > nodes.length) return null;
    nodes[id] = node;
  }
  return { ...rest, nodes: changed.length > 0 ? nodes : before.nodes };
}

function evaluationsAfter(
  before: HostState['evaluations'],
  change: HostChanges['evaluations'],
): HostState['evaluations'] {
  if (change === undefined) return before;
  const { rest = before, isWhole, nodes: changed } = change;
  if (changed.length === 0 && !isWhole) return { ...before, ...rest, nodes: before.nodes };
  const nodes = new Map((isWhole ? [] : before.nodes).map((each) => [each.node, each]));
  for (const each of changed) {
    if (each.figures.length === 0) nodes.delete(each.node);
    else nodes.set(each.node, each);
  }
  return { ...rest, nodes: [...nodes.values()].toSorted((one, other) => one.node - other.node) };
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
