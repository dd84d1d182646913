/** The form "Analyse the game": what was chosen last is proposed again. */
import type { EngineState, HostState, Limit, ReportScope } from '../../app/api/contract.ts';
import { mainLineFrom, pathTo, type TreeNode } from '../../app/records/tree.ts';
import { isOn } from '../analysis/letters.ts';
import { DEFAULT_LIMIT, fitLimit } from '../game/limit.ts';
import type { App } from '../state/app.svelte.ts';
import { nodesOf } from '../state/nodes.ts';

export type ScopeChoice = 'line' | 'game' | 'part';

/** An engine that can be asked about the game shown, over its first protocol that carries the game. */
export interface Candidate {
  readonly engine: EngineState;
  readonly protocol: string;
}

/** The engines for the game shown, bundled ones first. */
export function candidatesIn(state: HostState): readonly Candidate[] {
  const { gameId } = state.game;
  return state.engines
    .toSorted((a, b) => Number(b.bundled) - Number(a.bundled))
    .flatMap((engine) => {
      // Of an engine's protocols, the one with scores tells most.
      const able = engine.protocols.filter((id) =>
        state.about.protocols.some((one) => one.id === id && one.games.includes(gameId)),
      );
      const score = (id: string) =>
        state.about.protocols.find((protocol) => protocol.id === id)?.capabilities.score === true;
      const protocol = able.find(score) ?? able[0];
      return engine.games.includes(gameId) && protocol !== undefined ? [{ engine, protocol }] : [];
    });
}

/** The moves of the line shown, by ply from 1. */
export const movesShown = ({ game }: HostState): readonly TreeNode['id'][] => {
  const tree = nodesOf(game);
  const [, ...after] = mainLineFrom(tree, game.shown);
  return [...pathTo(tree, game.shown), ...after].map(({ id }) => id);
};

class ReportForm {
  scope = $state<ScopeChoice>('line');
  /** The first and the last ply of a part of the line. */
  first = $state(1);
  last = $state(1);
  asksTruth = $state(true);
  truthSeconds = $state(5);
  order = $state<'backward' | 'forward'>('backward');
  onlyUnknown = $state(true);
  writes = $state(true);
  /** The engines that are asked, with their limits, by their ids. */
  chosen = $state<Record<string, Limit>>({});
  /** The kinds of games for which an engine was proposed. */
  #proposed: readonly string[] = [];

  /** The limit of an engine; null if it is not asked. */
  limitOf(engine: string): Limit | null {
    return this.chosen[engine] ?? null;
  }

  choose(state: HostState, { engine, protocol }: Candidate, isChosen: boolean): void {
    const able = state.about.protocols.find(({ id }) => id === protocol)?.capabilities ?? null;
    if (isChosen) this.chosen[engine.id] = fitLimit(DEFAULT_LIMIT, able);
    else delete this.chosen[engine.id];
  }

  /**
   * Chooses an engine with scores for a kind of game, once: one that analyses, else the first one. Proofs alone often say
   * nothing about a game that was not played to its end.
   */
  proposeEngine(state: HostState): void {
    const { gameId } = state.game;
    if (this.#proposed.includes(gameId)) return;
    this.#proposed = [...this.#proposed, gameId];
    const candidates = candidatesIn(state);
    if (candidates.some(({ engine }) => this.limitOf(engine.id) !== null)) return;
    const scored = candidates.filter(
      ({ protocol }) => state.about.protocols.find(({ id }) => id === protocol)?.capabilities.score === true,
    );
    const analysing = state.analyses.filter(isOn).map(({ engine }) => engine);
    const proposed = scored.find(({ engine }) => analysing.includes(engine.id)) ?? scored[0];
    if (proposed !== undefined) this.choose(state, proposed, true);
  }

  /** Proposes the moves from the one shown on as the part. */
  proposePart(state: HostState): void {
    this.last = Math.max(1, movesShown(state).length);
    this.first = Math.min(this.last, Math.max(1, pathTo(nodesOf(state.game), state.game.shown).length));
  }

  /** Begins the report on the game shown. @returns whether the host has begun */
  async start(app: App): Promise<boolean> {
    const { state } = app;
    if (state === null) return false;
    const engines = candidatesIn(state).flatMap(({ engine, protocol }) => {
      const limit = this.limitOf(engine.id);
      return limit === null ? [] : [{ engine: engine.id, protocol, limit: $state.snapshot(limit) as Limit }];
    });
    const begun = app.client.report.start({
      game: state.game.key,
      scope: this.#scopeIn(state),
      engines,
      options: {
        ...{ order: this.order, onlyUnknown: this.onlyUnknown, writes: this.writes },
        truthSeconds: this.asksTruth ? this.truthSeconds : null,
      },
    });
    return (await app.run(begun.then(() => true))) === true;
  }

  #scopeIn(state: HostState): ReportScope {
    switch (this.scope) {
      case 'game':
        return { kind: 'game' };
      case 'part':
        return { kind: 'nodes', nodes: movesShown(state).slice(this.first - 1, this.last) };
      default:
        return { kind: 'line', node: state.game.shown };
    }
  }
}

export const reportForm = new ReportForm();
