/** What is swept and what is left alone, with real processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statOf } from '../../sessions/proc.ts';
import { newMark } from '../../sessions/ending/orphans.ts';
import { ownerOf, parseHost, Register, type OwnedProcess } from './register.ts';
import { sweep } from './sweep.ts';

let folder: string;
let register: Register;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-sweep-'));
  register = new Register(folder, () => undefined);
});
afterEach(() => {
  register.close();
  for (const { pid } of children.splice(0)) {
    try {
      process.kill(-pid!, 'SIGKILL');
    } catch {
      // Swept, as it should be.
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A process that heads a group of its own, as engines do; resolves once it has said that it is up. */
async function start(program: string, mark: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', `${program}; console.log('up')`], {
    detached: true,
    env: { ...process.env, ...mark },
  });
  children.push(child);
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  return child;
}

const waits = 'setInterval(() => {}, 1000)';
const stubborn = `process.on('SIGTERM', () => {}); ${waits}`;
const runs = (pid: number): boolean => statOf(pid)?.zombie === false;
const owned = (): OwnedProcess => parseHost('', readFileSync(register.path, 'utf8'))!.owned[0]!;

/** Leaves a file behind as a Plywire would that was killed while this engine ran. */
function leaveBehind(left: OwnedProcess | null, changes: Partial<OwnedProcess> = {}): string {
  const path = join(folder, '7-left-behind.jsonl');
  const header = { plywire: 1, pid: process.pid, at: 1, exact: 'another boot' };
  const began = left && `${JSON.stringify({ began: { ...left, ...changes } })}\n`;
  writeFileSync(path, `${JSON.stringify(header)}\n${began ?? ''}`);
  return path;
}

describe.runIf(process.platform === 'linux')('what a killed Plywire has left', () => {
  it.each([
    ['an engine that hears TERM', waits],
    ['one that does not', stubborn],
  ])('is ended, and forgotten: %s', async (_, program) => {
    const { pid } = await start(program);
    register.entered(pid!);
    const path = leaveBehind(owned());
    register.left(pid!);
    expect(await sweep(folder, register.path)).toEqual({ ended: [pid], stuck: [] });
    expect(runs(pid!)).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { detached: true })`;

  it.each([
    ['with its children', false],
    ['or its children where it has gone itself', true],
  ])('is ended %s, though its host could not record it', async (_, gone) => {
    // As in the moment between the start of a process and the news of it.
    const path = leaveBehind(null);
    const mark = { PLYWIRE_SESSION: newMark(ownerOf(path)) };
    const engine = await start(`const { pid } = ${child}; console.error(pid); ${waits}`, mark);
    const grandchild = await new Promise<number>((resolve) =>
      engine.stderr!.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    const exited = new Promise((resolve) => engine.once('exit', resolve));
    if (gone) process.kill(engine.pid!, 'SIGKILL');
    if (gone) await exited;
    expect(runs(grandchild)).toBe(true);
    const { ended, stuck } = await sweep(folder, register.path);
    expect(ended).toEqual(gone ? [grandchild] : [engine.pid, grandchild].sort((a, b) => a! - b!));
    expect(stuck).toEqual([]);
    expect([engine.pid!, grandchild].filter(runs)).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it('is ended with its group, whatever it did to its environment', async () => {
    const quiet = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waits)}])`;
    const engine = await start(`const { pid } = ${quiet}; console.error(pid); ${waits}`);
    const member = await new Promise<number>((resolve) =>
      engine.stderr!.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    register.entered(engine.pid!);
    leaveBehind(owned());
    register.left(engine.pid!);
    expect((await sweep(folder, register.path)).ended).toEqual([engine.pid!, member].sort((a, b) => a - b));
    expect(runs(member)).toBe(false);
  });

  it.each<[string, Partial<OwnedProcess>]>([
    ['another birth', { exact: 'another boot' }],
    ['a birth of another hour', { exact: null, at: Date.now() - 3_600_000 }],
  ])('is not a process of the same pid with %s', async (_, changes) => {
    const { pid } = await start(waits);
    register.entered(pid!);
    const path = leaveBehind(owned(), changes);
    register.left(pid!);
    expect(await sweep(folder, register.path)).toEqual({ ended: [], stuck: [] });
    expect(runs(pid!)).toBe(true);
    expect(existsSync(path)).toBe(false);
  });
});

it('leaves alone what a Plywire that runs has started, and its file', async () => {
  const { pid } = await start(waits);
  const other = new Register(folder, () => undefined);
  other.entered(pid!);
  expect(await sweep(folder, register.path)).toEqual({ ended: [], stuck: [] });
  expect(runs(pid!)).toBe(true);
  expect(existsSync(other.path)).toBe(true);
  other.left(pid!);
  other.close();
});

it('leaves alone what it cannot read', async () => {
  writeFileSync(join(folder, 'later.jsonl'), '{"plywire":2}\n');
  await sweep(folder, register.path);
  expect(readdirSync(folder)).toEqual(['later.jsonl']);
});

it('has nothing to do where there is no folder', async () => {
  expect(await sweep(join(folder, 'none'), register.path)).toEqual({ ended: [], stuck: [] });
});
