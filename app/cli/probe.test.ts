import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { misbehave, Place } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 120_000 });

const mutant = fileURLToPath(new URL('../../tests/engines/mutant.mjs', import.meta.url));

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => {
  const left = place.leftovers();
  place.remove();
  expect(left).toEqual([]);
});

function program(name: string, text: string): string {
  const file = join(place.folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return `./${name}`;
}

describe('plywire engines probe', () => {
  it('lists what an engine speaks, the best first, with how it is known', async () => {
    const { stdout, stderr, code } = await place.run('engines', 'probe', 'connect4');
    expect([code, stderr]).toEqual([0, '']);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^PROTOCOL +SPEAKS +HOW IT IS KNOWN$/);
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      ...['cfsi yes', 'cfp yes', 'gos no', 'nmm no', 'qtp no'],
      'It speaks',
    ]);
    expect(lines[1]).toContain('answered `cfp` by `cfpok` and `isready` by `readyok`');
    expect(lines.at(-1)).toMatch(/^It speaks cfsi and cfp\. \(\d+\.\d s\)$/);
  });

  it('tells it as JSON, of an executable with arguments', async () => {
    const { objects, code } = await place.run(
      ...['engines', 'probe', mutant, '--arg', 'engine/quoridor', '--json', '--no-sandbox'],
    );
    const all = objects();
    expect(code).toBe(0);
    expect(all.at(-1)).toMatchObject({ kind: 'summary', speaks: ['qtp'] });
    expect(all.find(({ speaks }) => speaks === true)).toMatchObject({
      ...{ kind: 'probe', protocol: 'qtp', sure: true, heard: expect.any(String) as string },
    });
    expect(all).toHaveLength(6);
  });

  it('says what was expected and heard where it speaks none', async () => {
    const { stdout, stderr, code } = await place.run(
      ...['engines', 'probe', program('parrot', 'while read -r line; do echo "you said $line"; done')],
    );
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('expected `cfpok` after `cfp`: only other lines, the last "you said cfp"');
    expect(stdout).toMatch(/It speaks none of these\. \(\d\.\d s\)\n$/);
  });

  it('shows nothing of a program that could work a terminal', async () => {
    const { stdout } = await place.run(
      'engines',
      'probe',
      program('painter', "printf '\\033[2J\\n'; exit 1"),
    );
    expect(stdout).not.toContain('\u001b');
  });

  it.each([
    ['a file that is not there', './nobody', 3, /^plywire: unstartable: .*does not exist/],
    ['a name that nobody has', 'nobody', 2, /^plywire: No engine is called "nobody"/],
  ])('says of %s that there is nobody to ask', async (_what, name, exit, sentence) => {
    const { stdout, stderr, code } = await place.run('engines', 'probe', name);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).toMatch(sentence);
  });

  it('ends every process when it is interrupted', async () => {
    const began = join(place.folder, 'began');
    const { child, outcome } = place.start([
      ...['engines', 'probe', program('sleeper', `echo $$ >> ${began}; exec sleep 1000`), '--no-sandbox'],
    ]);
    await eventually(() => existsSync(began) && readFileSync(began, 'utf8').trim().split('\n').length).toBe(
      6,
    );
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    expect([code, stderr]).toEqual([130, 'plywire: interrupted by SIGINT\n']);
  });
});

describe('plywire engines add without a protocol', () => {
  it('takes the one that the executable speaks', async () => {
    const { stdout, stderr, code } = await place.run('engines', 'add', misbehave, '--no-sandbox');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^added misbehave\.mjs \(e-\w+\)\n$/);
    expect((await place.run('engines', 'list')).stdout).toMatch(/^misbehave\.mjs +cfp +e-/m);
  });

  it('asks where there are several, and says where there is none', async () => {
    const several = await place.run('engines', 'add', mutant, '--no-sandbox');
    expect(several.code).toBe(2);
    expect(several.stderr).toMatch(
      /mutant\.mjs speaks cfsi and cfp\. Add --protocol cfsi or --protocol cfp\.\n$/,
    );
    const none = await place.run('engines', 'add', program('none', 'exit 0'));
    expect([none.code, none.stderr]).toEqual([
      1,
      'plywire: handshake: ./none answers in no protocol that is known here. ' +
        '`plywire engines probe` shows what was tried and heard; --protocol says which it is.\n',
    ]);
    expect((await place.run('engines', 'list')).stdout).not.toMatch(/mutant|none/);
  });

  it('starts nothing where the engine is known', async () => {
    const { code, stderr } = await place.run('engines', 'add', 'connect4');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is known already') as string]);
  });
});
