import { ProcessWire } from '../../conformance/process-wire.ts';
import { runChecks } from '../../conformance/run.ts';
import { launchOf } from '../../library/engines.ts';
import { Refused } from '../../library/refused.ts';
import { checks } from '../../protocols/checks.ts';
import type { CheckEvent } from '../contract.ts';
import { spokenBy } from '../crew.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';

export const check = os.jobs.check.handler(({ input, context: { core }, signal }) => {
  const engine = core.engines.get(input.engine);
  const protocol = spokenBy(engine, input.protocol);
  const all = checks.get(protocol.id);
  if (!all) {
    throw new Refused(
      `There are no checks for ${protocol.name} yet.`,
      `There are some for ${[...checks.keys()].join(', ')}.`,
    );
  }
  const unknown = input.only?.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) {
    throw new Refused(
      `${protocol.name} has no check "${unknown}".`,
      'docs/conformance.md and every report have the names.',
    );
  }
  const { limits, enginesAtOnce } = core.settings.value;
  const open = () =>
    ProcessWire.open({
      ...{ launch: launchOf(engine), protocol, caretaker: core.caretaker, confinement: core.confinement },
      limits: { memoryBytes: limits.memoryMiB * 1024 ** 2, processes: limits.processes },
    });
  const jobs = Math.min(input.jobs, enginesAtOnce);
  const { level, only } = input;
  const events = runChecks(all, open, { jobs, level, only, now: () => performance.now(), signal });
  return refusing(events as AsyncGenerator<CheckEvent>);
});
