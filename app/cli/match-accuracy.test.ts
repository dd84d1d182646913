import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { gameById } from '../games/registry.ts';
import { MatchLog } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { completePlan } from '../matches/plan-file.ts';
import type { MatchEntry } from '../shapes/matches.ts';
import { unknown } from '../truth/verdict.ts';
import { judgeMatch, type JudgedMatch } from './match-accuracy.ts';
import type { Output } from './output.ts';

const plan = completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }] });
const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
const opening = { number: 1, text: '', start: null, moves: [] };
const entries: readonly MatchEntry[] = [
  {
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, players },
    ...{ concurrency: 1, cores: 2 },
  },
  {
    ...{ kind: 'began', number: 1, round: 1, pair: 1, isPaired: true, players: [0, 1], opening },
    ...{ at: 2, load: 0 },
  },
  ...['4', '4'].map((move, at) => ({
    ...{ kind: 'ply' as const, number: 1, ply: at + 1, seat: at as 0 | 1, move },
    ...{ left: [null, null] as const, spent: 0.5 },
  })),
  {
    ...{ kind: 'ended', number: 1, result: '1/2-1/2', ending: 'adjudicated', reason: 'so' },
    ...{ fault: null, adjudicated: 'scores', sessions: [], at: 3, load: 0 },
  },
] as never;

it.each([5_000_000, 3_000_000, 1e308])(
  'judges games for %d seconds, longer than any timer',
  async (seconds) => {
    const folder = mkdtempSync(join(tmpdir(), 'plywire-accuracy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const record = new MatchRecord();
    const log = await MatchLog.open(folder, () => undefined);
    for (const entry of entries) {
      log.write(entry);
      record.apply(entry);
    }
    await log.close();
    const put = vi.fn();
    const of = {
      ...{ folder, record, put, game: gameById('connect4'), builds: [null, null] },
      output: { passing: () => undefined, remark: () => undefined } as unknown as Output,
      core: {
        truth: {
          // Late enough for a timer that overflowed to fire first.
          ask: async () => {
            await new Promise((resolve) => setTimeout(resolve, 20));
            return { verdict: unknown, moves: [] };
          },
        },
      } as unknown as JudgedMatch['core'],
    };
    await judgeMatch(of, seconds, new AbortController().signal);
    expect(put).toHaveBeenCalledWith(expect.objectContaining({ kind: 'judged', number: 1 }));
  },
);
