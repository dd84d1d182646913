import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { runs } from '../../tests/support/processes.ts';
import { cfp } from '../protocols/cfp/index.ts';
import { gos } from '../protocols/gos/index.ts';
import { ProcessWire } from './process-wire.ts';
import { Unstartable } from './running-wire.ts';
import { long } from '../../tests/support/long.ts';

let folder: string;
let wire: ProcessWire | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-wire-'));
});
afterEach(async () => {
  await wire?.close();
  wire = null;
  rmSync(folder, { recursive: true, force: true });
});

/** A shell script as an engine. */
async function running(script: string, entered: number[] = [], protocol = cfp): Promise<ProcessWire> {
  const file = join(folder, 'engine.sh');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  wire = await open(file, entered, protocol);
  return wire;
}

const open = (file: string, entered: number[] = [], protocol = cfp): Promise<ProcessWire> =>
  ProcessWire.open({
    launch: {
      ...{ file, interpreter: null, interpreterArgs: [], args: [], folder: null },
      ...{ environment: {}, bundled: false, sandbox: false },
    },
    protocol,
    caretaker: {
      owner: () => 'test',
      entered: (pid) => entered.push(pid),
      left: (pid) => entered.splice(entered.indexOf(pid), 1),
      journalled: () => {},
    },
  });

/** An engine that floods, once it has to wait. */
async function flooding(): Promise<ProcessWire> {
  const entered: number[] = [];
  const engine = await running('exec yes info noise', entered);
  let before = -1;
  await eventually(() => {
    const written = writtenBy(entered[0]!);
    const grown = written - before;
    before = written;
    return written > 0 && grown === 0;
  }).toBe(true);
  return engine;
}

const texts = ({ exchange }: ProcessWire): string[] =>
  exchange.map(({ direction, text }) => `${direction} ${text}`);

const writtenBy = (pid: number): number =>
  Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** In milliseconds, for answers that come at once. */
const LONG = 20_000;

describe('a wire over a process', () => {
  it(
    'hears an answer that lies in the pipe behind a flood, and silence in time if none comes',
    long,
    async () => {
      // A flood on stderr, and one answer to one line.
      const engine = await running('yes "" 3>&1 1>&2 & read line; echo ok; read line; sleep 60');
      engine.send('one');
      expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'ok' });
      engine.send('two');
      const began = engine.now;
      expect(await engine.next(500)).toEqual({ kind: 'silence' });
      expect(engine.now - began).toBeGreaterThanOrEqual(500);
      expect(engine.now - began).toBeLessThan(3000);
    },
  );

  it('says of an engine that speaks only on its way out that it seems not to flush', async () => {
    const engine = await running(
      'said=""; while read line; do said="$said\\nok $line"; done; printf "$said\\n"',
    );
    engine.send('cfp');
    expect(await engine.next(200)).toEqual({ kind: 'silence' });
    await engine.close();
    expect(texts(engine).at(-1)).toMatch(
      /^note it printed nothing until .* then \d lines: .* does not flush/,
    );

    const prompt = await running('while read line; do echo "ok $line"; done; echo bye');
    prompt.send('cfp');
    await prompt.next(LONG);
    await prompt.close();
    expect(texts(prompt).at(-1)).toBe('heard ok cfp');
  });

  it('does not say of an engine that prints no line end that it printed nothing', async () => {
    const engine = await running('read line; printf ok; cat > /dev/null; printf "\\nbye\\n"');
    engine.send('cfp');
    // On a slow machine the text may come after the first silence.
    for (let look = 0; look < 50 && !texts(engine).some((text) => text.includes('so far')); look++) {
      expect(await engine.next(100)).toEqual({ kind: 'silence' });
    }
    await engine.close();
    expect(texts(engine).at(-1)).toBe('note printed so far without a line end: ok');
  });

  it('hears lines of stdout, keeps stderr in the exchange, and then the exit', async () => {
    const engine = await running(
      'read line; echo "heard $line"; printf \'windows\\r\\n\'; echo oh >&2; exit 3',
    );
    engine.send('cfp');
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'heard cfp' });
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'windows' });
    expect(await engine.next(LONG)).toEqual({ kind: 'ended', exitCode: 3, signal: null });
    expect(texts(engine)).toEqual(
      expect.arrayContaining(['sent cfp', 'heard heard cfp', 'stderr oh', 'note exit code 3']),
    );
  });

  it('gives what came unasked before the next request, and notes no silence where nothing came', async () => {
    const engine = await running('while read line; do echo "first $line"; echo "second $line"; done');
    engine.send('one');
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'first one' });
    await eventually(() => texts(engine)).toContain('heard second one');
    expect(await engine.unaskedLines(1)).toEqual(['second one']);
    expect(await engine.unaskedLines(1)).toEqual([]);
    engine.send('two');
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'first two' });
    expect(texts(engine)).not.toContain('note silence');
  });

  it('shows what was said without a line end, during a silence and at the exit', async () => {
    const engine = await running('printf readyok; read line; exit 0');
    // On a slow machine the text may come after the first silence.
    for (let look = 0; look < 50 && !texts(engine).some((text) => text.includes('so far')); look++) {
      expect(await engine.next(100)).toEqual({ kind: 'silence' });
    }
    expect(texts(engine)).toContain('note printed so far without a line end: readyok');
    engine.end();
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'readyok' });
    expect(await engine.next(LONG)).toMatchObject({ kind: 'ended', exitCode: 0 });
    expect(texts(engine)).toContain('note the last line of stdout has no line end');
  });

  it('hears a whole message without a line end, and says so', async () => {
    const move = '{"Type":0,"From":null,"To":null}';
    const engine = await running(
      `read line; printf '${move}'; read line; echo '${move}'; read line`,
      [],
      gos,
    );
    engine.send('one');
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: move });
    expect(engine.isUnended).toBe(true);
    expect(texts(engine).slice(-2)).toEqual([
      `heard ${move}`,
      'note the last line of stdout has no line end',
    ]);
    engine.send('two');
    expect(await engine.next(LONG)).toEqual({ kind: 'line', text: move });
    expect(engine.isUnended).toBe(false);
  });

  it('is closed while an engine that floods waits', async () => {
    const engine = await flooding();
    await engine.close();
    expect(engine.exchange.length).toBeLessThan(2000);
  });

  it('makes an engine that floods wait, and keeps both ends of the exchange', async () => {
    const engine = await flooding();
    for (let count = 0; count < 5000; count++) {
      expect(await engine.next(LONG)).toEqual({ kind: 'line', text: 'info noise' });
    }
    const { exchange } = engine;
    expect(exchange.length).toBeLessThan(200);
    expect(exchange.some(({ text }) => /^\d+ lines left out here$/.test(text))).toBe(true);
  });

  it('ends a process that ignores everything, and its children', async () => {
    const entered: number[] = [];
    const engine = await running("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1; done", entered);
    const heard = await engine.next(LONG);
    const child = heard.kind === 'line' ? Number(heard.text) : Number.NaN;
    const [pid] = entered;
    expect([runs(child), runs(pid!)]).toEqual([true, true]);
    await engine.close();
    await eventually(() => [runs(child), runs(pid!)]).toEqual([false, false]);
    expect(entered).toEqual([]);
  });

  it('says why nothing can be started', async () => {
    const fault = await open(folder).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Unstartable);
    expect((fault as Unstartable).message).toContain('is a folder');
    expect((fault as Unstartable).advice).not.toBe('');
  });
});
