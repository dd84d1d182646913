import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { long } from '../../tests/support/long.ts';
import { runs } from '../../tests/support/processes.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { probes } from '../protocols/checks.ts';
import type { ProbeEvent } from '../shapes/checks.ts';
import { expectSpoken, fixture, programOf, Trial } from './testing/probing.ts';

// Four programs at a time, with six processes each. Variants are in `probe.long.test.ts`, and more programs that speak no
// protocol in `probe.test.ts`, in memory.
vi.setConfig({ testTimeout: 120_000, maxConcurrency: 4 });

/** In milliseconds, for a busy machine. A success ends the wait for the other probes. */
const patient = { allowed: 60_000 };

describe.concurrent('what a program speaks is found out by its behaviour', () => {
  it.for<[id: string, expected: string[]]>([
    ['connect4', ['cfsi', 'cfp']],
    ['morris', ['nmm']],
    ['quoridor', ['qtp']],
    ['stones', ['gos']],
  ])('of the bundled %s', long, async ([id, expected], { onTestFinished }) => {
    const trial = new Trial(onTestFinished);
    const bundled = await findBundledEngines(fileURLToPath(new URL('../../dist/engines', import.meta.url)));
    const { file } = bundled.find((engine) => engine.id === id)!;
    const found = await trial.find({ ...programOf(file), bundled: true }, patient);
    expect(found.speaks).toEqual(expected);
    for (const protocol of expected)
      expect(found.result(protocol)).toMatchObject({ speaks: true, sure: true });
    expect(found.events[0]).toEqual({ kind: 'begins', protocols: [...probes.keys()] });
    const told = found.events.flatMap((event) => (event.kind === 'tried' ? [event.result.protocol] : []));
    expect(told.sort()).toEqual([...probes.keys()].sort());
  });

  it.for([
    ['enums as strings, and a death of numbers', 'gos', ['--reads', 'string'], 'with enums as strings'],
    [
      'talk between the moves, and a deaf `stop`',
      ...['nmm', ['--talk', '--ignore-stop', '--think', '600'], '`bestmove'],
    ],
    ['another protocol by a flag', 'misbehave', ['--cfsi'], '`started`'],
  ] as [string, string, string[], string][])(
    'of one with %s',
    long,
    async ([, name, args, how], { onTestFinished }) => {
      await expectSpoken(new Trial(onTestFinished), name, args, how);
    },
  );

  it('of a Quoridor engine without a list, by a step that it refuses', long, async ({ onTestFinished }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(
      trial.script(`while read -r command color vertex; do case "$command $vertex" in
        "list_commands "*) echo '? unknown command' ;; "playmove A1") echo '? illegal move' ;; *) echo '=' ;;
      esac; echo; done`),
    );
    expect(found.speaks).toEqual(['qtp']);
    expect(found.result('qtp').how).toContain('refused one that is illegal');
  });

  it('of an engine that dies of the first word that it does not know', long, async ({ onTestFinished }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(
      fixture('mutant', 'engine/quoridor', 'exit/^(cfp|start|init|\\{)/'),
      patient,
    );
    expect(found.speaks).toEqual(['qtp']);
    expect(found.result('cfp').how).toBe(
      'expected `cfpok` after `cfp`; instead: the engine exited with code 7',
    );
  });

  it('is likely where it knows the words and not the game', long, async ({ onTestFinished }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('mutant', 's/^bestmove .*//'), patient);
    expect(found.speaks.toSorted()).toEqual(['cfp', 'cfsi']);
    expect([found.result('cfp').sure, found.result('cfsi').sure]).toEqual([false, false]);
  });

  it('has the surer one first', long, async ({ onTestFinished }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('mutant', 's/^bestmove .* --score.*//'), patient);
    expect(found.speaks).toEqual(['cfp', 'cfsi']);
  });
});

const everyAnswer = `printf '%s\\n' cfpok readyok started pong ready 'bestmove 5' 'bestmove P4' '= walls' playwall \\
  playmove genmove '' '{"Type":1,"From":{"X":2,"Y":2},"To":{"X":2,"Y":3}}'`;

