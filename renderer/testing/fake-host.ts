/**
 * A host in the page, for tests of components: it keeps a game by the real rules and answers the calls that
 * the window makes of it. Engines do not run in a browser; the tests put in the state what one would cause.
 */
import type { HostState, Place, Player } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import {
  fullLine,
  goTo,
  newRecord,
  playMove,
  recordLine,
  type GameRecord,
} from '../../app/records/record.ts';
import { readGameText, recordOfText } from '../../app/records/text.ts';
import type { HostClient } from '../host/client.ts';
import { App, useApp } from '../state/app.svelte.ts';

export function hostState(more: Partial<HostState> = {}): HostState {
  return {
    about: { version: '0.1.0', platform: 'linux', home: '/home/me', sandbox: null, protocols: [] },
    game: {
      key: 'g1',
      gameId: 'connect4',
      setup: { width: 7, height: 6 },
      start: null,
      moves: [],
      cursor: 0,
      players: [{ kind: 'human' }, { kind: 'human' }],
      running: false,
      thinking: null,
      ending: null,
      canUndo: false,
      canRedo: false,
    },
    engines: [],
    sessions: [],
    analysis: {
      engine: null,
      protocol: null,
      session: null,
      state: 'off',
      place: null,
      report: null,
      nodes: null,
      score: null,
      reason: null,
      restarts: null,
    },
    audit: { state: 'off', key: null, moves: [], total: 0, sides: null, reason: null },
    settings: {
      theme: 'system',
      flipped: false,
      overlays: [],
      deadlines: { handshake: 10_000, ready: 10_000, stop: 5_000, move: 10_000 },
      enginesAtOnce: 32,
      sandboxNew: true,
      limits: { memoryMiB: 4096, processes: 64, journalMiB: 1024, scratchMiB: 1024 },
      gameLimits: { plies: 1000, repetitions: 5 },
      journalsMiB: 4096,
      layout: { columnWidth: 420, dockHeight: 240, dockOpen: true },
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

/**
 * Makes the window's app over a host of its own, connected.
 * @param more answers of calls by name, beside and before those that the host has by itself
 */
export function fakeHost(
  initial: HostState = hostState(),
  more: Readonly<Record<string, (input: never) => unknown>> = {},
): FakeHost {
  let state = initial;
  const calls: [string, unknown][] = [];
  const record = (): GameRecord => state.game;

  /** What was on the board, oldest first. */
  const past: GameRecord[] = [];
  const show = (next: GameRecord): void => {
    past.push(record());
    const { key, gameId, setup, start, moves, cursor } = next;
    const rules = gameById(gameId);
    const result = rules.result(fullLine(next).position);
    change({
      game: {
        ...state.game,
        ...{ key, gameId, setup: { ...setup }, start, moves: [...moves], cursor },
        canUndo: true,
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

  const answers: Record<string, (input: never) => unknown> = {
    'game.play': ({ move }: { at: Place; move: string }) => {
      const { game, position } = recordLine(record());
      show(playMove(record(), game.parseMove(position, move)));
    },
    'game.goTo': ({ cursor }: Place) => show(goTo(record(), cursor)),
    'game.takeBack': () => show(goTo(record(), record().cursor - 1)),
    'game.create': ({
      game,
      setup,
      text,
    }: {
      game: string;
      setup?: Record<string, number>;
      text?: string;
    }) => {
      const rules = gameById(game);
      const key = `${state.game.key}1`;
      show(
        text === undefined
          ? newRecord(rules, key, setup === undefined ? {} : { setup })
          : recordOfText(rules, key, readGameText(rules, text, setup)),
      );
    },
    'game.restore': ({ key, moves }: { key: string; moves: string[] }) => {
      const same = (one: GameRecord): boolean => one.key === key && one.moves.join() === moves.join();
      show(past.findLast(same) ?? record());
    },
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
      apply: async (_target, _self, [input]: unknown[]) => {
        const name = path.join('.');
        calls.push([name, input]);
        await Promise.resolve();
        return answers[name]?.(input as never);
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
