import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'junit2json';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { checks } from '../protocols/checks.ts';
import { probeConfinement } from '../sessions/confinement/confinement.ts';
import { misbehave, Place, type Outcome } from './testing/plywire.ts';

// Each check has a process of its own, and many of them wait for a silence.
vi.setConfig({ testTimeout: 300_000 });

const mutant = fileURLToPath(new URL('../../tests/engines/mutant.mjs', import.meta.url));
const cfpEngine = (program: string, ...args: string[]) =>
  [program, '--protocol', 'cfp', ...args.map((arg) => `--arg=${arg}`)] as const;
/** The mutant runs the bundled engine, which a sandbox would not show it. */
const spoiltBy = (...rules: string[]) => [...cfpEngine(mutant, ...rules), '--no-sandbox'];

let place: Place;
beforeEach(() => {
  place = new Place();
  process.env['TMPDIR'] = place.folder;
});
afterEach(() => {
  delete process.env['TMPDIR'];
  const left = place.leftovers();
  place.remove();
  expect(left).toEqual([]);
});

interface Told {
  readonly kind: string;
  readonly id: string;
  readonly verdict: string;
  readonly needs: readonly string[];
  readonly seconds: number;
  readonly failure: {
    readonly advice: string;
    readonly exchange: readonly { readonly text: string }[];
  } | null;
}

const resultsOf = ({ objects }: Outcome): Told[] =>
  (objects() as unknown as Told[]).filter(({ kind }) => kind === 'check');

/** What must be the same in two runs: everything but times. */
const timeless = ({ stdout }: Outcome): string => stdout.replaceAll(/"seconds":[\d.]+/g, '"seconds":0');

const { sandbox } = await probeConfinement(process.env, process.platform, '/nowhere');

/** Each bundled engine over each of its protocols that has checks. */
const bundled = await findBundledEngines(fileURLToPath(new URL('../../dist/engines', import.meta.url)));
const engines = bundled.flatMap(({ id, protocols }) =>
  protocols.flatMap((protocol) => (checks.has(protocol) ? [[protocol, id] as const] : [])),
);

it('has a bundled engine for every protocol that has checks', () => {
  expect(new Set(engines.map(([protocol]) => protocol))).toEqual(new Set(checks.keys()));
});

it.each(engines)('holds over %s for %s as a real process', async (protocol, engine) => {
  const outcome = await place.run('check', engine, '--protocol', protocol, '--json', '--jobs', '4');
  const results = resultsOf(outcome);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual(checks.get(protocol)!.map(({ id }) => id));
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
});

