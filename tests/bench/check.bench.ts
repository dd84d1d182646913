/** How long a conformance check of a bundled engine takes: its author should know within a minute. */
import { resolve } from 'node:path';
import { ProcessWire } from '../../app/conformance/process-wire.ts';
import { runChecks } from '../../app/conformance/run.ts';
import { findBundledEngines } from '../../app/library/bundled.ts';
import { checks } from '../../app/protocols/checks.ts';
import { protocols } from '../../app/protocols/registry.ts';
import type { BenchRow } from './harness.ts';

/** Parallel processes, as the command uses on a machine of four cores. */
const jobs = 2;

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const engine of await findBundledEngines(resolve('dist/engines'))) {
    for (const id of engine.protocols) {
      const all = checks.get(id);
      if (!all) continue;
      const protocol = protocols.get(id)!;
      const launch = {
        file: engine.file,
        interpreter: null,
        interpreterArgs: [],
        args: [],
        folder: null,
        environment: {},
        bundled: true,
        sandbox: false,
      };
      const open = () => ProcessWire.open({ launch, protocol });
      let ours = 0;
      for await (const event of runChecks(all, open, {
        jobs,
        level: 'beyond',
        now: () => performance.now(),
      })) {
        if (event.kind === 'summary') ours = event.seconds;
      }
      const work = `check: ${engine.id} over ${id}, ${all.length} checks, ${jobs} at a time`;
      rows.push({ work, unit: 's', ours, reference: null, target: { of: 'ours', atMost: 60 } });
    }
  }
  return rows;
}
