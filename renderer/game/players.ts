/** Who may play a game, and what is done with both of its players at once. */
import type { Capabilities, EngineState, HostState, Player } from '../../app/api/contract.ts';
import { protocolsOf, shortProtocol } from '../engines/words.ts';
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { DEFAULT_LIMIT, fitLimit } from './limit.ts';

/** A person or an engine in a list of players. */
export interface PlayerChoice {
  /** `human`, or that of the engine. */
  readonly id: string;
  readonly title: string;
  /** The protocols of an engine, or why it cannot play. */
  readonly about?: string;
  readonly disabled?: boolean;
}

export const HUMAN = 'human';

/** Engines that may play a game: those for it, and those whose games are unknown. */
export const enginesFor = ({ engines }: HostState, gameId: string): readonly EngineState[] =>
  engines.filter(({ games }) => games.length === 0 || games.includes(gameId));

/** @param player who plays now: an engine that was removed stays in the list */
export function choicesFor(state: HostState, gameId: string, player: Player): PlayerChoice[] {
  const engines = enginesFor(state, gameId);
  const isKnown = player.kind === 'human' || engines.some(({ id }) => id === player.engine);
  return [
    { id: HUMAN, title: 'Human' },
    ...engines.map(({ id, name, contact, protocols }) => ({
      id,
      title: visible(name),
      about:
        contact.state === 'failed'
          ? 'did not start'
          : protocols.map((protocol) => shortProtocol(state, protocol)).join(' '),
    })),
    ...(isKnown ? [] : [{ id: player.engine, title: 'A removed engine', disabled: true }]),
  ];
}

/** The capabilities of a protocol; null if it is unknown. */
export const ableTo = (state: HostState | null, protocol: string): Capabilities | null =>
  state?.about.protocols.find(({ id }) => id === protocol)?.capabilities ?? null;

/** The player of a choice, with the limit of the one before as far as the protocol has such a limit. */
export function playerOf(state: HostState, gameId: string, id: string, before: Player | undefined): Player {
  const engine = enginesFor(state, gameId).find((one) => one.id === id);
  if (engine === undefined) return { kind: 'human' };
  const limit = before?.kind === 'engine' ? before.limit : DEFAULT_LIMIT;
  const { protocol } = engine;
  return {
    kind: 'engine',
    engine: id,
    protocol,
    limit: fitLimit(limit, ableTo(state, protocol)),
    options: {},
  };
}

/** The protocols that an engine speaks, as choices with their names. */
export const protocolChoices = (
  state: HostState,
  engine: EngineState | null,
): { value: string; title: string }[] =>
  protocolsOf(state)
    .filter(({ id }) => engine?.protocols.includes(id) ?? false)
    .map(({ id, name }) => ({ value: id, title: name }));

/** Lets the players change sides; a human and an engine play on. */
export async function swapSides({ game }: App): Promise<void> {
  const [first, second] = [game.playerWanted(0), game.playerWanted(1)];
  if (first === undefined || second === undefined) return;
  await game.setPlayer(0, second);
  await game.setPlayer(1, first);
}

/** Starts a new game from the same start position, with the sides changed; the finished one stays open. */
export async function rematch({ game }: App): Promise<void> {
  const { state, line } = game;
  if (state === null || line === null) return;
  const [first, second] = state.players;
  const { timeControl } = state.headers;
  await game.create(
    {
      game: state.gameId,
      setup: state.setup,
      ...(line.start === null ? {} : { text: line.start }),
      players: [second, first],
      ...(timeControl === undefined ? {} : { timeControl }),
    },
    timeControl !== undefined || first.kind === 'engine' || second.kind === 'engine',
  );
}