describe('an engine that breaks a rule', () => {
  it.each([
    ['cfp', 'connect4', 's/^id author .*//', 'id-author', '<-- cfpok'],
    ['cfsi', 'connect4', 's/^bestmove NULL/bestmove 0/', 'full-board', '<-- bestmove 0'],
    ['gos', 'stones', 's/"Type":1/"type":1/', 'names', '<-- {"type":1'],
    ['nmm', 'morris', 's/^bestmove M10-11$/bestmove M10-1/', 'adjacency', '<-- bestmove M10-1'],
    ['qtp', 'quoridor', 's/^= [A-I][0-9].*/? no move/', 'genmove', '<-- ? no move'],
  ])(
    'over %s is told of that and of nothing else, in a JUnit file too',
    async (protocol, bundledEngine, rule, id, shown) => {
      const junit = join(place.folder, 'junit.xml');
      const engine = [
        mutant,
        '--protocol',
        protocol,
        `--arg=engine/${bundledEngine}`,
        `--arg=${rule}`,
        '--no-sandbox',
      ];
      const flags = ['--level', 'must', '--jobs', '4', '--json', '--junit', junit];
      const outcome = await place.run('check', ...engine, ...flags);
      const results = resultsOf(outcome);
      const unable = new Set([id]);
      for (const check of checks.get(protocol)!) {
        if (check.needs.some((need) => unable.has(need))) unable.add(check.id);
      }
      const standing = checks
        .get(protocol)!
        .filter((check) => check.level === 'must' && check.id !== id && unable.has(check.id));
      const wrong = results.filter(({ verdict }) => verdict !== 'pass');
      expect(wrong.map((one) => [one.id, one.verdict])).toEqual([
        [id, 'fail'],
        ...standing.map((one) => [one.id, 'not run']),
      ]);
      expect([outcome.code, outcome.stderr]).toEqual([1, '']);

      const read = await parse(readFileSync(junit, 'utf8'));
      const [suite] = (read as { testsuite: readonly JUnitSuite[] }).testsuite;
      expect(suite).toMatchObject({ name: `${protocol} must`, tests: results.length, failures: 1 });
      const [broken, ...others] = suite!.testcase.filter(({ failure }) => failure);
      expect(others).toEqual([]);
      expect(broken!.name).toMatch(new RegExp(`^${id}: `));
      expect(broken!.failure![0]!.inner).toContain(shown);
    },
  );

  it('reads the same twice, however many run at a time, and standing checks are not run', async () => {
    const engine = [...spoiltBy('exit/^isready/'), '--only=stop-once', '--only=quit'];
    const one = await place.run('check', ...engine, '--json', '--jobs', '1');
    const four = await place.run('check', ...engine, '--json', '--jobs', '4');
    expect(timeless(four)).toBe(timeless(one));
    const results = resultsOf(one);
    expect(results.find(({ id }) => id === 'isready')?.verdict).toBe('fail');
    expect(results.find(({ id }) => id === 'stop-answers')).toMatchObject({
      verdict: 'not run',
      needs: ['isready'],
    });
    expect(one.code).toBe(1);
  });

  it('is shown to a person with the clause and what to do', async () => {
    const { stdout, code } = await place.run('check', ...spoiltBy('exit/^cfp/'), '--level', 'must');
    expect(code).toBe(1);
    expect(stdout).toContain('fail         cfpok: answers `cfp` with `cfpok`');
    expect(stdout).toContain('where:    CFP, GUI to Engine, cfp (must)');
    expect(stdout).toContain('instead:  the engine exited with 7');
    expect(stdout).toMatch(/^ +\d+\.\d{3} --> cfp$/m);
    expect(stdout).toContain('Not everything that must hold holds.');
  });

  describe('is told what to do where it is not the rule that is to be mended', () => {
    const failedFirst = async (protocol: string, text: string, ...flags: readonly string[]) => {
      const file = join(place.folder, 'my engine.sh');
      writeFileSync(file, `#!/bin/sh\n${text}\n`);
      chmodSync(file, 0o755);
      const words = ['--protocol', protocol, '--level', 'must', '--json', '--jobs', '4', ...flags];
      const { objects, code } = await place.run('check', file, ...words);
      expect(code).toBe(1);
      return (objects() as unknown as Told[]).find(({ verdict }) => verdict === 'fail')!;
    };
    const byHand = (...args: readonly string[]) =>
      ['run `cd ', place.folder, " && '", place.folder, "/my engine.sh'", ...args, '` by hand'].join('');

    it('but an engine that dies before its first word', async () => {
      const { id, failure } = await failedFirst(
        'cfp',
        'read -r line; echo "cannot open book.bin" >&2; exit 3',
        '--no-sandbox',
        '--arg=--book=a b',
      );
      expect([id, failure!.advice]).toEqual([
        'cfpok',
        'The engine exited with 3 after `cfp`; its last line on stderr: `cannot open book.bin`. ' +
          `Find out why: ${byHand(" '--book=a b'")} and type the lines below that were sent.`,
      ]);
    });

    it('but one that is killed later, with what the rule asks behind it', async () => {
      const { id, failure } = await failedFirst(
        'cfp',
        'while read -r line; do case $line in cfp) echo cfpok;; isready) kill -SEGV $$;; esac; done',
        '--no-sandbox',
        '--only=isready',
      );
      const { advice } = checks.get('cfp')!.find((check) => check.id === id)!;
      expect(failure!.advice).toBe(
        `The engine was ended by SIGSEGV after \`isready\`. Find out why: ${byHand()} ` +
          `and type the lines below that were sent. The rule itself: ${advice}`,
      );
    });

    it('but one that dies before anything is sent', async () => {
      const { failure } = await failedFirst('nmm', 'exit 1', '--no-sandbox');
      expect(failure!.advice).toBe(
        `The engine exited with 1 before it was sent anything. Find out why: ${byHand()}.`,
      );
    });

    it.runIf(sandbox.runs)('but one that may miss what the sandbox hides', async () => {
      const { failure } = await failedFirst('nmm', 'exit 1');
      expect(failure!.advice).toMatch(/ by hand\. It ran in the sandbox, .* or with --no-sandbox\.$/);
    });

    it('but one that leaves by itself', async () => {
      const { id, failure } = await failedFirst(
        'cfp',
        'read -r line; echo cfpok; read -r line',
        '--only=isready',
      );
      const { advice } = checks.get('cfp')!.find((check) => check.id === id)!;
      expect(failure!.advice).toBe(`The engine exited with 0 after \`isready\`. ${advice}`);
    });

    it('but a program that is no engine, over whatever protocol', async () => {
      const echoes = [...checks.keys()].map((protocol) => failedFirst(protocol, 'exec cat'));
      for (const { failure } of await Promise.all(echoes)) {
        expect(failure!.advice).toMatch(/^It repeats what it is sent and says nothing else\. Is it `cat`/);
        expect(failure!.exchange.map(({ text }) => text).join()).not.toContain('flushed');
      }
    });

    it('but a shell', async () => {
      const shell = await failedFirst('cfp', 'exec sh');
      expect(shell.failure!.advice).toMatch(/^It looks for commands by the names that it is sent/);
    });
  });

  it('costs its deadline and no more where it hangs or floods', async () => {
    for (const [flag, breaks] of [
      ['--silent', 'cfpok'],
      ['--pour', 'stop-answers'],
    ] as const) {
      const engine = cfpEngine(misbehave, flag);
      const outcome = await place.run('check', ...engine, '--json', '--only', 'stop-once', '--jobs', '2');
      const failed = (outcome.objects() as unknown as Told[]).filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ id }) => id)).toContain(breaks);
      expect(outcome.code).toBe(1);
      // The longest deadline is ten seconds, and what stands on the failed check is not run.
      for (const { seconds } of failed) expect(seconds).toBeLessThan(15);
    }
  });
});

