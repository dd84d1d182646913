import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workspace } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

const place = new Workspace();
const home = process.env['HOME'];
afterAll(() => {
  process.env['HOME'] = home;
  place.remove();
});

/** A CFP engine that prints its path and account, and dies on its second search. */
const engine = `#!${process.execPath}
let searches = 0;
const say = (...lines) => process.stdout.write(lines.join('\\n') + '\\n');
if (process.argv.includes('--version')) {
  say('crasher 1.2 of ' + process.argv[1], 'sandbox home ' + process.env.HOME);
  process.exit(0);
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'cfp') say('id name crasher', 'id author tester', 'info string in ' + process.argv[1], 'cfpok');
  if (line === 'isready') say('readyok');
  if (line.startsWith('go') && ++searches === 2) {
    process.stderr.write('cannot open ' + process.env.SECRET_NET + '\\n');
    process.exit(7);
  }
  if (line.startsWith('go')) say('bestmove 3');
  if (line === 'quit') process.exit(0);
});
`;

const crasher = join(place.folder, 'crasher');
let session: string;

beforeAll(async () => {
  process.env['HOME'] = place.folder;
  writeFileSync(crasher, engine, { mode: 0o755 });
  const added = await place.run('engines', 'add', './crasher', '--protocol', 'cfp', '--no-sandbox', '--json');
  expect(added.code).toBe(0);
  const engines = join(place.home, 'engines.json');
  const kept = JSON.parse(readFileSync(engines, 'utf8')) as { engines: { environment: object }[] };
  kept.engines[0]!.environment = { SECRET_NET: 'net-of-one-user.bin' };
  writeFileSync(engines, JSON.stringify(kept));
  // Its end is seen well before the time is over, also on a busy machine: otherwise `stop` would be sent too.
  const played = await place.run('play', 'crasher', 'connect4', '--time', '0.5');
  expect([played.code, played.stderr]).toEqual([1, expect.stringContaining('crashed')]);
  const journals = readdirSync(join(place.home, 'journals'));
  const crashed = journals.find((name) =>
    readFileSync(join(place.home, 'journals', name), 'utf8').includes('id name crasher'),
  )!;
  session = /s-[0-9a-f]+/.exec(crashed)![0];
});

const events = async (file: string): Promise<Record<string, unknown>[]> =>
  (await place.run('replay', file, '--json')).objects();

describe('plywire bundle', () => {
  it('shows what would go in, and writes nothing', async () => {
    const { code, stdout } = await place.run('bundle', session, '--show');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Bug-report bundle of a session of crasher:\n {2}README\.md .*\n {2}session\.journal /,
    );
    expect(stdout).toMatch(/Masked in the journal: .*your home folder \d+/);
    const readme = await place.run('bundle', session, '--show', 'readme.md');
    expect(readme.stdout).toContain('The session ended as **crashed**: ');
    expect(readme.stdout).toContain('The engine calls itself `crasher` by `tester`.');
    expect(readme.stdout).toMatch(/plywire replay \S+\.zip --against \.\/engine --protocol cfp/);
    expect(readme.stdout).toContain('cannot open <SECRET_NET>');
    const settings = await place.run('bundle', session, '--show', 'engine.json', '--json');
    const { text } = settings.objects()[0] as { readonly text: string };
    expect(JSON.parse(text)).toMatchObject({
      environment: { SECRET_NET: '<masked>' },
      program: { path: '~/crasher', bytes: statSync(crasher).size },
    });
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  it('writes one file that names no person, replays as the journal does, and is sent to the engine again', async () => {
    const { code, stdout } = await place.runAlone('bundle', session, '--out', 'crash.zip');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/crash\.zip: \d+ bytes\./) as string,
    });
    const zip = join(place.folder, 'crash.zip');
    execFileSync('unzip', ['-q', zip, '-d', join(place.folder, 'out')]);
    for (const name of readdirSync(join(place.folder, 'out'))) {
      const content = readFileSync(join(place.folder, 'out', name), 'utf8');
      expect(content).not.toContain(place.folder);
      expect(content).not.toContain('net-of-one-user');
    }
    expect(readFileSync(join(place.folder, 'out', 'sent.txt'), 'utf8')).toMatch(/^cfp\n/);
    const journal = readdirSync(join(place.home, 'journals')).find((name) => name.includes(session))!;
    const plain = await events(join(place.home, 'journals', journal));
    const masked = await events('crash.zip');
    const bare = (all: readonly Record<string, unknown>[]): unknown =>
      all.map(({ text: _, understood: __, ...rest }) => rest);
    expect(bare(masked)).toEqual(bare(plain));
    expect(masked.at(-1)).toMatchObject({ kind: 'summary', ending: 'crashed' });
    const again = await place.run('replay', 'crash.zip', '--against', './crasher', '--json');
    // It fails again as it did.
    expect(again.code).toBe(1);
    expect(again.objects().at(-1)).toMatchObject({
      ...{ kind: 'summary', differs: 0, missing: 0, unanswered: 1, ending: 'exit code 7' },
    });
  });

  it('is a usage error, in one sentence, where it was damaged on its way', long, async () => {
    expect((await place.runAlone('bundle', session, '--out', 'damaged.zip')).code).toBe(0);
    const zip = join(place.folder, 'damaged.zip');
    const bytes = readFileSync(zip);
    // The checksum in the zip's list of files: 16 bytes after the beginning of an entry, which has 46 before the name.
    bytes[bytes.lastIndexOf('session.journal') - 46 + 16]! ^= 1;
    writeFileSync(zip, bytes);
    for (const how of [[], ['--json'], ['--as', 'text'], ['--against', './crasher']]) {
      const { code, stderr } = await place.run('replay', 'damaged.zip', ...how);
      expect([how, code, stderr]).toEqual([
        how,
        2,
        `plywire: ${zip} is damaged, incomplete or not a zip file: the checksum of its journal does not match. Copy or download it again.\n`,
      ]);
    }
  });

  it('takes `last` and the path of a journal, and gives each a name that says what it is', async () => {
    const journal = readdirSync(join(place.home, 'journals')).find((name) => name.includes(session))!;
    const { code, objects } = await place.run('bundle', join(place.home, 'journals', journal), '--json');
    expect(code).toBe(0);
    const { file, bytes } = objects().at(-1) as { readonly file: string; readonly bytes: number };
    expect(file).toMatch(/plywire-crasher-crashed-[\dT-]+\.zip$/);
    expect(statSync(file).size).toBe(bytes);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await place.run('bundle', 'last', '--show')).code).toBe(0);
  });

  it('asks the engine for its version where it is told to', async () => {
    const { code, stdout } = await place.run('bundle', session, '--engine-version', '--show', 'version.txt');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Started with --version.*: exit code 0\nstdout:\ncrasher 1\.2 of ~\/crasher/);
    expect(place.leftovers()).toEqual([]);
  });

  it('writes over nothing, and says what it cannot find', async () => {
    writeFileSync(join(place.folder, 'there.zip'), 'mine');
    const over = await place.run('bundle', session, '--out', 'there.zip');
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('already exists')]);
    expect(readFileSync(join(place.folder, 'there.zip'), 'utf8')).toBe('mine');
    for (const name of ['s-ffffffffff', 'nowhere', 'crasher']) {
      const { code, stderr } = await place.run('bundle', name);
      expect([code, stderr.split('\n').length]).toEqual([2, 2]);
    }
    expect((await place.run('bundle', session, '--show', 'x')).stderr).toContain(
      'The bundle has no x; it has README.md',
    );
    expect(existsSync(join(place.folder, 'nowhere'))).toBe(false);
  });
});
