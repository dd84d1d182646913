/**
 * `plywire check` as a process: one path through each protocol, and what only processes show. `check.long.test.ts` has
 * all checks.
 */
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { long } from '../../tests/support/long.ts';
import { checks } from '../protocols/checks.ts';
import { probeConfinement } from '../sessions/confinement/confinement.ts';
import { cfpEngine, expectBlame, expectEcho, failedFirst, mutant, resultsOf } from './testing/checking.ts';
import { freshPlace } from './testing/expecting.ts';
import type { CommandOutcome } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 90_000 });

/** The mutant runs the bundled engine, which a sandbox would hide from it. */
const spoiltBy = (...rules: string[]) => [...cfpEngine(mutant, ...rules), '--no-sandbox'];

const place = freshPlace();

/** What must be the same in two runs: everything except times. */
const timeless = ({ stdout }: CommandOutcome): string =>
  stdout.replaceAll(/"seconds":[\d.]+/g, '"seconds":0');

const { sandbox } = await probeConfinement(process.env, process.platform, '/nowhere');

it.each([
  ['cfp', 'connect4', 'stop-answers', 3],
  ['cfsi', 'connect4', 'bestmove-form', 3],
  ['gos', 'stones', 'request', 1],
  ['nmm', 'morris', 'legal-start', 4],
  ['qtp', 'quoridor', 'genmove', 5],
])('holds over %s for %s as a real process, as far as %s', async (protocol, engine, only, count) => {
  const words = ['--protocol', protocol, '--only', only, '--json', '--jobs', '4'];
  const outcome = await place().run('check', engine, ...words);
  const results = resultsOf(outcome);
  expect(results.map(({ verdict }) => verdict)).toEqual(Array(count).fill('pass'));
  expect(results.at(-1)!.id).toBe(only);
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
});

describe('an engine that breaks a rule', () => {
  it('is told of that and of nothing else, in a JUnit file too', async () => {
    const broken = { protocol: 'cfp', engine: 'connect4', rule: 's/^id author .*//' };
    const only = ['--only=id-name', '--only=id-author', '--only=quit'];
    await expectBlame(place(), { ...broken, id: 'id-author', shown: '<-- cfpok' }, ...only);
  });

  it('reads the same twice, however many run at a time, and standing checks are not run', long, async () => {
    const engine = [...spoiltBy('exit/^isready/'), '--only=stop-answers', '--only=quit'];
    const one = await place().run('check', ...engine, '--json', '--jobs', '1');
    const four = await place().run('check', ...engine, '--json', '--jobs', '4');
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
    const { stdout, code } = await place().run('check', ...spoiltBy('exit/^cfp/'), '--level', 'must');
    expect(code).toBe(1);
    expect(stdout).toContain('fail         cfpok: answers `cfp` with `cfpok`');
    expect(stdout).toContain('where:    CFP, GUI to Engine, cfp (must)');
    expect(stdout).toContain('instead:  the engine exited with code 7');
    expect(stdout).toMatch(/^ +\d+\.\d{3} --> cfp$/m);
    expect(stdout).toContain('Some required rules are broken.');
  });

  describe('is told what to do where it is not the rule that is to be mended', long, () => {
    const byHand = (...args: readonly string[]) =>
      ['run `cd ', place().folder, " && '", place().folder, "/my engine.sh'", ...args, '` by hand'].join('');

    it('but an engine that dies before its first word', async () => {
      const { id, failure } = await failedFirst(
        place(),
        'cfp',
        'read -r line; echo "cannot open book.bin" >&2; exit 3',
        '--no-sandbox',
        '--arg=--book=a b',
      );
      expect([id, failure!.advice]).toEqual([
        'cfpok',
        'The engine exited with code 3 after `cfp`; last line on stderr: `cannot open book.bin`. ' +
          `To find the cause, ${byHand(" '--book=a b'")} and type the sent lines below.`,
      ]);
    });

    it('but one that is killed later, with what the rule asks behind it', async () => {
      const { id, failure } = await failedFirst(
        place(),
        'cfp',
        'while read -r line; do case $line in cfp) echo cfpok;; isready) kill -SEGV $$;; esac; done',
        '--no-sandbox',
        '--only=isready',
      );
      const { advice } = checks.get('cfp')!.find((check) => check.id === id)!;
      expect(failure!.advice).toBe(
        `The engine was ended by SIGSEGV after \`isready\`. To find the cause, ${byHand()} ` +
          `and type the sent lines below. The rule itself: ${advice}`,
      );
    });

    it('but one that dies before anything is sent', async () => {
      const { failure } = await failedFirst(place(), 'nmm', 'exit 1', '--no-sandbox');
      expect(failure!.advice).toBe(
        `The engine exited with code 1 before it was sent anything. To find the cause, ${byHand()}.`,
      );
    });

    it.runIf(sandbox.runs)('but one that may miss what the sandbox hides', async () => {
      const { failure } = await failedFirst(place(), 'nmm', 'exit 1');
      expect(failure!.advice).toMatch(/ by hand\. The engine ran in the sandbox, .* use --no-sandbox, .*\.$/);
    });

    it('but one that leaves by itself', async () => {
      const { id, failure } = await failedFirst(
        place(),
        'cfp',
        'read -r line; echo cfpok; read -r line',
        '--only=isready',
      );
      const { advice } = checks.get('cfp')!.find((check) => check.id === id)!;
      expect(failure!.advice).toBe(`The engine exited with code 0 after \`isready\`. ${advice}`);
    });

    it('but a program that is not an engine', async () => {
      expectEcho(await failedFirst(place(), 'cfp', 'exec cat'));
    });

    it('but a shell', async () => {
      const shell = await failedFirst(place(), 'cfp', 'exec sh');
      expect(shell.failure!.advice).toMatch(/^It runs its input as commands/);
    });
  });
});

it('ends every engine when it is interrupted', async () => {
  const { child, stdout, outcome } = place().start(['check', 'connect4', '--protocol', 'cfp', '--jobs', '3']);
  await eventually(stdout).toContain('isready-each');
  child.kill('SIGINT');
  const { code, stderr } = await outcome;
  expect([code, stderr]).toEqual([130, 'plywire: interrupted by SIGINT\n']);
});

it('has no check of another name', async () => {
  const { code, stdout, stderr } = await place().run(
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

it.each([
  ['a file that is not there', './missing', /^plywire: unstartable: .*does not exist/],
  ['an unknown level', 'connect4 --level never', /^plywire: option '--level <level>' argument 'never'/],
])('says of %s that there is no engine to check', async (_what, words, sentence) => {
  const { code, stdout, stderr } = await place().run('check', ...words.split(' '), '--protocol', 'cfp');
  expect([words.includes('--level') ? 2 : 3, '']).toEqual([code, stdout]);
  expect(stderr).toMatch(sentence);
});
