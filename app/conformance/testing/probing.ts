/** Real programs to probe, with a count of their processes. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { probes } from '../../protocols/checks.ts';
import { protocols } from '../../protocols/registry.ts';
import type { Caretaker } from '../../sessions/managed-process.ts';
import type { Launch } from '../../sessions/types.ts';
import { probeEngine, type ProbeOptions } from '../probe.ts';
import { ProcessWire } from '../process-wire.ts';
import type { ProbeEvent, ProbeResult } from '../../shapes/checks.ts';

export const inTests = (path: string): string =>
  fileURLToPath(new URL(`../../../tests/${path}`, import.meta.url));

export const programOf = (file: string, ...args: string[]): Launch => ({
  ...{ file, interpreter: null, interpreterArgs: [], args, folder: null, environment: {} },
  ...{ bundled: false, sandbox: false },
});
export const fixture = (name: string, ...args: string[]): Launch => ({
  ...programOf(inTests(`engines/${name}.mjs`), ...args),
  interpreter: process.execPath,
});

export interface Probed {
  readonly events: readonly ProbeEvent[];
  readonly speaks: readonly string[];
  readonly seconds: number;
  result(protocol: string): ProbeResult;
}

export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-probe-'));
  /** Pids. */
  readonly running: number[] = [];
  /** The most that ran at the same time. */
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

  async find(launch: Launch, options: Partial<ProbeOptions> = {}): Promise<Probed> {
    const events: ProbeEvent[] = [];
    for await (const event of this.probe(launch, options)) events.push(event);
    const summary = events.at(-1)!;
    if (summary.kind !== 'summary') throw new Error(`the last event is ${summary.kind}`);
    const results = events.flatMap((event) => (event.kind === 'tried' ? [event.result] : []));
    return { events, ...summary, result: (id) => results.find(({ protocol }) => protocol === id)! };
  }
}

/** A test engine has to be known by its one protocol, also on a busy machine. */
export async function expectSpoken(
  trial: Trial,
  name: string,
  args: readonly string[],
  how: string,
): Promise<void> {
  const found = await trial.find(fixture(name, ...args), { allowed: 60_000 });
  const expected = name === 'misbehave' ? (args.includes('--cfsi') ? 'cfsi' : 'cfp') : name;
  expect(found.speaks).toEqual([expected]);
  expect(found.result(expected).how).toContain(how);
}
