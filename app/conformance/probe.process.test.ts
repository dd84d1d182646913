import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { runs } from '../../tests/support/processes.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { probes } from '../protocols/probes.ts';
import { protocols } from '../protocols/registry.ts';
import type { Caretaker } from '../sessions/caretaker.ts';
import type { Launch } from '../sessions/types.ts';
import { probeEngine, type ProbeEvent, type ProbeOptions, type ProbeResult } from './probe.ts';
import { ProcessWire } from './process-wire.ts';

// Nothing but silence takes long, and machines are slow.
vi.setConfig({ testTimeout: 120_000 });

const inTests = (path: string): string => fileURLToPath(new URL(`../../tests/${path}`, import.meta.url));

const programOf = (file: string, ...args: string[]): Launch => ({
  ...{ file, interpreter: null, interpreterArgs: [], args, folder: null, environment: {} },
  ...{ bundled: false, sandbox: false },
});
const fixture = (name: string, ...args: string[]): Launch => ({
  ...programOf(inTests(`engines/${name}.mjs`), ...args),
  interpreter: process.execPath,
});

interface Found {
  readonly events: readonly ProbeEvent[];
  readonly speaks: readonly string[];
  readonly seconds: number;
  result(protocol: string): ProbeResult;
}

/** A folder of its own, and what runs. */
class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-probe-'));
  /** Pids. */
  readonly running: number[] = [];
  /** How many ran at the same time at most. */
  most = 0;

  constructor(onFinished: (work: () => void) => void) {
    onFinished(() => {
      rmSync(this.folder, { recursive: true, force: true });
      expect(this.running).toEqual([]);
    });
  }

  script(text: string): Launch {
    const file = join(this.folder, 'program.sh');
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return programOf(file);
  }

  probe(launch: Launch, options: Partial<ProbeOptions> = {}): AsyncGenerator<ProbeEvent> {
    const caretaker: Caretaker = {
      owner: () => 'test',
      entered: (pid) => {
        this.running.push(pid);
        this.most = Math.max(this.most, this.running.length);
      },
      left: (pid) => void this.running.splice(this.running.indexOf(pid), 1),
      journalled: () => {},
    };
    const open = (protocol: string) =>
      ProcessWire.open({ launch, protocol: protocols.get(protocol)!, caretaker });
    return probeEngine(probes, open, { jobs: 16, now: () => performance.now(), ...options });
  }

  async find(launch: Launch, options: Partial<ProbeOptions> = {}): Promise<Found> {
    const events: ProbeEvent[] = [];
    for await (const event of this.probe(launch, options)) events.push(event);
    const summary = events.at(-1)!;
    if (summary.kind !== 'summary') throw new Error(`the last event is ${summary.kind}`);
    const results = events.flatMap((event) => (event.kind === 'tried' ? [event.result] : []));
    return { events, ...summary, result: (id) => results.find(({ protocol }) => protocol === id)! };
  }
}

