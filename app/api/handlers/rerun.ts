import { ProcessWire } from '../../conformance/process-wire.ts';
import { Unstartable } from '../../conformance/running-wire.ts';
import { limitsIn } from '../../library/settings.ts';
import { launchOf, settingsFor } from '../../library/engines.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { runAgainst } from '../../replay/against.ts';
import { openRecording } from '../../replay/recording.ts';
import type { RerunEvent } from '../contract.ts';
import type { Core } from '../core.ts';
import { spokenBy } from '../engine-launcher.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';
import type { Pace } from '../../shapes/recordings.ts';

export const rerun = os.local.rerun.handler(({ input, context: { core }, signal }) => {
  const { file, pace } = input;
  const engine = core.engines.get(input.engine);
  const protocol = spokenBy(engine, input.protocol);
  return refusing(rerunJob(core, engine, protocol, file, pace, signal));
});

async function* rerunJob(
  core: Core,
  engine: ReturnType<Core['engines']['get']>,
  protocol: Protocol,
  file: string,
  pace: Pace,
  signal?: AbortSignal,
): AsyncGenerator<RerunEvent> {
  const recording = await openRecording(file, signal);
  const options = { pace, settings: settingsFor(engine, protocol) };
  let wire: ProcessWire;
  try {
    wire = await ProcessWire.open({
      ...{ launch: launchOf(engine), protocol, caretaker: core.caretaker, confinement: core.confinement },
      limits: limitsIn(core.settings.value),
    });
  } catch (error) {
    if (!(error instanceof Unstartable)) throw error;
    return yield { kind: 'unstartable', reason: error.message, advice: error.advice };
  }
  const close = () => void wire.close();
  signal?.addEventListener('abort', close);
  try {
    for await (const event of runAgainst(recording.entries(), wire, protocol, options)) {
      if (signal?.aborted) return;
      yield event;
    }
  } finally {
    signal?.removeEventListener('abort', close);
    await wire.close();
  }
}
