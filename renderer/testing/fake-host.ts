/**
 * A host in the page, for tests of components: it keeps a game by the real rules and answers the calls that
 * the window makes of it. Engines do not run in a browser; the tests put in the state what one would cause.
 */
import type { Change, GameState, HostState, Place, Player, Reached } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import {
  changed,
  isMadeLast,
  opened,
  playedAt,
  redoneShown,
  showing,
  shownRecord,
  undoneShown,
  type OpenTree,
} from '../../app/records/open-tree.ts';
import { recordLine } from '../../app/records/record.ts';
import { readGameText, recordOfText } from '../../app/records/text.ts';
import { loadedNode, newTree, savedNode, type GameNode } from '../../app/records/tree.ts';
import { Vector } from '../../app/records/vector.ts';
import { ORPCError } from '@orpc/client';
import type { HostClient } from '../host/client.ts';
import { App, useApp } from '../state/app.svelte.ts';
import { about } from './engines.ts';

export function hostState(more: Partial<HostState> = {}): HostState {
  return {
    about,
    games: [],
    game: {
      key: 'g1',
      gameId: 'connect4',
      setup: { width: 7, height: 6 },
      start: null,
      headers: {},
      nodes: [{}],
      shown: 0,
      revision: 0,
      players: [{ kind: 'human' }, { kind: 'human' }],
      running: false,
      tip: null,
      thinking: null,
      ending: null,
      clocks: null,
      isExample: false,
      canUndo: false,
      canRedo: false,
    },
    engines: [],
    sessions: [],
    analyses: [],
    report: {
      ...{ state: 'off', id: null, key: null, waitsFor: null, done: 0, total: 0, secondsLeft: null },
      ...{ engines: [], sides: null, turningPoints: [], isWritten: false, reason: null },
    },
    reportMoves: [],
    proofs: {
      ...{ state: 'off', place: null, moves: {}, note: null, key: null, nodes: [] },
      verdict: { value: 'unknown', how: null, plies: null, to: null },
    },
    evaluations: { key: null, tellers: [], place: null, here: [], nodes: [] },
    settings: {
      theme: 'system',
      flipped: false,
      sounds: false,
      proofs: false,
      briefConsole: false,
      overlays: [],
      graphMeasures: [],
      deadlines: { handshake: 10_000, ready: 10_000, stop: 5_000, move: 10_000 },
      enginesAtOnce: 32,
      sandboxNew: true,
      buildsMiB: 2048,
      limits: { memoryMiB: 4096, processes: 64, journalMiB: 1024, scratchMiB: 1024 },
      gameLimits: { plies: 1000, repetitions: 5 },
      journalsMiB: 4096,
      evaluationsMiB: 1024,
      layout: { columnWidth: 420, dockHeight: 240, dockOpen: true, graphOpen: true, explorerOpen: true },
    },
    trouble: null,
    notices: [],
    ...more,
  };
}

export interface FakeHost {
  readonly app: App;
  /** Calls that were made, as `game.play` with their input. */
  readonly calls: readonly (readonly [name: string, input: unknown])[];
  /** Puts slices into the state, as a change from the host would. */
  change(changes: Partial<HostState>): void;
}

/** The tree of a state that a test has made. */
function openTreeOf({ nodes: saved, shown, ...game }: GameState): OpenTree {
  let nodes = Vector.empty as Vector<GameNode>;
  for (const [id, node] of saved.entries()) {
    nodes = nodes.appended(loadedNode(id, node.parent === undefined ? null : nodes.get(node.parent)!, node));
  }
  return { ...opened({ ...newTree(gameById(game.gameId), game.key, game), nodes }), shown };
}

/** A line of moves as the nodes of a state. */
export const nodesOf = (...moves: string[]): GameState['nodes'] => [
  moves.length > 0 ? { children: [1] } : {},
  ...moves.map((move, at) => ({
    parent: at,
    move,
    ...(at + 1 < moves.length && { children: [at + 2] }),
  })),
];

/**
 * Makes the window's app over a host of its own, connected.
 * @param more answers of calls by name, beside and before those that the host has by itself
 */