describe('what a program speaks is found out by its behaviour', () => {
  it.each([
    ['connect4', ['cfsi', 'cfp']],
    ['morris', ['nmm']],
    ['quoridor', ['qtp']],
    ['stones', ['gos']],
  ])('of the bundled %s', async (id, expected) => {
    const trial = new Trial(onTestFinished);
    const bundled = await findBundledEngines(fileURLToPath(new URL('../../dist/engines', import.meta.url)));
    const { file } = bundled.find((engine) => engine.id === id)!;
    const found = await trial.find({ ...programOf(file), bundled: true });
    expect(found.speaks).toEqual(expected);
    for (const protocol of expected)
      expect(found.result(protocol)).toMatchObject({ speaks: true, sure: true });
    // Each is told once, and all are.
    expect(found.events[0]).toEqual({ kind: 'begins', protocols: [...probes.keys()] });
    const told = found.events.flatMap((event) => (event.kind === 'tried' ? [event.result.protocol] : []));
    expect(told.sort()).toEqual([...probes.keys()].sort());
  });

  it.each([
    [
      'a bot that reads enums as strings and dies of numbers',
      'gos',
      ['--reads', 'string'],
      'with enums as strings',
    ],
    ['one that reads numbers alone', 'gos', ['--reads', 'number'], 'with enums as numbers'],
    [
      'one that looks at no board, and lays its JSON out',
      'gos',
      ['--follows', '--pretty'],
      'and with enums as numbers',
    ],
    ['one that talks beside its moves', 'gos', ['--debug', '--beside', '--bom', '--crlf'], 'legal attack'],
    ['moves by names', 'nmm', ['--moves', 'name'], '`bestmove Pa7`'],
    ['a search that ends at `stop` alone', 'nmm', ['--until-stop'], '`bestmove'],
    [
      'talk between the moves, and a deaf `stop`',
      'nmm',
      ['--talk', '--ignore-stop', '--think', '600'],
      '`bestmove',
    ],
    ['a list by tabs and with a slip', 'qtp', ['--tabs'], 'lists walls'],
    ['a list behind a blank line', 'qtp', ['--late-list'], 'lists walls'],
    ['no ends of answers', 'qtp', ['--single-newline', '--no-name', '--no-known'], 'lists walls'],
    ['doubled answers', 'qtp', ['--twice', 'all'], 'lists walls'],
    ['garbage before the first word', 'misbehave', ['--garbage'], '`cfpok`'],
    ['doubled bestmoves', 'misbehave', ['--twice'], '`cfpok`'],
    ['another protocol by a flag', 'misbehave', ['--cfsi'], '`started`'],
  ])('of one with %s', async (_what, name, args, how) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture(name, ...args));
    const [only, ...others] = found.speaks;
    expect(others).toEqual([]);
    expect(only).toBe(name === 'misbehave' ? (args.includes('--cfsi') ? 'cfsi' : 'cfp') : name);
    expect(found.result(only!).how).toContain(how);
  });

  it('of a Quoridor engine without a list, by a step that it refuses', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(
      trial.script(`while read -r command color vertex; do case "$command $vertex" in
        "list_commands "*) echo '? unknown command' ;; "playmove A1") echo '? illegal move' ;; *) echo '=' ;;
      esac; echo; done`),
    );
    expect(found.speaks).toEqual(['qtp']);
    expect(found.result('qtp').how).toContain('refused one that is illegal');
  });

  it('of an engine that dies of the first word that it does not know', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('mutant', 'engine/quoridor', 'exit/^(cfp|start|init|\\{)/'));
    expect(found.speaks).toEqual(['qtp']);
    expect(found.result('cfp').how).toBe('expected `cfpok` after `cfp`: the engine exited with 7');
  });

  it('is likely where it knows the words and not the game', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('mutant', 's/^bestmove .*//'));
    expect(found.speaks.toSorted()).toEqual(['cfp', 'cfsi']);
    expect([found.result('cfp').sure, found.result('cfsi').sure]).toEqual([false, false]);
  });

  it('has the surer one first', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('mutant', 's/^bestmove .* --score.*//'));
    expect(found.speaks).toEqual(['cfp', 'cfsi']);
  });
});

const transcripts = readdirSync(inTests('transcripts')).map((name) => inTests(`transcripts/${name}`));
/** Everything that the engines of these recordings said. */
const recorded = transcripts
  .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  .flatMap((line) => /^ *\d+\.\d+ <-- ?(.*)$/.exec(line)?.[1] ?? [])
  .concat('id name x', 'id author y', 'cfpok', 'readyok', 'started', 'pong', 'bestmove 5', 'ready')
  .join('\n');

const everyAnswer = `printf '%s\\n' cfpok readyok started pong ready 'bestmove 5' 'bestmove P4' '= walls' playwall \\
  playmove genmove '' '{"Type":1,"From":{"X":2,"Y":2},"To":{"X":2,"Y":3}}'`;

