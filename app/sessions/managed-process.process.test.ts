import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchOf } from '../../tests/engines/support.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { runs } from '../../tests/support/processes.ts';
import { probeConfinement } from './confinement/confinement.ts';
import type { LadderStep } from './ending/ladder.ts';
import { ManagedProcess, type ProcessOptions } from './managed-process.ts';
import { lineLimit } from './wire/lines.ts';

const steps: readonly LadderStep[] = [
  { rung: 'quit lines', milliseconds: 30_000 },
  { rung: 'stdin closed', milliseconds: 100 },
  { rung: 'TERM', milliseconds: 100 },
  { rung: 'KILL', milliseconds: 5000 },
];

let folder: string;
let file: string;
let all: ManagedProcess[];
let told: string[];
let left: { readonly pid: number; readonly strayRuns: boolean }[];
/** A process that has left the group of its engine, by its number; 0 if none. */
let stray: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-managed-'));
  mkdirSync(join(folder, 'engines'));
  file = join(folder, 'engines', 'engine.sh');
  [all, told, left, stray] = [[], [], [], 0];
});
afterEach(async () => {
  for (const engine of all) {
    if (!engine.hasExited) engine.leave('KILL');
    await engine.gone;
    await engine.endOrphans();
  }
  rmSync(folder, { recursive: true });
});

/** A shell script as an engine, which is started. */
function started(script: string, options: Partial<ProcessOptions> = {}): ManagedProcess {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const caretaker: ProcessOptions['caretaker'] = {
    owner: () => 'test',
    entered: () => {},
    left: (pid) => void left.push({ pid, strayRuns: stray > 0 && runs(stray) }),
    journalled: () => {},
  };
  const engine = new ManagedProcess({ launch: launchOf(file), caretaker, ...options }, steps, {
    onSpawn: () => told.push('spawned'),
    onRefused: () => told.push('refused'),
    onLine: (stream, text) => told.push(`${stream} ${text}`),
    onOutputEnd: (stream, unfinished) => told.push(`end of ${stream}${unfinished ? ', unfinished' : ''}`),
    onExit: (exitCode, signal) => told.push(`exit ${exitCode ?? signal}`),
    onGone: () => told.push('gone'),
  });
  all.push(engine);
  expect(engine.start()).toBeNull();
  return engine;
}

/** A program that answers each line with itself, within microseconds. */
const echo = 'exec cat';

