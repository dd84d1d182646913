import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BuildStore } from '../builds/build-store.ts';
import { EngineRegistry } from '../library/engines.ts';
import { areBundled, refuseUnknown } from './match-trust.ts';
import { outputFor } from './output.ts';

let folder: string;
let engines: EngineRegistry;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-trust-'));
  const bundled = {
    ...{ id: 'connect4', name: 'House Engine', version: '1', description: '', protocols: ['cfsi'] },
    ...{ games: ['connect4'], entry: 'main.cjs', file: '/x/main.cjs' },
  };
  engines = (await EngineRegistry.open(join(folder, 'engines.json'), [bundled])).registry;
  await engines.add({
    ...{ name: 'Mine', protocol: 'cfp', args: ['-x'], environment: {}, sandbox: false, file: '/y/mine' },
    ...{ folder: null, interpreter: null, interpreterArgs: [] },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['connect4', true],
  ['cmd=connect4 protocol=cfsi option.Level=2 name=B', true],
  ['./connect4', false],
  ['cmd=connect4 cmd=/bin/sh', false],
  ['Mine', false],
  ['build:abcd', false],
  ['cmd=/bin/sh arg=connect4', false],
])('tells whether an engine comes with Plywire: %s', (engine, isBundled) => {
  expect(areBundled({ engines }, [{ engine: 'connect4' }, { engine }], '/somewhere')).toBe(isBundled);
});

/** What is printed about engines that are not started, without the first and the last sentence. */
async function shown(...named: readonly string[]): Promise<readonly string[]> {
  let text = '';
  const output = outputFor(false, {
    stdout: { write: () => expect.unreachable() },
    stderr: { write: (piece) => (text += piece) },
  });
  const core = {
    ...{ engines, confinement: { sandbox: { runs: true } }, settings: { value: { sandboxNew: true } } },
    builds: new BuildStore({ folder: join(folder, 'builds'), limit: () => 1e9, say: () => undefined }),
  } as unknown as Parameters<typeof refuseUnknown>[1];
  const all = named.map((engine) => ({ engine }));
  const refused = refuseUnknown(output, core, all, { folder: '/the/match', from: '/elsewhere' });
  await expect(refused).rejects.toMatchObject({ code: 2, message: expect.stringContaining('add --trust') });
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toMatch(
    /^plywire: The match in \/the\/match is not known to this Plywire.* nothing was started/,
  );
  return lines.map((line) => line.replace(/^plywire: /, ''));
}

it('shows each command line whole, and what weakens the protection', async () => {
  const lines = await shown(
    'connect4',
    `cmd=/bin/sh arg=-c arg="id > x" sandbox=off option.Hash=1`,
    'cmd=./a dir=sub writable=on',
    'cmd=./b',
    'Mine',
    'cmd=/bin/sh arg=\u001b[31m\u202e sandbox=on',
    'build:abcd',
  );
  const all = '    ! It runs without the sandbox: it can do what any of your programs can.';
  expect(lines).toEqual([
    '  connect4',
    ...["  /bin/sh -c 'id > x' option.Hash=1", all],
    '  /elsewhere/a (in /elsewhere/sub)',
    '    ! In the sandbox, it may write to its own folder: it can change and delete every file there.',
    '  /elsewhere/b',
    ...['  /y/mine -x', all],
    "  /bin/sh '␛[31m<U+202E>'",
    ...['  build:abcd', '    ! There is no build abcd.'],
  ]);
});
