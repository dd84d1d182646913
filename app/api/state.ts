/** Computes the slices of the host's state as clients see them. */
import { platform } from 'node:os';
import type { Analysts } from '../analysis/analysts.ts';
import type { Engine } from '../library/engines.ts';
import type { OpenGame } from '../play/open-game.ts';
import { mainLineFrom, rootId, type GameTree } from '../records/tree.ts';
import { BadNotation, type Game } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import { differences } from '../protocols/drawings.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import type { Confinement } from '../sessions/confinement/confinement.ts';
import { lackReason } from '../sessions/ending/confined-words.ts';
import type { SessionEntry, SessionRegistry } from '../sessions/session-registry.ts';
import { followsPlace } from '../sessions/types.ts';
import type {
  AnalysisState,
  Contact,
  EngineDrawing,
  EngineState,
  GameHeader,
  GameState,
  HostState,
  SessionState,
} from './contract.ts';

/** @param home the path of the home */
export const aboutState = (
  version: string,
  home: string,
  sandbox: Confinement['sandbox'],
): HostState['about'] => ({
  version,
  platform: platform(),
  home,
  sandbox: sandbox.runs ? null : lackReason(sandbox.lack),
  protocols: [...protocols.values()].map((protocol) => ({
    id: protocol.id,
    name: protocol.name,
    shortName: protocol.shortName,
    games: protocol.games,
    capabilities: capabilitiesOf(protocol),
    settings: protocol.settings,
    commands: protocol.commands.table,
  })),
});

/** All of a game but its nodes, and whether it is the example. */
export function gameState(game: OpenGame): Omit<GameState, 'nodes' | 'isExample'> {
  const { key, gameId, setup, start, headers } = game.tree;
  const { thinking } = game;
  return {
    ...{ key, gameId, setup: { ...setup }, start, headers: { ...headers } },
    shown: game.shown,
    revision: game.revision,
    players: [game.players[0], game.players[1]],
    running: game.running,
    clocks: game.clocks,
    tip: game.tip,
    thinking: thinking && { seat: thinking.seat, at: thinking.at },
    ending: game.endingAt(),
    canUndo: game.canUndo,
    canRedo: game.canRedo,
  };
}

export function gameHeader(
  { game, touchedAt }: { game: OpenGame; touchedAt: number },
  { file, isUntouched }: { file: GameHeader['file']; isUntouched: boolean },
): GameHeader {
  const { tree, players, running, thinking } = game;
  const summary = summaryOf(tree);
  return {
    ...{ ...summary, touchedAt, running, file, isEmpty: isUntouched && summary.moves === 0 },
    players: [players[0], players[1]],
    thinking: thinking !== null,
  };
}

/** What a list says of a game, whether it is open or not. */
export const summaryOf = (
  tree: GameTree,
): Pick<GameHeader, 'id' | 'gameId' | 'headers' | 'plies' | 'moves' | 'last'> => ({
  ...{ id: tree.key, gameId: tree.gameId, headers: { ...tree.headers } },
  ...{ ...mainLineOf(tree), moves: tree.nodes.length - 1 },
});

/** Moves by which a list tells games apart. */
const lastShown = 3;

const mainLines = new WeakMap<GameTree, Pick<GameHeader, 'plies' | 'last'>>();

/** Found once for each state of a game. */
function mainLineOf(tree: GameTree): Pick<GameHeader, 'plies' | 'last'> {
  let known = mainLines.get(tree);
  if (known === undefined) {
    const [, ...played] = mainLineFrom(tree, rootId);
    known = { plies: played.length, last: played.slice(-lastShown).map(({ move }) => move) };
    mainLines.set(tree, known);
  }
  return known;
}

/** Null for a position that an engine was brought to and that the rules do not have: it cannot be drawn. */
function standsState(game: Game, position: unknown): EngineDrawing['stands'] {
  const text = game.positionText(position);
  try {
    game.parsePosition(text);
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
  return { game: game.id, position: text };
}

/** An engine's drawing, with the position that the engine should have by the traffic so far. */
export function drawingState(
  { drawings, games }: Pick<Protocol, 'drawings' | 'games'>,
  { lines, position }: { readonly lines: readonly string[]; readonly position: unknown },
): EngineDrawing {
  const drawn = drawings?.read(lines) ?? null;
  const found = drawn && position !== null ? differences(drawn, drawings!.of(position)) : [];
  return {
    lines,
    stands: position === null ? null : standsState(gameById(games[0]!), position),
    read: drawn && {
      differences: found,
      unread: [...drawn.unread.values()],
    },
  };
}

export function engineState(engine: Engine, contact: Contact): EngineState {
  const { record } = engine;
  return {
    id: record.id,
    name: record.name,
    protocol: record.protocol,
    args: record.args,
    environment: record.environment,
    sandbox: record.sandbox,
    writesFolder: record.writesFolder,
    dialect: record.dialect,
    scale: record.scale,
    learned: record.learned,
    bundled: engine.bundled,
    protocols: engine.protocols,
    games: engine.games,
    location: record.file,
    folder: record.folder,
    interpreter: record.interpreter,
    contact,
    identity: record.identity,
    options: record.options,
    values: record.values,
  };
}

export function sessionState(
  { session, spec, purpose, successor }: SessionEntry,
  sessionRegistry: SessionRegistry,
): SessionState {
  const { name, author } = session.identity;
  return {
    id: session.id,
    engine: spec.engine,
    title: spec.title,
    protocol: session.protocol.id,
    purpose,
    followsPlace: followsPlace(purpose),
    state: session.state,
    identity: { name: name ?? null, author: author ?? null },
    capabilities: session.capabilities,
    ending: session.ending,
    disturbed: session.disturbed,
    rebuilt: sessionRegistry.isRebuilt(session.id),
    successor,
    startedAt: session.startedAt?.toISOString() ?? '',
    journalBytes: session.journalBytes,
  };
}

export const analysisStates = ({ all }: Analysts): readonly AnalysisState[] =>
  all.map(({ setup, session, assessment }) => ({ ...setup, session: session?.id ?? null, ...assessment }));
