import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { newTree, type GameTree } from '../records/tree.ts';
import { changed, opened, redoneShown, undoneShown, type OpenTree } from '../records/open-tree.ts';
import { editFor, Naive, plainOf, wishes } from '../records/testing/naive-tree.ts';
import { stepsOf } from '../records/undo.ts';
import type { Change, GameStep } from '../shapes/tree.ts';
import { BadGameLog, GameLog, type StoredGame } from './game-log.ts';
import { long } from '../../tests/support/long.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-game-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const fresh = (): string => join(folder, `${++count}.log`);
const human = { kind: 'human' } as const;
const empty = (): StoredGame => ({
  ...opened(newTree(gameById('connect4'), 'g-1')),
  players: [human, human],
});

const nodesOf = (tree: GameTree) => Array.from({ length: tree.nodes.length }, (_, id) => tree.nodes.get(id));
/** All that a state holds, as plain data. */
const plain = ({ tree, undo, redo, shown, players }: StoredGame) => ({
  ...{ shown, players },
  nodes: nodesOf(tree),
  headers: tree.headers,
  opening: [tree.key, tree.gameId, tree.setup, tree.start],
  undo: stepsOf(undo),
  redo: stepsOf(redo),
});

const changes: readonly (Change | 'undo' | 'redo')[] = [
  [{ kind: 'play', at: 0, moves: ['4', '4', '3'] }],
  [{ kind: 'play', at: 1, moves: ['2'] }],
  [
    { kind: 'order', node: 4, index: 0 },
    { kind: 'annotate', node: 4, to: { comment: 'zwölf ⚫', glyphs: [1] } },
  ],
  'undo',
  [{ kind: 'header', name: 'event', text: 'a\nb' }],
  [{ kind: 'delete', node: 2 }],
  'undo',
  'redo',
  [{ kind: 'annotate', node: 1, to: { clock: 59.5, spent: 0.5, properties: { XX: ['a]'] } } }],
];

/** A game that is edited and stored. */
class Stored {
  readonly log: GameLog;
  game: StoredGame;

  constructor(log: GameLog, game: StoredGame) {
    this.log = log;
    this.game = game;
  }

  static async begin(path: string): Promise<Stored> {
    return new Stored(await GameLog.begin(path, empty()), empty());
  }

  make(step: Change | 'undo' | 'redo'): Promise<void> {
    const open =
      step === 'undo'
        ? undoneShown(this.game)!
        : step === 'redo'
          ? redoneShown(this.game)!
          : changed(this.game, step);
    const after = { ...this.game, ...open };
    this.game = after;
    const stored = step === 'undo' ? { undo: true } : step === 'redo' ? { redo: true } : { do: step };
    return this.log.append(stored as GameStep, after);
  }
}