describe.concurrent('what speaks none is not taken for an engine', () => {
  it.for<[what: string, text: string]>([
    ['echoes its input', 'exec cat'],
    ['echoes it with a prompt', 'while read -r line; do echo "> $line"; done'],
    ['takes everything for a success', 'while read -r line; do echo "= $line"; echo; done'],
    ['takes everything for a success without a word', 'while read -r line; do echo "="; echo; done'],
    ['refuses everything', 'while read -r line; do echo "? unknown command"; echo; done'],
    ['complains of everything', 'while read -r line; do echo "error: $line: unknown command" >&2; done'],
    ['answers everything by a move', 'while read -r line; do echo "bestmove 5"; done'],
    ['says ok to everything', 'while read -r line; do echo ok; done'],
    ['says every answer again and again', `while :; do ${everyAnswer}; sleep 0.05; done`],
    ['does so once it has slept', `sleep 1; while :; do ${everyAnswer}; ${everyAnswer}; sleep 0.05; done`],
    [
      'has a manual',
      'echo "commands: cfp -> cfpok, isready -> readyok; start -> started, ping -> pong"; exec cat',
    ],
    [
      'speaks another game of the family',
      'while read -r c a; do case $c in name) echo "= GNU Go";; list_commands) printf "= boardsize\\nclear_board\\ngenmove\\nplay\\n";; boardsize|clear_board) echo "=";; *) echo "? unknown command";; esac; echo; done',
    ],
    [
      'speaks UCI',
      'while read -r c a; do case $c in uci) echo uciok;; isready) echo readyok;; go) echo "bestmove e2e4";; esac; done',
    ],
    [
      'is ready and moves nowhere',
      'echo ready; while read -r c a; do case $c in go) echo "bestmove P99";; stop) echo "bestmove none";; esac; done',
    ],
    [
      'answers in JSON of its own',
      'while read -r line; do echo "{\\"Type\\":1,\\"From\\":{\\"X\\":4,\\"Y\\":4},\\"To\\":{\\"X\\":0,\\"Y\\":0}}"; done',
    ],
  ])('though it %s', async ([, text], { onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script(text));
    expect(found.speaks).toEqual([]);
  });

  it('though it prints what real engines said, and stays', async ({ onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    writeFileSync(join(trial.folder, 'said.txt'), `${recorded}\n`);
    const found = await trial.find(
      trial.script(`cat ${join(trial.folder, 'said.txt')}; exec cat > /dev/null`),
    );
    expect(found.speaks).toEqual([]);
  });

  it.for<[what: string, text: string]>([
    ['floods', 'exec yes ready'],
    ['floods with answers', 'exec yes "cfpok\nreadyok\nstarted\npong\nbestmove 5\n= walls\n"'],
    ['never ends its line', 'exec cat /dev/zero'],
    ['leaves at once', 'exit 3'],
    ['leaves with words', 'echo "usage: engine FILE" >&2; exit 2'],
    ['leaves at the first word', 'read -r line; exit 1'],
  ])('and costs no more than others where it %s', async ([, text], { onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script(text));
    expect(found.speaks).toEqual([]);
    expect(found.seconds).toBeLessThan(60);
  });

  it('and is heard out for seven seconds where it is silent', async ({ onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const began = performance.now();
    const found = await trial.find(trial.script('exec sleep 1000'));
    expect(found.speaks).toEqual([]);
    expect(found.result('cfp')).toMatchObject({ heard: null, how: 'expected `cfpok` after `cfp`: silence' });
    expect(found.seconds).toBeGreaterThanOrEqual(6.9);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('and what it said on stderr is told where it said nothing else', async ({ onTestFinished, expect }) => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script('echo "cannot open book.bin" >&2; exit 1'));
    expect(found.result('nmm')).toMatchObject({
      heard: 'cannot open book.bin',
      how: 'expected `ready` when it has started: the engine exited with 1',
    });
  });
});

describe('processes', () => {
  it('are no more at a time than are allowed, and share the time', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(trial.script('exec sleep 1000'), { jobs: 2 });
    expect(trial.most).toBe(2);
    expect(found.seconds).toBeLessThan(60);
    expect(found.events.filter(({ kind }) => kind === 'trying')).toHaveLength(probes.size);
  });

  it('are one after the other where one is allowed, and a quick engine is known all the same', async () => {
    const trial = new Trial(onTestFinished);
    const found = await trial.find(fixture('qtp'), { jobs: 1 });
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

  it('are ended where nobody listens any more', async () => {
    const trial = new Trial(onTestFinished);
    for await (const { kind } of trial.probe(fixture('qtp'))) if (kind === 'tried') break;
    expect(trial.running).toEqual([]);
  });

  it('cannot be where there is no program', async () => {
    const trial = new Trial(onTestFinished);
    const events: ProbeEvent[] = [];
    for await (const event of trial.probe(programOf(join(trial.folder, 'nobody')))) events.push(event);
    expect(events.at(-1)).toMatchObject({
      kind: 'unstartable',
      reason: expect.stringContaining('nobody') as string,
    });
  });
});