describe('an engine that answers at once', () => {
  /** Turns of the event loop until more was told. */
  async function answer(before: number): Promise<void> {
    while (told.length === before) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Writes a line, and reads the answer at once or as the event loop does. @returns whether it came at once */
  async function answered(engine: ManagedProcess, line: string): Promise<boolean> {
    const before = told.length;
    engine.write(`${line}\n`);
    engine.readAtOnce();
    const isAtOnce = told.length > before;
    await answer(before);
    expect(told.slice(before)).toEqual([`stdout ${line}`]);
    return isAtOnce;
  }

  it('is read without a turn of the event loop, and each line once', async () => {
    const engine = started(echo);
    await eventually(() => told).toEqual(['spawned']);
    let atOnce = 0;
    for (let line = 0; line < 2000; line++) if (await answered(engine, `line ${line}`)) atOnce++;
    expect(atOnce).toBeGreaterThan(0);
    engine.closeInput();
    await engine.gone;
    expect(told.filter((event) => event.startsWith('stdout'))).toHaveLength(2000);
  });

  it('leaves time for everything else', async () => {
    const engine = started(echo);
    await eventually(() => told).toEqual(['spawned']);
    let turns = 0;
    const turn = (): void => {
      turns++;
      if (!engine.hasExited) setImmediate(turn);
    };
    setImmediate(turn);
    // Without a wait in between: only a turn of the event loop can follow once the time for reading at once is over.
    for (let line = 0; line < 2000; line++) {
      const before = told.length;
      engine.write(`line ${line}\n`);
      engine.readAtOnce();
      if (told.length === before) await answer(before);
    }
    expect(turns).toBeGreaterThan(2);
  });

  it('is read when the next one is asked, where several are', async () => {
    const one = started(echo);
    await eventually(() => told).toEqual(['spawned']);
    for (let line = 0; line < 200; line++) await answered(one, `${line}`);
    const other = started(`${echo} -`);
    await eventually(() => told.at(-1)).toBe('spawned');
    for (let line = 0; line < 200; line++) await answered(other, `${line}`);
    let early = 0;
    for (let line = 0; line < 500; line++) {
      told.length = 0;
      one.pause(true);
      one.write(`one ${line}\n`);
      one.readAtOnce();
      one.pause(false);
      other.write(`other ${line}\n`);
      other.readAtOnce();
      if (told[0] === `stdout one ${line}`) early++;
      while (told.length < 2) await answer(told.length);
      expect(told.toSorted()).toEqual([`stdout one ${line}`, `stdout other ${line}`]);
    }
    expect(early).toBeGreaterThan(0);
  });

  it('is not read while its output is held', async () => {
    const engine = started(echo);
    await eventually(() => told).toEqual(['spawned']);
    for (let line = 0; line < 200; line++) await answered(engine, `${line}`);
    told.length = 0;
    engine.pause(true);
    engine.write('held\n');
    engine.readAtOnce();
    expect(told).toEqual([]);
    engine.pause(false);
    await eventually(() => told).toEqual(['stdout held']);
  });
});

describe('the process of an engine', () => {
  it('is told from its start to its end, also of a last line without an end', async () => {
    const engine = started('read line; echo "heard $line"; echo oh >&2; printf half; exit 3');
    engine.write('one\n');
    await engine.gone;
    expect(told[0]).toBe('spawned');
    expect(told.at(-1)).toBe('gone');
    const stdout = told.filter((event) => event.includes('stdout'));
    expect(stdout).toEqual(['stdout heard one', 'stdout half', 'end of stdout, unfinished']);
    expect(told).toEqual(expect.arrayContaining(['stderr oh', 'end of stderr', 'exit 3']));
    expect(engine.remains).toEqual({
      ...{
        exitCode: 3,
        signal: null,
        lastHeard: 'half',
        cut: 0,
        unfinished: '',
        late: '',
        stderrTail: ['oh'],
        rung: 'by itself',
      },
    });
    expect(engine.blame(true, '')).toMatchObject({ kind: 'exited', opened: true });
  });

  it('remembers how much of its last line was not read', async () => {
    const engine = started('printf "%070000d\\n" 7');
    await engine.gone;
    expect(engine.remains.lastHeard).toHaveLength(lineLimit);
    expect(engine.remains.cut).toBe(70_000 - lineLimit);
  });

  it('remembers the line that it had begun when it was blamed', async () => {
    const engine = started('printf "bestmove 3"; read line; echo');
    await eventually(() => engine.begun('stdout')).toBe('bestmove 3');
    engine.settle();
    engine.leave('stdin closed');
    await engine.gone;
    expect(engine.remains).toMatchObject({ lastHeard: null, unfinished: 'bestmove 3' });
  });

  it('remembers what it printed only when it was to leave, where it had printed nothing', async () => {
    const ends = async (script: string) => {
      const engine = started(script);
      engine.write('one\n');
      await eventually(() => told).toContain('stderr read');
      engine.settle();
      engine.leave('stdin closed');
      await engine.gone;
      return engine.remains;
    };
    const held = 'read line; echo read >&2; read line; echo; echo started; echo pong';
    expect(await ends(held)).toMatchObject({ lastHeard: null, late: 'started' });
    told.length = 0;
    expect(await ends(`echo hello; ${held}`)).toMatchObject({ lastHeard: 'hello', late: '' });
  });

  it('is made to leave step by step where it minds none of them', async () => {
    const engine = started("trap '' TERM; echo here; while :; do sleep 1; done");
    await eventually(() => told).toContain('stdout here');
    engine.leave('stdin closed');
    await engine.gone;
    expect(engine.remains).toMatchObject({ exitCode: null, signal: 'SIGKILL', rung: 'KILL' });
  });

  it.runIf(process.platform === 'linux')(
    'stays written down until what left its group has ended, too',
    async () => {
      // One process that runs no other program after it has said its number.
      const script =
        'mkfifo never; setsid sh -c "echo \\$\\$; exec >&- 2>&-; read line < never" & read line; exit 0';
      const engine = started(script);
      await eventually(
        () => (stray = Number(told.find((event) => /^stdout \d/.test(event))?.slice(7))),
      ).toBeGreaterThan(0);
      engine.closeInput();
      await engine.gone;
      expect(runs(stray)).toBe(true);
      expect(await engine.endOrphans()).toBe(1);
      expect(left).toEqual([{ pid: engine.pid, strayRuns: false }]);
    },
  );

  it('is gone where it cannot be started', async () => {
    const engine = new ManagedProcess({ launch: launchOf(folder) }, steps, {
      onSpawn: () => {},
      onRefused: () => {},
    });
    expect(engine.start()).toMatchObject({ kind: 'launch' });
    await engine.gone;
    expect(await engine.endOrphans()).toBe(0);
  });
});

const own = await probeConfinement(process.env, process.platform, '/nowhere');
it.runIf(own.sandbox.runs)('is asked once what its sandbox hid, until it complains again', async () => {
  const secret = join(folder, 'secret');
  const engine = started(`echo "nothing found" >&2; read line; echo "cannot open ${secret}" >&2; read line`, {
    launch: launchOf(file, [], { sandbox: true }),
    confinement: own,
  });
  await eventually(() => told).toContain('stderr nothing found');
  const before = engine.confined;
  expect(before).toEqual({ hidden: null });
  expect(engine.confined).toBe(before);
  writeFileSync(secret, '');
  engine.write('\n');
  await eventually(() => told).toContain(`stderr cannot open ${secret}`);
  const after = engine.confined;
  expect(after).toEqual({ hidden: secret });
  expect(engine.confined).toBe(after);
});
