/**
 * A game on disk: the log of its edits. The first line says which game it is; each other line is one step (a change, an
 * undo, a redo), or says who plays or which node is shown. When the log has grown by 8 MiB, a snapshot replaces it, with
 * the tree and all that can be undone and redone.
 *
 *     {"plywire":"game","version":1,"key":"g-…","gameId":"morris","setup":{},"start":null}
 *     {"do":[{"kind":"play","at":0,"moves":["d6"]}]}
 *     {"undo":true}
 *     {"shown":0}
 */
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { gameById } from '../games/registry.ts';
import { StaleEdit } from '../records/edits.ts';
import { loadedNode, newTree, savedNode, type GameNode, type GameTree } from '../records/tree.ts';
import { changed, opened, redoneShown, showing, undoneShown, type OpenTree } from '../records/open-tree.ts';
import { stepsOf, withSteps, type EditedTree } from '../records/undo.ts';
import { Vector } from '../records/vector.ts';
import { Id, list, pair } from '../shapes/base.ts';
import { Change, GameStep, NodeId, SavedNode } from '../shapes/tree.ts';
import { AppendLog } from './append-log.ts';
import { writeDurably } from './files.ts';
import { Player } from './shapes.ts';

const humans: StoredGame['players'] = [{ kind: 'human' }, { kind: 'human' }];

/** Bytes by which a log grows before a snapshot takes its place. */
const snapshotBytes = 8 * 1024 * 1024;

const Players = pair(Player);

const Head = v.strictObject({
  plywire: v.literal('game'),
  version: v.literal(1),
  key: Id,
  gameId: v.string(),
  setup: v.record(v.string(), v.pipe(v.number(), v.integer())),
  start: v.nullable(v.string()),
});

const Snapshot = v.strictObject({
  /** By their ids; the first is the root. */
  nodes: list(SavedNode),
  headers: v.record(v.string(), v.string()),
  /** The next one first. */
  undo: list(Change),
  redo: list(Change),
  players: Players,
  shown: NodeId,
});
type Snapshot = v.InferOutput<typeof Snapshot>;

/** Not edits: they cannot be undone. */
const Seating = v.union([v.strictObject({ players: Players }), v.strictObject({ shown: NodeId })]);

const Entry = v.union([...GameStep.options, ...Seating.options, v.strictObject({ snapshot: Snapshot })]);
type Entry = v.InferOutput<typeof Entry>;

/** A game as its log holds it. */
export interface StoredGame extends OpenTree {
  readonly players: readonly [Player, Player];
}

/** The file is not the log of a game, or one of its lines cannot be applied. */
export class BadGameLog extends Error {
  override readonly name = 'BadGameLog';
  /** The game by the lines before it; null if the first one cannot be read. */
  readonly before: StoredGame | null;

  constructor(line: number, fault: string, before: StoredGame | null) {
    super(`line ${line}: ${fault}`);
    this.before = before;
  }
}

export class GameLog {
  readonly #log: AppendLog;
  /** The game with all steps that were appended. */
  #game: StoredGame;
  /** Size of the file in bytes at which the next snapshot is due. */
  #snapshotAt: number;

  private constructor(log: AppendLog, game: StoredGame) {
    this.#log = log;
    this.#game = game;
    this.#snapshotAt = log.bytes + snapshotBytes;
  }

