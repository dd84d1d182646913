/** What an engine says when it is started with `--version`, where a person wants that to be known. */
import type { Caretaker } from '../sessions/caretaker.ts';
import { systemClock, type Timer } from '../sessions/clock.ts';
import { Guard, type GuardOptions } from '../sessions/confinement/guard.ts';
import { describeEnding, noRemains } from '../sessions/ending/endings.ts';
import { endStrays, marked, newMark } from '../sessions/ending/strays.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import type { Launch } from '../sessions/types.ts';
import { EngineProcess } from '../sessions/wire/process.ts';

/** Milliseconds. One that plays instead of answering waits for its input, which is closed, or for ever. */
const patience = 5000;
/** Milliseconds that a killed process has to be gone. */
const killed = 1000;
/** Bytes of each of its outputs. */
const mostOutput = 16 * 1024;

export interface VersionOptions extends GuardOptions {
  readonly caretaker?: Caretaker;
}

/**
 * Runs it in the sandbox where there is one, else as its sessions run. Never rejects.
 * @returns what it said and how it left, for a file
 */
export async function askVersion(launch: Launch, options: VersionOptions): Promise<string> {
  const sandbox = launch.sandbox || options.confinement?.sandbox.runs === true;
  const asked: Launch = { ...launch, args: ['--version'], sandbox };
  const mark = newMark(options.caretaker?.owner());
  const plan = marked(planLaunch(asked, ownHost()), mark);
  const guard = new Guard(plan, asked, options);
  const prepared = guard.prepare();
  if ('cause' in prepared)
    return `It was not started: ${describeEnding(prepared.cause, noRemains).reason}.\n`;
  const said = { stdout: '', stderr: '' };
  let exit = '';
  let refused: string | null = null;
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const engine: EngineProcess = new EngineProcess(plan, systemClock, {
    onSpawn: (pid) => {
      options.caretaker?.entered(pid);
      guard.watch(pid, () => engine.signal('SIGKILL'));
      engine.closeInput();
    },
    onRefused: (code) => {
      refused = describeEnding({ kind: 'spawn', file: plan.file, code }, noRemains).reason;
      leave();
    },
    onOutput: (stream, chunk) => {
      const room = mostOutput - said[stream].length;
      if (room > 0) said[stream] += chunk.subarray(0, room).toString('utf8');
    },
    onOutputEnd: () => {},
    onPipeError: () => {},
    onExit: (exitCode, signal) => {
      exit = signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
    },
    onGone: () => leave(),
  });
  engine.start(prepared.spawned);
  if (!(await within(gone, patience))) {
    engine.signal('SIGKILL');
    if (!(await within(gone, killed))) engine.abandon();
    exit = `it did not leave within ${patience / 1000} s and was ended`;
  }
  guard.release();
  if (engine.pid !== null) {
    if (!guard.encloses) await endStrays(mark, engine.pid);
    options.caretaker?.left(engine.pid);
  }
  if (refused !== null) return `It was not started: ${refused}.\n`;
  const lines = [
    `Started with --version${sandbox ? ', in the sandbox' : ''}: ${exit}`,
    ...(said.stdout === '' ? ['It wrote nothing to stdout.'] : ['stdout:', said.stdout.trimEnd()]),
    ...(said.stderr === '' ? [] : ['stderr:', said.stderr.trimEnd()]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether it is so in time. */
async function within(done: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: Timer | null = null;
  const late = new Promise<boolean>((resolve) => {
    timer = systemClock.setTimer(() => resolve(false), milliseconds);
  });
  const inTime = await Promise.race([done.then(() => true), late]);
  (timer as Timer | null)?.clear();
  return inTime;
}
