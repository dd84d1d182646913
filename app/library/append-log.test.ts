import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppendLog } from './append-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-log-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const fresh = (): string => join(folder, `${++count}`, 'game.log');

async function linesOf(path: string): Promise<readonly string[]> {
  const { log, lines } = await AppendLog.open(path);
  await log.close();
  return lines;
}

describe('a log', () => {
  it('has after its opening what was appended, in order, however many came at once', async () => {
    const path = fresh();
    const { log, lines } = await AppendLog.open(path);
    expect(lines).toEqual([]);
    await log.append('first');
    const all = Array.from({ length: 500 }, (_, at) => `line ${at} ⚫`);
    await Promise.all(all.map((line) => log.append(line)));
    expect(log.bytes).toBe(readFileSync(path).length);
    await log.close();
    expect(await linesOf(path)).toEqual(['first', ...all]);
  });

  it('cut at any byte has the whole lines before it, and goes on behind them', async () => {
    const whole = Buffer.from('{"a":"⚫"}\n{"b":2}\n\n{"c":"ü"}\n');
    for (let length = 0; length <= whole.length; length++) {
      const path = join(folder, 'cut.log');
      writeFileSync(path, whole.subarray(0, length));
      const kept = whole.toString('utf8', 0, whole.lastIndexOf(10, length - 1) + 1);
      const expected = length === 0 ? [] : kept.split('\n').slice(0, -1);
      const { log, lines, torn } = await AppendLog.open(path);
      expect(lines).toEqual(expected);
      expect(torn).toBe(length - (length === 0 ? 0 : Buffer.byteLength(kept)));
      await log.append('next');
      await log.close();
      expect(await linesOf(path)).toEqual([...expected, 'next']);
    }
  });

  it('whose lines are replaced has those, and behind them what was appended meanwhile', async () => {
    const path = fresh();
    const { log } = await AppendLog.open(path);
    await Promise.all([log.append('one'), log.append('two')]);
    await Promise.all([log.replace(() => ['snapshot']), log.append('three'), log.append('four')]);
    await log.append('five');
    expect(log.bytes).toBe(readFileSync(path).length);
    await log.close();
    expect(await linesOf(path)).toEqual(['snapshot', 'three', 'four', 'five']);
  });

  it('writes what failed to go out with the next line', async () => {
    const path = fresh();
    const { log } = await AppendLog.open(path);
    await log.append('one');
    // Behind a closed descriptor every write fails.
    const { log: other } = await AppendLog.open(path);
    await other.close();
    await expect(other.append('two')).rejects.toThrow();
    await expect(other.append('three')).rejects.toThrow();
    expect(other.bytes).toBe(Buffer.byteLength('one\ntwo\nthree\n'));
    await log.close();
  });
});
