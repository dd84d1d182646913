import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchOf, makeBench, misbehave, type Bench } from './support.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

function script(name: string, text: string, mode = 0o755): string {
  const path = join(bench.folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const unstartable: readonly [string, () => string, RegExp][] = [
  ['a file below a file', () => join(misbehave, 'engine'), /does not exist$/],
  ['a byte order mark', () => script('engine', '\ufeff#!/bin/sh\n'), /does not begin with a `#!`/],
  ['an interpreter line without a name', () => script('engine', '#! \n'), /names no interpreter$/],
];

it.each(unstartable)('%s is unstartable', async (_, make, reason) => {
  const { session } = bench.open(launchOf(make()));
  const ending = await session.ended;
  expect(ending.word).toBe('unstartable');
  expect(ending.reason).toMatch(reason);
  expect(ending.advice).not.toBe('');
  expect(ending.rung).toBe('by itself');
  expect(session.state).toBe('ended');
  expect(session.pid).toBeNull();
});

it('a link that leads nowhere is unstartable', async () => {
  const path = join(bench.folder, 'link');
  symlinkSync(join(bench.folder, 'gone'), path);
  expect((await bench.open(launchOf(path)).session.ended).reason).toMatch(/does not exist$/);
});

it('an interpreter that is not installed is unstartable', async () => {
  const { session } = bench.open(launchOf(misbehave, [], { interpreter: 'no-such-node' }));
  expect(await session.ended).toMatchObject({
    word: 'unstartable',
    reason: `the interpreter no-such-node for ${misbehave} was not found`,
  });
});

it('a missing working folder is unstartable', async () => {
  const { session } = bench.open(launchOf(misbehave, [], { folder: join(bench.folder, 'nowhere') }));
  expect((await session.ended).reason).toMatch(/^the working folder .* does not exist$/);
});

it('a program that the system refuses is unstartable', async () => {
  const loaderless = Buffer.alloc(4096);
  loaderless.write('\x7fELF', 'latin1');
  const path = join(bench.folder, 'engine');
  writeFileSync(path, loaderless, { mode: 0o755 });
  const ending = await bench.open(launchOf(path)).session.ended;
  // Some systems give the file to a shell after all, which then fails.
  expect(['unstartable', 'handshake']).toContain(ending.word);
});

it('an argument that no system can pass is unstartable', async () => {
  const { session } = bench.open(launchOf(misbehave, ['a\0b']));
  expect((await session.ended).word).toBe('unstartable');
});

it('an unstartable session tells of its end after start() has returned', async () => {
  const running = bench.open(launchOf(join(bench.folder, 'nothing')));
  expect(running.events.filter((event) => event.kind === 'ended')).toEqual([]);
  await running.session.ended;
  expect(running.events.at(-1)?.kind).toBe('ended');
  expect(running.session.listenerCount).toBe(0);
});

it('runs a script by an interpreter from PATH, in its own folder', async () => {
  const folder = join(bench.folder, 'with blank');
  mkdirSync(folder);
  const path = join(folder, 'engine.sh');
  writeFileSync(path, 'read x; echo id name "$PWD"; echo id author "$1$MINE$LEAK"; echo cfpok; read x\n');
  process.env['LEAK'] = 'leaked';
  const running = bench.open(
    launchOf(path, ['a "b" $HOME'], { interpreter: 'sh', environment: { MINE: '+' } }),
  );
  delete process.env['LEAK'];
  await running.until('ready');
  expect(running.session.identity).toEqual({ name: folder, author: 'a "b" $HOME+' });
});

it('refuses to write into a journal that already exists', async () => {
  const journalPath = join(bench.folder, 'taken');
  writeFileSync(journalPath, 'precious');
  const { session } = bench.open(launchOf(misbehave), { journalPath });
  expect(await session.ended).toMatchObject({ word: 'void', reason: expect.stringContaining('EEXIST') });
});

it('ends a session that was never started', async () => {
  const { Session } = await import('../../app/sessions/session.ts');
  const { cfp } = await import('../../app/protocols/cfp/index.ts');
  const session = new Session({
    id: 'unborn',
    launch: launchOf(misbehave),
    protocol: cfp,
    journalPath: join(bench.folder, 'unborn.journal'),
  });
  expect(await session.close()).toMatchObject({ word: 'quit', exitCode: null, rung: 'by itself' });
});