it('ends every engine when it is interrupted', async () => {
  const { child, stdout, outcome } = place.start(['check', 'connect4', '--protocol', 'cfp', '--jobs', '3']);
  await eventually(stdout).toContain('isready-each');
  child.kill('SIGINT');
  const { code, stderr } = await outcome;
  expect([code, stderr]).toEqual([130, 'plywire: interrupted by SIGINT\n']);
});

it('has no check of another name', async () => {
  const { code, stdout, stderr } = await place.run(
    'check',
    'connect4',
    '--protocol',
    'cfp',
    '--only',
    'joho',
  );
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('has no check "joho"');
});

it('says at once that a JUnit file cannot be written', async () => {
  const { code, stdout, stderr } = await place.run('check', 'connect4', '--junit', 'nowhere/junit.xml');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/nowhere\/junit\.xml could not be written or read \(ENOENT, open\)/);
});

it.each([
  ['a file that is not there', './nobody', /^plywire: unstartable: .*does not exist/],
  ['an unknown level', 'connect4 --level never', /^plywire: option '--level <level>' argument 'never'/],
])('says of %s that there is nobody to check', async (_what, words, sentence) => {
  const { code, stdout, stderr } = await place.run('check', ...words.split(' '), '--protocol', 'cfp');
  expect([words.includes('--level') ? 2 : 3, '']).toEqual([code, stdout]);
  expect(stderr).toMatch(sentence);
});

interface JUnitSuite {
  readonly testcase: readonly {
    readonly name: string;
    readonly failure?: readonly { readonly inner: string }[];
  }[];
}