describe('the log of a game', () => {
  it('cut at any byte is the game after the last step that is whole', async () => {
    const path = fresh();
    const stored = await Stored.begin(path);
    const states = [{ bytes: readFileSync(path).length, state: plain(stored.game) }];
    for (const step of changes) {
      await stored.make(step);
      states.push({ bytes: readFileSync(path).length, state: plain(stored.game) });
    }
    await stored.log.close();
    const whole = readFileSync(path);
    for (let length = states[0]!.bytes; length <= whole.length; length++) {
      const cut = join(folder, 'cut.log');
      writeFileSync(cut, whole.subarray(0, length));
      const again = await GameLog.open(cut);
      expect(plain(again.game)).toEqual(states.findLast(({ bytes }) => bytes <= length)!.state);
      await again.log.close();
    }
  });

  it('of any edits, cut at any byte, holds all that was confirmed before the cut', long, async () => {
    let path = '';
    const property = fc.asyncProperty(wishes, fc.nat(), async (all, at) => {
      path = fresh();
      const stored = await Stored.begin(path);
      const states = [{ bytes: readFileSync(path).length, state: plain(stored.game) }];
      for (const [kind, one, other] of all) {
        const { undo, redo, tree } = stored.game;
        if (kind === 'undo' || kind === 'redo') {
          if ((kind === 'undo' ? undo : redo) === null) continue;
          await stored.make(kind);
        } else {
          const edit = editFor(Object.assign(new Naive(), plainOf(tree)), kind, one, other);
          if (edit === null) continue;
          await stored.make([edit]);
        }
        states.push({ bytes: readFileSync(path).length, state: plain(stored.game) });
      }
      await stored.log.close();
      const whole = readFileSync(path);
      const [{ bytes: least }] = states as [(typeof states)[0]];
      writeFileSync(path, whole.subarray(0, least + (at % (whole.length - least + 1))));
      const left = statSync(path).size;
      const again = await GameLog.open(path);
      expect(plain(again.game)).toEqual(states.findLast(({ bytes }) => bytes <= left)!.state);
      await again.log.close();
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('is the same by its steps and by a snapshot, what can be undone included', async () => {
    const path = fresh();
    const stored = await Stored.begin(path);
    for (const step of changes) await stored.make(step);
    await stored.log.close();
    const copy = fresh();
    await (await GameLog.begin(copy, stored.game)).close();
    for (const each of [path, copy]) {
      const { log, game } = await GameLog.open(each);
      expect(plain(game)).toEqual(plain(stored.game));
      let before: OpenTree = game;
      while (before.undo !== null) before = undoneShown(before)!;
      expect(before.tree.nodes.get(0)!.children).toEqual([]);
      await log.close();
    }
  });

  it('becomes a snapshot where it has grown large, while edits go on', long, async () => {
    const path = fresh();
    const stored = await Stored.begin(path);
    const comment = 'x'.repeat(65_000);
    await stored.make([{ kind: 'play', at: 0, moves: ['1'] }]);
    const all: Promise<void>[] = [];
    for (let at = 0; at < 300; at++) {
      all.push(stored.make([{ kind: 'annotate', node: 1, to: { comment: `${at}${comment}` } }]));
      // Some while the disk writes, before and during the snapshot.
      if (at > 100 && at % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    await stored.log.close();
    expect(statSync(path).size).toBeLessThan(20 * 1024 * 1024);
    const again = await GameLog.open(path);
    expect(plain(again.game)).toEqual(plain(stored.game));
    await again.log.close();
  });

  it.each<[what: string, text: string, fault: RegExp]>([
    ['is empty', '', /^line 1: the file is empty/],
    ['is another file', '{"settings":{}}\n', /^line 1: /],
    ['is not text', '\u0000\u0001\n', /^line 1: /],
    [
      'knows no such game',
      '{"plywire":"game","version":1,"key":"g","gameId":"chess","setup":{},"start":null}\n',
      /^line 1: /,
    ],
    ['has a step about no node', 'HEAD{"do":[{"kind":"delete","node":3}]}\n', /^line 2: move 3/],
    ['has a step that is none', 'HEAD{"do":[]}\n', /^line 2: /],
    ['is nested without end', `HEAD${'['.repeat(100_000)}\n`, /^line 2: /],
    [
      'has a snapshot with a circle',
      'HEAD{"snapshot":{"nodes":[{"children":[1]},{"parent":1,"move":"1"}],"headers":{},"undo":[],"redo":[],"players":[{"kind":"human"},{"kind":"human"}],"shown":0}}\n',
      /^line 2: /,
    ],
    [
      'has a snapshot whose node has two parents',
      'HEAD{"snapshot":{"nodes":[{"children":[1,2]},{"parent":0,"move":"1","children":[2]},{"parent":0,"move":"2"}],"headers":{},"undo":[],"redo":[],"players":[{"kind":"human"},{"kind":"human"}],"shown":0}}\n',
      /^line 2: /,
    ],
  ])('that %s is refused with its line', async (_, text, fault) => {
    const path = fresh();
    const head = '{"plywire":"game","version":1,"key":"g-1","gameId":"connect4","setup":{},"start":null}\n';
    writeFileSync(path, text.replace('HEAD', head));
    const failed = GameLog.open(path);
    await expect(failed).rejects.toThrow(fault);
    await expect(failed).rejects.toBeInstanceOf(BadGameLog);
    // Nothing of it was changed.
    expect(readFileSync(path, 'utf8')).toBe(text.replace('HEAD', head));
  });
});
