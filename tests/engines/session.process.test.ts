import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchOf, makeBench, searchOf, type Bench, type RunningSession } from './support.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

async function thinking(flags: readonly string[]): Promise<RunningSession> {
  const running = bench.misbehaving(flags);
  await running.until('ready');
  running.session.request({ kind: 'search', search: searchOf(1) });
  await running.until('state', ({ state }) => state === 'thinking');
  return running;
}

describe('a good engine', () => {
  it('opens, thinks, answers and leaves at its quit line', async () => {
    const running = await thinking([]);
    const { session } = running;
    expect(session.state).toBe('thinking');
    expect(session.identity).toEqual({ name: 'Misbehave 1.0', author: 'tester' });
    expect(session.options.map(({ name }) => name)).toEqual(['Search Depth']);
    session.request({ kind: 'stop' });
    const { report } = await running.until('report', ({ final }) => final);
    expect(report.answer).toMatchObject({ kind: 'move', text: '3' });
    const ending = await session.close();
    expect(ending).toMatchObject({ word: 'quit', exitCode: 0, signal: null, rung: 'quit lines', advice: '' });
    expect(ending.lastHeard).toBe('bestmove 3');
  });

  it('hears what was asked of it before it ran', async () => {
    const running = bench.misbehaving(['--early']);
    running.session.request({ kind: 'search', search: searchOf(7) });
    expect((await running.until('report')).search).toBe(7);
  });

  it('tells of its states in order, each once', async () => {
    const running = await thinking([]);
    await running.session.close();
    const states = running.events.flatMap((event) => (event.kind === 'session' ? [event.state] : []));
    expect(states[0]).toBe('handshake');
    expect(states.slice(-3)).toEqual(['thinking', 'closing', 'ended']);
    expect(states.filter((state, index) => state === states[index + 1])).toEqual([]);
  });

  it('numbers its lines without gaps and in time', async () => {
    const running = await thinking([]);
    await running.session.close();
    const lines = running.events.flatMap((event) => (event.kind === 'line' ? [event.line] : []));
    const { seq } = lines[0]!;
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => seq + index));
    expect(lines.map((line) => line.at)).toEqual(lines.map((line) => line.at).sort((a, b) => a - b));
  });

  it('is closed twice and ends once', async () => {
    const running = await thinking([]);
    const both = await Promise.all([running.session.close(), running.session.close()]);
    expect(both[0]).toBe(both[1]);
    expect(await running.session.close()).toBe(both[0]);
    expect(running.events.filter((event) => event.kind === 'ended')).toHaveLength(1);
    expect(running.lines('sent').filter((line) => line === 'quit')).toHaveLength(1);
  });

  it('takes nothing more once it is closing', async () => {
    const running = await thinking([]);
    const closed = running.session.close();
    expect(running.session.request({ kind: 'stop' })).toBe(false);
    expect(running.session.type('isready')).toBe(false);
    await closed;
  });

  it('is closed before it has started to run', async () => {
    const running = bench.misbehaving([]);
    expect((await running.session.close()).word).toBe('quit');
  });

  it('hears what is typed, marked as such', async () => {
    const running = bench.misbehaving([]);
    await running.until('ready');
    running.session.type('isready');
    await running.until('line', ({ line }) => line.direction === 'heard' && line.text === 'readyok');
    const typed = running.events.find((event) => event.kind === 'line' && event.line.byHand);
    expect(typed).toMatchObject({ line: { direction: 'sent', text: 'isready' } });
    await running.session.flush();
    expect((await running.journalled('==>')).toString()).toBe('isready\n');
  });

  it('leaves when a person types so', async () => {
    const running = bench.misbehaving([]);
    await running.until('ready');
    running.session.type('quit');
    expect(await running.session.ended).toMatchObject({ word: 'quit', rung: 'quit lines', exitCode: 0 });
  });

  it('outlives a listener that throws', async () => {
    const running = bench.misbehaving([]);
    running.session.subscribe(() => {
      throw new Error('a view broke');
    });
    await running.until('ready');
    expect((await running.session.close()).word).toBe('quit');
    expect(running.lines('note').filter((note) => note.includes('a view broke'))).toHaveLength(1);
  });

  it('may be asked from within a listener', async () => {
    const running = bench.misbehaving(['--early']);
    running.session.subscribe((event) => {
      if (event.kind === 'ready') running.session.request({ kind: 'search', search: searchOf(3) });
    });
    expect((await running.until('report')).search).toBe(3);
  });
});

it('ends an engine that exits with 0 in silence', async () => {
  const ending = await bench.open({ ...bench.misbehaving([]).session.launch, file: '/bin/true' }).session
    .ended;
  expect(ending).toMatchObject({ word: 'handshake', exitCode: 0 });
});
it('ends what has left its group and its parents', async () => {
  const file = join(bench.folder, 'daemon');
  // It goes on once that has its own session.
  const daemon = 'x=$(setsid -f sh -c "echo up; exec sleep 60 >/dev/null 2>&1 <&-")';
  writeFileSync(file, `#!/bin/sh\n${daemon}\nread line\n`, { mode: 0o755 });
  const running = bench.open(launchOf(file));
  await running.session.ended;
  expect(running.lines('note')).toContain('ended 1 process that had left its group');
});

it('is told of a kill from outside', async () => {
  const running = await thinking([]);
  process.kill(running.session.pid!, 'SIGSEGV');
  expect(await running.session.ended).toMatchObject({ word: 'crashed', exitCode: null, signal: 'SIGSEGV' });
});

it('says that an engine has closed its input', async () => {
  const running = bench.misbehaving(['--close-input'], {
    deadlines: { handshake: 1500, ready: 500, stop: 500, move: 500 },
  });
  for (let i = 0; i < 60 && !running.lines('note').includes('stdin: EPIPE'); i++) {
    running.session.type('debug off');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(running.lines('note')).toContain('stdin: EPIPE');
  expect((await running.session.ended).word).toBe('handshake');
});

it('hears the last words, even without a line end', async () => {
  const running = bench.misbehaving(['--no-last-newline', '--grandchild']);
  await running.until('ready');
  expect((await running.session.close()).lastHeard).toBe('info goodbye');
  expect(running.lines('note')).toContain('the last line of stdout has no line end');
  expect((await running.journalled('<--')).toString().endsWith('cfpok\ninfo goodbye')).toBe(true);
});

it('ends many at the same time', async () => {
  const all = [1, 2, 3].map(() => bench.misbehaving(['--ignore-quit']));
  await Promise.all(all.map((running) => running.until('ready')));
  const endings = await Promise.all(all.map(({ session }) => session.close()));
  expect(endings.map(({ rung }) => rung)).toEqual(['stdin closed', 'stdin closed', 'stdin closed']);
});

it('leaves no listener and no descriptor behind', async () => {
  const open = () => readdirSync('/dev/fd').length;
  const before = open();
  for (let i = 0; i < 5; i++) {
    const { session } = bench.misbehaving(['--exit-early', '0']);
    await session.ended;
    expect(session.listenerCount).toBe(0);
  }
  expect(open()).toBe(before);
});
