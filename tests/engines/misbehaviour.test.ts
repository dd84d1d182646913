import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAll } from '../../app/sessions/session.ts';
import { makeBench, runs, searchOf, type Bench, type Running } from './support.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

async function thinking(flags: readonly string[]): Promise<Running> {
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
    expect(session.identity).toEqual({ name: 'Misbehave 1.0', author: 'nobody' });
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

describe('a handshake that fails', () => {
  const impatient = { deadlines: { handshake: 700, ready: 500, stop: 500 } };

  it('a silent program', async () => {
    const running = bench.misbehaving(['--silent'], impatient);
    const ending = await running.session.ended;
    expect(ending.word).toBe('handshake');
    expect(ending.lastHeard).toBeNull();
    expect(ending.rung).toBe('stdin closed');
  });

  it('another protocol', async () => {
    const running = bench.misbehaving(['--wrong-protocol'], impatient);
    const ending = await running.session.ended;
    expect(ending.word).toBe('handshake');
    expect(ending.reason).toContain('? unknown command');
  });

  it('an early exit, with the last words on stderr', async () => {
    const ending = await bench.misbehaving(['--exit-early', '1']).session.ended;
    expect(ending).toMatchObject({ word: 'handshake', exitCode: 1, rung: 'by itself' });
    expect(ending.reason).toMatch(/^exited with 1 before .*; last line on stderr: `cannot find my book`$/);
    expect(ending.stderrTail).toEqual(['cannot find my book']);
  });

  it('an engine that exits with 0 in silence', async () => {
    const ending = await bench.open({ ...bench.misbehaving([]).session.launch, file: '/bin/true' }).session
      .ended;
    expect(ending).toMatchObject({ word: 'handshake', exitCode: 0 });
  });
});

describe('a search that fails', () => {
  it('a crash in mid-search', async () => {
    const { session } = await thinking(['--crash-in-search']);
    const ending = await session.ended;
    expect(ending).toMatchObject({
      word: 'crashed',
      exitCode: 3,
      lastHeard: 'info about to divide by zero',
      stderrTail: ['division by zero'],
      rung: 'by itself',
    });
    expect(ending.reason).toBe('exited with 3 without being asked; last line on stderr: `division by zero`');
  });

  it('a kill from outside', async () => {
    const running = await thinking([]);
    process.kill(running.session.pid!, 'SIGSEGV');
    expect(await running.session.ended).toMatchObject({ word: 'crashed', exitCode: null, signal: 'SIGSEGV' });
  });

  it('an illegal move is passed on for the rules to judge', async () => {
    const running = await thinking(['--illegal-move']);
    running.session.request({ kind: 'stop' });
    const { report } = await running.until('report', ({ final }) => final);
    expect(report.answer.text).toContain('9');
  });

  it('no answer to stop', async () => {
    const running = await thinking(['--no-answer-to-stop']);
    running.session.request({ kind: 'stop' });
    const ending = await running.session.ended;
    expect(ending).toMatchObject({ word: 'stalled', rung: 'quit lines', exitCode: 0 });
  });

  it('no answer to isready', async () => {
    const running = bench.misbehaving(['--never-ready']);
    running.session.request({ kind: 'search', search: searchOf(1) });
    expect((await running.session.ended).word).toBe('stalled');
  });

  it('a second answer is stale and used for nothing', async () => {
    const running = await thinking(['--twice']);
    running.session.request({ kind: 'stop' });
    await running.until('stale');
    expect(running.events.filter((event) => event.kind === 'report' && event.final)).toHaveLength(1);
    const line = running.events.findLast(
      (event) => event.kind === 'line' && event.line.direction === 'heard',
    );
    expect(line).toMatchObject({ line: { text: 'bestmove 3' } });
  });

  it('an engine that does not read its input', async () => {
    const running = bench.misbehaving(['--deaf']);
    const long = `info ${'x'.repeat(60_000)}`;
    for (let i = 0; i < 40 && running.session.type(long); i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const ending = await running.session.close();
    expect(ending.word).toBe('stalled');
    expect(ending.reason).toMatch(/does not read its input/);
    expect(ending.rung).toBe('TERM');
  });

  it('an engine that has closed its input', async () => {
    const running = bench.misbehaving(['--close-input'], {
      deadlines: { handshake: 1500, ready: 500, stop: 500 },
    });
    for (let i = 0; i < 60 && !running.lines('note').includes('stdin: EPIPE'); i++) {
      running.session.type('debug off');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(running.lines('note')).toContain('stdin: EPIPE');
    expect((await running.session.ended).word).toBe('handshake');
  });
});

describe('the shutdown ladder', () => {
  it.each([
    [['--ignore-quit'], 'stdin closed', 0, null],
    [['--ignore-quit', '--ignore-eof'], 'TERM', null, 'SIGTERM'],
    [['--ignore-quit', '--ignore-eof', '--ignore-term'], 'KILL', null, 'SIGKILL'],
  ] as const)('%j leaves by %s', async (flags, rung, exitCode, signal) => {
    const running = bench.misbehaving(flags);
    await running.until('ready');
    const began = performance.now();
    expect(await running.session.close()).toMatchObject({ word: 'quit', rung, exitCode, signal });
    expect(performance.now() - began).toBeLessThan(6000);
  });

  it.each([[[]], [['--ignore-quit', '--ignore-eof', '--ignore-term']]])(
    'takes grandchildren along (%j)',
    async (flags) => {
      const running = bench.misbehaving(['--grandchild', ...flags]);
      await running.until('ready');
      const { line } = await running.until('line', ({ line }) => line.text.startsWith('grandchild '));
      const grandchild = Number(line.text.split(' ')[1]);
      expect(runs(grandchild)).toBe(true);
      expect((await running.session.close()).word).toBe('quit');
      for (let i = 0; i < 100 && runs(grandchild); i++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(runs(grandchild)).toBe(false);
    },
  );

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
    const endings = await closeAll(all.map(({ session }) => session));
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
});
