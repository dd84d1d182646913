/** How long it takes to detect an engine's protocol: at most eight seconds for a silent program. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { probeEngine } from '../../app/conformance/probe.ts';
import { ProcessWire } from '../../app/conformance/process-wire.ts';
import { findBundledEngines } from '../../app/library/bundled.ts';
import { probes } from '../../app/protocols/checks.ts';
import { protocols } from '../../app/protocols/registry.ts';
import type { BenchRow } from './harness.ts';

/** In seconds, from the first start to the last end. */
async function secondsOf(file: string, bundled: boolean): Promise<{ seconds: number; speaks: string }> {
  const launch = {
    file,
    interpreter: null,
    interpreterArgs: [],
    args: [],
    folder: null,
    environment: {},
    bundled,
    sandbox: false,
  };
  const open = (protocol: string) => ProcessWire.open({ launch, protocol: protocols.get(protocol)! });
  const began = performance.now();
  let speaks = 'unstartable';
  for await (const event of probeEngine(probes, open, { jobs: 16, now: () => performance.now() })) {
    if (event.kind === 'summary') speaks = event.speaks.join(' and ') || 'nothing';
  }
  return { seconds: (performance.now() - began) / 1000, speaks };
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const measure = async (name: string, file: string, bundled: boolean): Promise<void> => {
    const { seconds, speaks } = await secondsOf(file, bundled);
    const work = `probe: ${name} speaks ${speaks}`;
    rows.push({ work, unit: 's', ours: seconds, reference: null, target: { of: 'ours', atMost: 8 } });
  };
  for (const { id, file } of await findBundledEngines(resolve('dist/engines'))) await measure(id, file, true);
  const folder = mkdtempSync(join(tmpdir(), 'plywire-probe-'));
  try {
    const silent = join(folder, 'silent.sh');
    writeFileSync(silent, '#!/bin/sh\nexec sleep 1000\n');
    chmodSync(silent, 0o755);
    await measure('a silent program', silent, false);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}
