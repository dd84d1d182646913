import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseHost, readHosts, Register } from './register.ts';

let home: string;
let folder: string;
let told: (Error | null)[];
let register: Register;
const children: ChildProcess[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plywire-register-'));
  folder = join(home, 'running');
  told = [];
  register = new Register(folder, (error) => told.push(error));
});
afterEach(() => {
  register.close();
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  rmSync(home, { recursive: true });
});

async function start(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid!;
}

const read = () => parseHost(register.path, readFileSync(register.path, 'utf8'));

it('makes no file while there is nothing to say', () => {
  register.close();
  expect(existsSync(folder)).toBe(false);
});

it('names itself and every engine that runs', async () => {
  const [first, second] = [await start(), await start()];
  register.entered(first);
  register.entered(second);
  register.left(first);
  expect(read()).toMatchObject({ being: { pid: process.pid }, owned: [{ pid: second }] });
  expect(told).toEqual([null, null, null]);
  expect(statSync(register.path).mode & 0o077).toBe(0);
});

it('does not grow with the engines that have come and gone, and keeps what holds', async () => {
  const [pid, other] = [await start(), await start()];
  register.holds('g-1');
  register.holds('g-2');
  register.frees('g-2');
  register.wants('games');
  expect(read()).toMatchObject({ wants: new Set(['games']), holds: new Set(['g-1']) });
  const comeAndGo = () => {
    register.entered(pid);
    register.wants('settings.json');
    register.done('settings.json');
    register.left(pid);
  };
  register.entered(other);
  for (let count = 0; count < 2000; count++) comeAndGo();
  expect(statSync(register.path).size).toBeLessThan(65 * 1024);
  expect(read()).toMatchObject({
    owned: [{ pid: other }],
    wants: new Set(['games']),
    holds: new Set(['g-1']),
  });
  register.left(other);
});

it('is there before there is an engine, and names their owner', () => {
  expect(register.path).toBe(join(folder, `${register.owner()}.jsonl`));
  expect(read()).toMatchObject({ being: { pid: process.pid }, owned: [] });
});

it('goes when it is closed, unless an engine could not be ended', async () => {
  const pid = await start();
  register.entered(pid);
  register.close();
  expect(read()?.owned).toMatchObject([{ pid }]);
  const other = new Register(folder, () => undefined);
  other.wants('places');
  expect(await readHosts(folder, register.path)).toMatchObject([
    { path: other.path, wants: new Set(['places']) },
  ]);
  other.close();
  expect(existsSync(other.path)).toBe(false);
});

it('tells that it cannot write, and makes up for it once it can', async () => {
  writeFileSync(folder, 'a file where the folder should be');
  const [first, second] = [await start(), await start()];
  register.entered(first);
  expect(told).toMatchObject([{ code: 'EEXIST' }]);
  expect(() => register.wants('places')).toThrow();
  register.done('places');
  rmSync(folder);
  register.entered(second);
  expect(told.at(-1)).toBeNull();
  expect(read()!.owned.map(({ pid }) => pid)).toEqual([first, second]);
  expect(read()!.wants).toEqual(new Set());
});

const header = '{"plywire":1,"pid":42,"at":5,"exact":"boot 7"}';
const began = (pid: number) => `{"began":{"pid":${pid},"at":6,"exact":null}}`;

it.each([
  ['a torn last line', `${header}\n${began(50)}\n{"began":{"pid":5`, [50]],
  ['a line of a later version', `${header}\n{"sang":50}\n${began(51)}\n`, [51]],
  ['a torn line that was made up for', `${header}\n{"beg\n${began(50)}\n`, [50]],
  ['a pid that is none', `${header}\n${began(-1)}\n${began(0)}\n${began(1)}\n${began(2.5)}\n`, []],
  ['engines that came and went', `${header}\n${began(50)}\n${began(51)}\n{"left":50}\n`, [51]],
])('reads %s', (_, text, pids) => {
  const host = parseHost('path', text);
  expect(host).toMatchObject({ path: 'path', being: { pid: 42, at: 5, exact: 'boot 7' } });
  expect(host!.owned.map(({ pid }) => pid)).toEqual(pids);
});

it.each([
  ['nothing', ''],
  ['a header of a later version', '{"plywire":2,"pid":42,"at":5,"exact":null}\n'],
  ['no JSON', 'hello\n'],
])('takes %s for no register', (_, text) => expect(parseHost('path', text)).toBeNull());