  /** @throws BadGameLog, or the file system's own errors */
  static async open(path: string): Promise<{ readonly log: GameLog; readonly game: StoredGame }> {
    const { log, lines } = await AppendLog.open(path);
    try {
      const game = readGame(lines);
      return { log: new GameLog(log, game), game };
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Begins the log of a game in a new file. @throws the file system's own errors */
  static async begin(path: string, game: StoredGame): Promise<GameLog> {
    // Whole or not at all: a torn first line would be no game.
    await writeDurably(path, `${linesOf(game).join('\n')}\n`);
    const { log } = await AppendLog.open(path);
    return new GameLog(log, game);
  }

  /**
   * Resolves when the step is on disk.
   * @param after the game with this step
   * @throws the file system's own errors
   */
  async append(step: GameStep | v.InferOutput<typeof Seating>, after: StoredGame): Promise<void> {
    this.#game = after;
    await this.#log.append(JSON.stringify(step));
    if (this.#log.bytes >= this.#snapshotAt) await this.#snapshot();
  }

  /** Resolves when nothing is being written, a snapshot included. */
  idle(): Promise<void> {
    return this.#log.idle();
  }

  /** @throws the file system's own errors */
  close(): Promise<void> {
    return this.#log.close();
  }

  async #snapshot(): Promise<void> {
    // Of the many steps that wait for the disk, one makes the snapshot.
    this.#snapshotAt = Infinity;
    try {
      await this.#log.replace(() => linesOf(this.#game));
    } finally {
      this.#snapshotAt = this.#log.bytes + snapshotBytes;
    }
  }
}

/** The lines of a log that holds this state as a snapshot. */
function linesOf({ tree, undo, redo, players, shown }: StoredGame): readonly string[] {
  const { key, gameId, setup, start, headers } = tree;
  const head: v.InferOutput<typeof Head> = { plywire: 'game', version: 1, key, gameId, setup, start };
  const nodes = Array.from({ length: tree.nodes.length }, (_, id) => savedNode(tree.nodes.get(id)!));
  const snapshot: Snapshot = { nodes, headers, undo: stepsOf(undo), redo: stepsOf(redo), players, shown };
  return [JSON.stringify(head), JSON.stringify({ snapshot } satisfies Entry)];
}

/** @throws BadGameLog */
export function readGame(lines: readonly string[]): StoredGame {
  let state: StoredGame | null = null;
  for (const [index, line] of lines.entries()) {
    try {
      const read = parseJson(line, { depth: 32 });
      state =
        state === null
          ? { ...opened(beginning(read)), players: humans }
          : stepped(state, v.parse(Entry, read));
    } catch (error) {
      throw new BadGameLog(index + 1, (error as Error).message, state);
    }
  }
  if (state === null) throw new BadGameLog(1, 'the file is empty', null);
  return state;
}

function beginning(read: unknown): GameTree {
  const { key, gameId, setup, start } = v.parse(Head, read);
  return newTree(gameById(gameId), key, { setup, start });
}

/** @throws StaleEdit | TreeIsFull */
function stepped(game: StoredGame, entry: Entry): StoredGame {
  if ('do' in entry) return { ...game, ...changed(game, entry.do) };
  if ('undo' in entry) return { ...game, ...undoneShown(game) };
  if ('redo' in entry) return { ...game, ...redoneShown(game) };
  if ('players' in entry) return { ...game, players: entry.players };
  if ('shown' in entry) return { ...game, ...showing(game, entry.shown) };
  const { players, shown } = entry.snapshot;
  return { ...restored(game.tree, entry.snapshot), players, shown };
}

/** @throws StaleEdit if the snapshot is not a tree */
function restored(empty: GameTree, { nodes: saved, headers, undo, redo }: Snapshot): EditedTree {
  let nodes = Vector.empty as Vector<GameNode>;
  for (const [id, node] of saved.entries()) {
    const before = node.parent === undefined ? undefined : nodes.get(node.parent);
    if ((before === undefined) !== (id === 0)) throw new StaleEdit(`move ${id} comes after none`);
    nodes = nodes.appended(loadedNode(id, before ?? null, node));
  }
  for (let id = 0; id < nodes.length; id++) {
    for (const child of nodes.get(id)!.children) {
      if (nodes.get(child)?.parent !== id)
        throw new StaleEdit(`move ${child} does not come after move ${id}`);
    }
  }
  return withSteps({ ...empty, nodes, headers }, undo, redo);
}
