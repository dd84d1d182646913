import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Launch } from '../sessions/types.ts';
import { Tellers, UnknownBuild, type TellerFacts } from './tellers.ts';

let folder: string;
let tellers: Tellers;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-tellers-'));
  tellers = new Tellers(join(folder, 'kept'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const kept = (): unknown => JSON.parse(readFileSync(join(folder, 'kept', 'hashes.json'), 'utf8'));

/** @param seconds how long ago it was written */
function file(name: string, content: string, seconds = 60): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
  return path;
}

const facts = (
  launch: Partial<Launch> & { readonly file: string },
  more: Partial<TellerFacts> = {},
): TellerFacts => ({
  ...{ engine: 'e-1', name: 'Mine', protocol: 'cfp', settings: {}, options: {} },
  launch: {
    ...{ interpreter: null, interpreterArgs: [], args: [], folder: null, environment: {} },
    ...{ bundled: false, sandbox: false },
    ...launch,
  },
  ...more,
});

describe('who says it', () => {
  it('is the program and each argument that is a file, with arguments, settings and options', async () => {
    const program = file('mine', 'a program');
    file('net.bin', 'weights');
    file('book', 'a book');
    mkdirSync(join(folder, 'tables'));
    file('moves.txt', 'written by the engine');
    file('engine.log', 'written by the engine');
    const written = ['--log=book', '-logfile', 'moves.txt', 'engine.log'];
    const args = ['--weights=net.bin', 'book', 'tables', '--level', '3', 'no file', '', ...written];
    const of = (more: Partial<TellerFacts> = {}, launch: Partial<Launch> = {}) =>
      tellers.identify(tellers.started(facts({ file: program, args, ...launch }, more)));
    const teller = await of();
    expect(teller).toMatchObject({
      ...{ engine: 'e-1', name: 'Mine', protocol: 'cfp', args },
      files: [
        { name: 'mine', sha256: sha256('a program') },
        { name: 'net.bin', sha256: sha256('weights') },
        { name: 'book', sha256: sha256('a book') },
      ],
    });
    expect((await of()).id).toBe(teller.id);
    // Its name and its place in the library change nothing that it says.
    expect((await of({ name: 'Other', engine: null })).id).toBe(teller.id);
    const others = await Promise.all([
      of({ protocol: 'cfsi' }),
      of({ settings: { walls: 'token' } }),
      of({ options: { Level: '3' } }),
      of({}, { args: args.slice(1) }),
    ]);
    file('net.bin', 'other weights');
    others.push(await of());
    expect(new Set([teller, ...others].map(({ id }) => id)).size).toBe(6);
  });

  it('is the script and not its interpreter, whose name and arguments count', async () => {
    const script = file('mine.py', 'print()');
    const of = (launch: Partial<Launch>) =>
      tellers.identify(tellers.started(facts({ file: script, ...launch })));
    const teller = await of({ interpreter: '/usr/bin/python3', interpreterArgs: ['-u'], args: ['x'] });
    expect(teller.files).toEqual([{ name: 'mine.py', sha256: sha256('print()') }]);
    expect(teller.args).toEqual(['python3', '-u', 'mine.py', 'x']);
    expect((await of({ interpreter: 'pypy3', interpreterArgs: ['-u'], args: ['x'] })).id).not.toBe(teller.id);
  });
});

it('has the hash of a program, which is that of its script, and none of what cannot be read', async () => {
  const hashOf = (path: string, more: Partial<Launch> = {}) =>
    tellers.programHash(facts({ file: path, ...more }).launch);
  const program = file('mine', 'a program');
  expect(await hashOf(program)).toBe(sha256('a program'));
  expect(kept()).toMatchObject({ hashes: [[expect.any(String), sha256('a program')]] });
  expect(await hashOf(file('mine.py', 'print()'), { interpreter: 'python3' })).toBe(sha256('print()'));
  expect([await hashOf(folder), await hashOf(join(folder, 'missing'))]).toEqual([null, null]);
});

describe('a program that is rebuilt', () => {
  it('while the first one still runs is not taken for it', async () => {
    const program = file('mine', 'first');
    const first = tellers.started(facts({ file: program }));
    appendFileSync(program, ' and more');
    await expect(tellers.identify(first)).rejects.toThrow(/has changed since the engine was started/);
    const second = tellers.started(facts({ file: program }));
    renameSync(file('other', 'moved in its place'), program);
    await expect(tellers.identify(second)).rejects.toThrow(UnknownBuild);
    rmSync(program);
    const third = tellers.started(facts({ file: program }));
    await expect(tellers.identify(third)).rejects.toThrow(/cannot be read/);
  });

  it('is known as it was when it was started, if its hash is kept', async () => {
    const program = file('mine', 'first');
    const { id } = await tellers.identify(tellers.started(facts({ file: program })));
    const again = tellers.started(facts({ file: program }));
    rmSync(program);
    renameSync(file('other', 'moved in its place'), program);
    expect((await tellers.identify(again)).id).toBe(id);
    const fresh = await tellers.identify(tellers.started(facts({ file: program })));
    expect(fresh.files).toEqual([{ name: 'mine', sha256: sha256('moved in its place') }]);
    expect(kept()).toMatchObject({
      hashes: [
        [expect.any(String), sha256('first')],
        [expect.any(String), fresh.files[0]!.sha256],
      ],
    });
    // Another host need not hash it again.
    const elsewhere = new Tellers(join(folder, 'kept'));
    expect((await elsewhere.identify(tellers.started(facts({ file: program })))).id).toBe(fresh.id);
  });

  it('a moment ago has no hash that is kept, since it may change within the same tick', async () => {
    const program = file('mine', 'first', 0);
    await tellers.identify(tellers.started(facts({ file: program })));
    expect(() => kept()).toThrow(/ENOENT/);
  });
});