describe.concurrent('what speaks none is not taken for an engine', () => {
  it.for<[what: string, text: string]>([
    ['repeats its input', 'exec cat'],
    [
      'says every answer again and again once it has slept',
      `sleep 1; while :; do ${everyAnswer}; ${everyAnswer}; sleep 0.05; done`,
    ],
  ])('though it %s', long, async ([, text], { onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script(text));
    expect(found.speaks).toEqual([]);
  });

  it.for<[what: string, text: string]>([
    ['floods with answers', 'exec yes "cfpok\nreadyok\nstarted\npong\nbestmove 5\n= walls\n"'],
    ['never ends its line', 'exec cat /dev/zero'],
    ['leaves with words', 'echo "usage: engine FILE" >&2; exit 2'],
  ])('and costs no more than others where it %s', long, async ([, text], { onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script(text), { allowed: 2_000 });
    expect(found.speaks).toEqual([]);
    expect(found.seconds).toBeLessThan(60);
  });

  it('and is heard out for ten seconds where it is silent', long, async ({ onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const began = performance.now();
    const found = await trial.find(trial.script('exec sleep 1000'));
    expect(found.speaks).toEqual([]);
    expect(found.result('cfp')).toMatchObject({
      heard: null,
      how: 'expected `cfpok` after `cfp`; instead: silence',
    });
    expect(found.seconds).toBeGreaterThanOrEqual(9.9);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it(
    'and is told to flush where it printed nothing until it was told to quit',
    long,
    async ({ onTestFinished, expect }) => {
      const trial = new Trial(onTestFinished);
      const found = await trial.find(trial.script('cat > /dev/null; echo cfpok'), { allowed: 1_000 });
      expect(found.speaks).toEqual([]);
      expect(found.events.at(-1)).toMatchObject({
        kind: 'summary',
        hint: expect.stringMatching(
          /^It printed nothing within 1 s, until it was told to quit: .* flush/,
        ) as string,
      });
    },
  );

  it('and what it said on stderr is told where it printed nothing else', async ({
    onTestFinished,
    expect,
  }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script('echo "cannot open book.bin" >&2; exit 1'));
    expect(found.result('nmm')).toMatchObject({
      heard: 'cannot open book.bin',
      how: 'expected `ready` when it has started; instead: the engine exited with code 1',
    });
  });
});

describe('processes', () => {
  it('are no more at a time than are allowed, and share the time', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script('exec sleep 1000'), { jobs: 2, allowed: 900 });
    expect(trial.most).toBe(2);
    // Three rounds of two.
    expect(found.seconds).toBeGreaterThanOrEqual(0.9);
    expect(found.events.filter(({ kind }) => kind === 'trying')).toHaveLength(probes.size);
  });

  it('run in turn where one is allowed, and a quick engine is known', long, async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('qtp'), { jobs: 1, allowed: 12_000 });
    expect([trial.most, found.speaks]).toEqual([1, ['qtp']]);
  });

  it('are ended where it is called off', async () => {
    const trial = new Trial(onTestFinished);
    const cancel = new AbortController();
    const events: string[] = [];
    const began: number[] = [];
    for await (const { kind } of trial.probe(trial.script('exec sleep 1000'), { signal: cancel.signal })) {
      events.push(kind);
      if (events.filter((each) => each === 'trying').length < probes.size) continue;
      await eventually(() => trial.running.length).toBe(6);
      began.push(...trial.running);
      cancel.abort();
    }
    expect(events).not.toContain('summary');
    expect([began.length, began.filter(runs)]).toEqual([6, []]);
  });

  it('are ended when the caller leaves the loop', long, async () => {
    const trial = new Trial(onTestFinished);
    for await (const { kind } of trial.probe(fixture('qtp'))) if (kind === 'tried') break;
    expect(trial.running).toEqual([]);
  });

  it('cannot be where there is no program', async () => {
    const trial = new Trial(onTestFinished);
    const events: ProbeEvent[] = [];
    for await (const event of trial.probe(programOf(join(trial.folder, 'missing')))) events.push(event);
    expect(events.at(-1)).toMatchObject({
      kind: 'unstartable',
      reason: expect.stringContaining('missing') as string,
    });
  });
});