export function fakeHost(
  initial: HostState = hostState(),
  more: Readonly<Record<string, (input: never, options: never) => unknown>> = {},
): FakeHost {
  let state = initial;
  const calls: [string, unknown][] = [];
  /** Games that are open, by their keys. */
  const open = new Map<string, OpenTree>();
  const shown = (): OpenTree => open.get(state.game.key)!;
  const show = (next: OpenTree): void => {
    open.set(next.tree.key, next);
    const { key, gameId, setup, start, headers, nodes } = next.tree;
    const rules = gameById(gameId);
    const { position } = recordLine(shownRecord(next));
    const result = rules.result(position);
    change({
      game: {
        ...state.game,
        ...{ key, gameId, setup: { ...setup }, start, headers: { ...headers }, shown: next.shown },
        revision: state.game.revision + 1,
        nodes: Array.from({ length: nodes.length }, (_, id) => savedNode(nodes.get(id)!)),
        canUndo: next.undo !== null,
        canRedo: next.redo !== null,
        ending: result && {
          word: result.kind,
          winner: result.kind === 'win' ? result.winner : null,
          fault: null,
          reason: result.reason,
          advice: '',
        },
      },
    });
  };
  open.set(initial.game.key, openTreeOf(initial.game));
  const reach = (next: OpenTree): Reached => {
    show(next);
    return { node: next.shown, revision: state.game.revision };
  };

  const create = ({
    game,
    setup,
    text,
    players = state.game.players,
  }: {
    game: string;
    setup?: Record<string, number>;
    text?: string;
    players?: HostState['game']['players'];
  }): { game: string } => {
    const rules = gameById(game);
    const key = `${state.game.key}1`;
    if (text === undefined) show(opened(newTree(rules, key, setup === undefined ? {} : { setup })));
    else {
      const record = recordOfText(rules, key, readGameText(rules, text, setup));
      const { moves } = record;
      const empty = opened(newTree(rules, key, record));
      show(moves.length === 0 ? empty : changed(empty, [{ kind: 'play', at: 0, moves }]));
    }
    change({ game: { ...state.game, players } });
    return { game: key };
  };

  const answers: Record<string, (input: never, options: never) => unknown> = {
    'game.play': ({ at, move }: { at: Place; move: string }) => {
      const rules = gameById(state.game.gameId);
      const { position } = recordLine(shownRecord({ ...shown(), shown: at.node }));
      const text = rules.moveText(position, rules.parseMove(position, move));
      const { open: after, node } = playedAt(shown(), at.node, text);
      return { ...reach(after), node };
    },
    'game.goTo': ({ node }: Place) => reach(showing(shown(), node)),
    'game.edit': ({ change: edits }: { change: Change }) => reach(changed(shown(), edits)),
    'game.takeBack': () => {
      const { tree, shown: at } = shown();
      return reach(
        isMadeLast(shown(), at) ? undoneShown(shown())! : showing(shown(), tree.nodes.get(at)!.parent!),
      );
    },
    'game.undo': () => reach(undoneShown(shown()) ?? shown()),
    'game.redo': () => reach(redoneShown(shown()) ?? shown()),
    'games.create': create,
    'files.paste': ({
      text,
      like,
    }: {
      text: string;
      like: { game: string; setup: Record<string, number> };
    }) => {
      const rules = gameById(like.game);
      const name = 'The pasted text';
      try {
        const { setup } = readGameText(rules, text, like.setup);
        const { game } = create({ game: like.game, setup: { ...setup }, text });
        const told = { name, form: 'moves', games: 1, number: 1, isKnown: false, source: null };
        return { kind: 'opened', game, faults: [], note: null, isRemembered: false, ...told };
      } catch (error) {
        const refused = { message: (error as Error).message, data: { advice: 'Nothing was changed.' } };
        throw new ORPCError('REFUSED', { ...refused, defined: true, status: 409 });
      }
    },
    'games.showKind': ({ kind }: { kind: string }) => {
      const known = [...open.values()].findLast(({ tree }) => tree.gameId === kind);
      show(known ?? opened(newTree(gameById(kind), `${state.game.key}1`)));
    },
    'games.show': ({ game }: { game: string }) => show(open.get(game) ?? shown()),
    'game.setPlayer': ({ seat, player }: { seat: 0 | 1; player: Player }) => {
      const [first, second] = state.game.players;
      change({ game: { ...state.game, players: seat === 0 ? [player, second] : [first, player] } });
    },
    'game.start': () => change({ game: { ...state.game, running: true } }),
    'game.stop': () => change({ game: { ...state.game, running: false, thinking: null } }),
    'settings.change': (settings: Partial<HostState['settings']>) =>
      change({ settings: { ...state.settings, ...settings } }),
    ...more,
  };

  /** A client that records every call by name; a call without an answer succeeds. */
  const client = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_target, name) => (typeof name === 'string' ? client([...path, name]) : undefined),
      apply: async (_target, _self, [input, options]: unknown[]) => {
        const name = path.join('.');
        calls.push([name, input]);
        await Promise.resolve();
        return answers[name]?.(input as never, options as never);
      },
    });

  const app = useApp(new App(client([]) as HostClient, () => undefined));
  app.connection = 'open';
  app.state = state;

  function change(changes: Partial<HostState>): void {
    state = { ...state, ...changes };
    app.state = state;
  }

  return { app, calls, change };
}
