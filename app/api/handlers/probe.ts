import { ProcessWire } from '../../conformance/process-wire.ts';
import { probeEngine } from '../../conformance/probe.ts';
import { limitsIn } from '../../library/settings.ts';
import { launchOf } from '../../library/engines.ts';
import { Refused } from '../../shapes/refused.ts';
import { probes } from '../../protocols/checks.ts';
import { protocols } from '../../protocols/registry.ts';
import type { Launch } from '../../sessions/types.ts';
import type { ProbeEvent } from '../contract.ts';
import { sandboxNew, type Core } from '../core.ts';
import { readProgramWords } from '../engine-words.ts';
import { refusing } from '../refusal.ts';
import { wayToRun } from '../way-to-run.ts';
import { os } from './base.ts';

export const probe = os.engines.probe.handler(async ({ input, context: { core }, signal }) => {
  const { args, environment, sandbox, writesFolder } = input;
  const file = await core.picker.path(input.file);
  const folder = input.folder === undefined ? null : await core.picker.path(input.folder);
  const run = { args, environment, sandbox, writesFolder, bundled: false };
  const launch = { file, folder, ...run, ...(await wayToRun(file)) };
  return probing(core, launch, signal);
});

export const localProbe = os.local.probe.handler(async ({ input, context: { core }, signal }) => {
  const program = await readProgramWords(input, core.engines, core.builds, sandboxNew(core));
  const launch = program.kind === 'known' ? launchOf(program.engine) : { ...program.fields, bundled: false };
  return probing(core, launch, signal);
});

/** @throws Refused if the limit on running engines is reached */
export function probing(
  core: Core,
  launch: Launch,
  signal: AbortSignal | undefined,
): AsyncGenerator<ProbeEvent> {
  const { checking, caretaker, confinement } = core;
  const { room } = core.sessionRegistry;
  if (room.free === 0) {
    throw new Refused(
      `The number of running engines has reached the limit in the settings: ${room.most}.`,
      'End one, or raise "Engines at once" in the settings.',
    );
  }
  const open = async (protocol: string, cancelled: AbortSignal) => {
    const leave = await checking.place(cancelled);
    if (leave === null) return null;
    try {
      return await ProcessWire.open({
        ...{ launch, protocol: protocols.get(protocol)!, caretaker, confinement, onClosed: leave },
        limits: limitsIn(core.settings.value),
      });
    } catch (error) {
      leave();
      throw error;
    }
  };
  const events = probeEngine(probes, open, {
    ...{ jobs: room.free, now: () => performance.now() },
    signal: AbortSignal.any([checking.closing, ...(signal ? [signal] : [])]),
  });
  return refusing(events as AsyncGenerator<ProbeEvent>);
}
