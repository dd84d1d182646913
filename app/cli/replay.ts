/** `plywire replay`: shows how Plywire understands a recorded session, line by line. */
import { resolve } from 'node:path';
import type { LocalClient } from '../api/transports/in-process.ts';
import { fullStop } from '../games/sentences.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { NoProtocol, replay as replayed, spokenIn, type Guess } from '../replay/replay.ts';
import { holds } from '../replay/against.ts';
import { openRecording, type Recording } from '../replay/recording.ts';
import { eventLines, againstLines } from '../replay/words.ts';
import { Exit, exitCodes, unreadable, type CommandContext } from './exit.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';
import type { NamedJournal } from './match-game.ts';
import { sessionFile, sessionNamed } from './sessions.ts';
import { drained } from './stdout.ts';
import type { Pace, RecordingForm, Requirement } from '../shapes/recordings.ts';
import { engineWords, type EngineFlags } from './flags.ts';

/** The most lines to name below the summary. */
const mostLines = 20;

/** @param settings of the protocol, by id */
export const replay = (
  output: Output,
  file: string,
  protocol: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> =>
  interruptibly(async (signal) => {
    const { recording, guess, place } = await recordingIn(file, protocol, signal);
    if (place !== null) output.remark(place);
    requireSettings(guess.protocol, settings);
    const illegal: number[] = [];
    for await (const events of replayed(recording, guess, { settings })) {
      for (const event of events) {
        if (event.kind === 'heard' && event.fault !== undefined && illegal.length < mostLines) {
          illegal.push(event.line);
        }
      }
      if (output.json) output.objects(events);
      else output.lines(events.flatMap(eventLines));
      if (signal.aborted) return;
      await drained(signal);
    }
    // Most lost games are due to illegal moves, which are neither oddities nor endings of the session.
    if (illegal.length > 0) output.line(`illegal moves: line ${illegal.join(', ')}`);
  });

/**
 * Writes a recording in another form to stdout.
 * @throws Exit if it is not a recording
 */
export async function rewrite(
  { client, output, signal }: CommandContext<LocalClient>,
  fileOrSession: string,
  as: RecordingForm,
): Promise<void> {
  const file = resolve(await sessionFile(fileOrSession));
  await readable(fileOrSession, () => openRecording(file, signal));
  for await (const piece of await client.local.rewritten({ file, as }, { signal })) {
    output.piece(piece);
    if (signal.aborted) return;
    await drained(signal);
  }
}

/** @throws Exit if the protocol has no such setting or value */
function requireSettings(protocol: Protocol, settings: Readonly<Record<string, string>>): void {
  for (const [id, value] of Object.entries(settings)) {
    const known = protocol.settings.find((setting) => setting.id === id);
    const each = known?.values.map((one) => one.value) ?? protocol.settings.map((setting) => setting.id);
    if (known !== undefined && each.includes(value)) continue;
    const choices = each.length > 0 ? `: choose ${each.join(', ')}` : '';
    const what =
      known === undefined ? `${protocol.name} has no setting "${id}"` : `${id} cannot be "${value}"`;
    throw new Exit(exitCodes.usage, `${what}${choices}.`);
  }
}

/** @throws Exit if the file is not a recording or its protocol cannot be determined */
async function recordingIn(
  file: string,
  protocol: string,
  signal: AbortSignal,
): Promise<NamedJournal & { readonly recording: Recording; readonly guess: Guess }> {
  const { path: named, place } = await sessionNamed(file);
  const path = resolve(named);
  return readable(file, async () => {
    const recording = await openRecording(path, signal);
    return { path, place, recording, guess: await spokenIn(recording, protocol) };
  });
}

/** The result of `read`; errors become messages. @param file as given by the user @throws Exit */
async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoProtocol) {
      throw new Exit(exitCodes.usage, `${file}: ${error.message}. Name the protocol with --protocol.`);
    }
    if (error instanceof RangeError) {
      throw new Exit(exitCodes.usage, fullStop(error.message));
    }
    throw unreadable(file, error);
  }
}

export interface AgainstFlags extends EngineFlags {
  readonly pace: Pace;
  readonly require: Requirement;
}

/**
 * `plywire replay --against`: sends the lines of a recording to a live engine and compares the answers.
 * @throws Exit with 1 if the engine does not keep to what is required, 3 if it cannot be started
 */
export async function against(
  { client, output, signal }: CommandContext<LocalClient>,
  file: string,
  text: string,
  flags: AgainstFlags,
): Promise<void> {
  // An engine that does not exist is told as by every command: with a protocol, its name would be that of a program.
  await client.local.protocol(engineWords(text, flags));
  const { guess, path } = await recordingIn(file, flags.protocol ?? 'auto', signal);
  const words = engineWords(text, { ...flags, protocol: guess.protocol.id });
  const { engine, name, protocol } = await client.local.engine(words);
  output.line(`${name} over ${protocol}: ${guess.how}`);
  const asked = { engine, protocol, file: path, pace: flags.pace };
  for await (const event of await client.local.rerun(asked, { signal })) {
    if (event.kind === 'unstartable') {
      throw new Exit(exitCodes.unstartable, `unstartable: ${event.reason}. ${event.advice}`);
    }
    if (output.json) output.object(event);
    else output.lines(againstLines(event));
    if (event.kind === 'summary' && !holds(event, flags.require)) throw new Exit(exitCodes.failed, '');
  }
}
