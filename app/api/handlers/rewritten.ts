import { openRecording } from '../../replay/recording.ts';
import { rewrittenAs } from '../../replay/rewritten.ts';
import { ownHost } from '../../sessions/launch/launch.ts';
import type { Core } from '../core.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';
import type { RecordingForm } from '../../shapes/recordings.ts';

export const rewritten = os.local.rewritten.handler(({ input, context: { core }, signal }) =>
  rewriting(core, input.file, input.as, signal),
);

/**
 * A recording in another form.
 * @param engine the id of the session's engine, if known; otherwise the recording names it
 */
export const rewriting = (
  core: Core,
  file: string,
  as: RecordingForm,
  signal?: AbortSignal,
  engine?: string,
): AsyncGenerator<string> => refusing(pieces(core, file, as, signal, engine));

async function* pieces(
  core: Core,
  file: string,
  as: RecordingForm,
  signal: AbortSignal | undefined,
  engine: string | undefined,
): AsyncGenerator<string> {
  const recording = await openRecording(file, signal);
  const id = engine ?? recording.facts['engine'];
  const known = core.engines.list().find(({ record }) => record.id === id);
  const own: Record<string, string> =
    known?.bundled && ownHost().electron ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  yield* rewrittenAs(recording, as, { variables: Object.keys(known?.record.environment ?? {}), own });
}
