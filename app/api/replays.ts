/** The recordings that clients have open. Each has a temporary index file in the home until its client leaves. */
import { randomBytes } from 'node:crypto';
import { stat, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { settingsFor, type EngineRegistry } from '../library/engines.ts';
import { Refused } from '../shapes/refused.ts';
import type { ReplayFolder } from '../library/replay-folder.ts';
import { NoProtocol, spokenIn, type Guess } from '../replay/replay.ts';
import { OpenReplay } from '../replay/opened.ts';
import { BadRecording, openRecording, type Recording } from '../replay/recording.ts';
import { ReplayIndex } from '../replay/replay-index.ts';
import { BadJournal } from '../sessions/journal/reader.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { ReplayUpdate, ReplaySource } from './contract.ts';
import { journalNow } from './kept-journals.ts';
import type { Picker } from './picker.ts';
import { progressInterval } from './progress.ts';

/** Maximum number of open recordings: one user has few windows, and the files may be large. */
const mostOpen = 8;

export interface ReplayRequest {
  readonly source: ReplaySource;
  readonly protocol: string;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** A recording's file. */
interface Found {
  readonly path: string;
  readonly name: string;
  /** Whether it is a temporary copy, to be deleted when the recording is closed. */
  readonly isCopy: boolean;
}

/** An open recording. */
interface Opened {
  readonly id: string;
  readonly replay: OpenReplay;
  readonly name: string;
  readonly bytes: number;
  /** Resolves when the recording is fully read: with null, or with the reason why it could not be read further. */
  readonly run: Promise<string | null>;
  /** Closes it; later calls have no effect. Resolves when its temporary files are deleted. */
  close(): Promise<void>;
}

export class Replays {
  readonly #replayFolder: ReplayFolder;
  readonly #journals: string;
  readonly #sessionRegistry: SessionRegistry;
  readonly #picker: Picker;
  readonly #engines: EngineRegistry;
  readonly #open = new Map<string, Opened>();
  /** The number of recordings that are open or being opened. */
  #taken = 0;
  readonly #closing = new AbortController();
  readonly #opening = new Set<Promise<Opened>>();

  constructor(
    replayFolder: ReplayFolder,
    journals: string,
    sessionRegistry: SessionRegistry,
    picker: Picker,
    engines: EngineRegistry,
  ) {
    this.#replayFolder = replayFolder;
    this.#journals = journals;
    this.#sessionRegistry = sessionRegistry;
    this.#picker = picker;
    this.#engines = engines;
  }

  /** @throws Refused if it is no longer open */
  get(id: string): OpenReplay {
    const opened = this.#open.get(id);
    if (opened) return opened.replay;
    throw new Refused('That recording is no longer open.', 'Open it again.');
  }

  /** Closes all recordings. Resolves when their temporary files are deleted. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#opening);
    await Promise.all([...this.#open.values()].map((opened) => opened.close()));
  }

  /** Opens a recording until the caller leaves the stream. @throws Refused if it is not a recording */
  async open(request: ReplayRequest, signal?: AbortSignal): Promise<AsyncGenerator<ReplayUpdate>> {
    if (this.#taken >= mostOpen) {
      throw new Refused(`${mostOpen} recordings are open already.`, 'Close one of them first.');
    }
    const end = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const opening = this.#begin(request, end);
    this.#opening.add(opening);
    const opened = await opening.finally(() => this.#opening.delete(opening));
    // Needed if the client leaves before it reads the stream: then the stream's own cleanup never runs.
    const close = (): void => void opened.close();
    end.addEventListener('abort', close);
    if (end.aborted) close();
    return updatesOf(opened, end);
  }

  async #begin({ source, protocol, settings }: ReplayRequest, end: AbortSignal): Promise<Opened> {
    this.#taken++;
    let found: Found | null = null;
    const release = async (): Promise<void> => {
      if (found?.isCopy) await unlink(found.path).catch(() => undefined);
      await this.#replayFolder.tidy();
      this.#taken--;
    };
    try {
      found = await this.#find(source);
      const { path, name } = found;
      const { recording, guess: guessed } = await understood(found, protocol, end);
      const own = settings === undefined ? this.#settingsOf(recording, guessed) : null;
      const chosen = settings ?? own;
      const how = own === null ? guessed.how : `${guessed.how}, with the settings of its engine`;
      const guess = { ...guessed, how };
      const index = new ReplayIndex(await this.#replayFolder.create('index'));
      const replay = new OpenReplay(recording, guess, index, chosen === null ? {} : { settings: chosen });
      const leave = new AbortController();
      const run = replay.run(leave.signal).then(
        () => null,
        (error: Error) => `It could not be read further: ${error.message.replaceAll(path, name)}.`,
      );
      const id = `r-${randomBytes(9).toString('hex')}`;
      let closed: Promise<void> | null = null;
      const close = async (): Promise<void> => {
        leave.abort();
        this.#open.delete(id);
        await run;
        await replay.close();
        await release();
      };
      const { title } = recording.facts;
      const opened: Opened = {
        ...{ id, replay, run, bytes: (await stat(path)).size },
        name: typeof title === 'string' ? title : name,
        close: () => (closed ??= close()),
      };
      this.#open.set(id, opened);
      return opened;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The current settings of the recorded engine. Null if it is not registered, or if its protocol has no settings. */
  #settingsOf({ facts }: Recording, { protocol }: Guess): Readonly<Record<string, string>> | null {
    if (protocol.settings.length === 0) return null;
    const engine = this.#engines.list().find(({ record }) => record.id === facts['engine']);
    return engine?.protocols.includes(protocol.id) === true ? settingsFor(engine, protocol) : null;
  }

  async #find(source: ReplaySource): Promise<Found> {
    switch (source.kind) {
      case 'journal': {
        const path = await journalNow(this.#sessionRegistry, this.#journals, source.journal);
        return { path, name: basename(path), isCopy: false };
      }
      case 'file': {
        const path = await this.#picker.path(source.file);
        return { path, name: basename(path), isCopy: false };
      }
      case 'text':
      case 'zip': {
        const bytes = source.kind === 'text' ? source.text : Buffer.from(source.bytes, 'base64');
        const { path, file } = await this.#replayFolder.create(source.kind === 'text' ? 'txt' : 'zip');
        try {
          await file.writeFile(bytes);
        } catch (error) {
          await unlink(path).catch(() => undefined);
          throw error;
        } finally {
          await file.close();
        }
        return { path, name: source.name, isCopy: true };
      }
    }
  }
}

/** Closes the recording when the stream ends. */
async function* updatesOf(opened: Opened, end: AbortSignal): AsyncGenerator<ReplayUpdate> {
  const { replay, run, bytes } = opened;
  const { recording, guess } = replay;
  const { startedAt } = recording.facts;
  const wakeup = new Wakeup();
  let isRead = false;
  void run.then(() => {
    isRead = true;
    wakeup.wake();
  });
  try {
    yield {
      ...{ kind: 'opened', replay: opened.id, name: opened.name, form: recording.form },
      ...{ protocol: guess.protocol.id, how: guess.how, game: guess.protocol.games[0]! },
      startedAt: typeof startedAt === 'string' ? startedAt : null,
    };
    for (let done = false; !done && !end.aborted;) {
      await wakeup.sleep(progressInterval, end);
      done = isRead;
      const { read, counts } = replay;
      yield {
        ...{ kind: 'progress', ...counts, read: Math.min(read, bytes), bytes, done },
        ...{ notable: { ...counts.notable }, oddities: { ...counts.oddities } },
        trouble: done ? await run : null,
      };
    }
    if (!end.aborted) await wakeup.sleep(undefined, end);
  } finally {
    await opened.close();
  }
}

/** @throws Refused */
async function understood(
  { path, name }: Found,
  protocol: string,
  end: AbortSignal,
): Promise<{ readonly recording: Recording; readonly guess: Guess }> {
  try {
    const recording = await openRecording(path, end);
    return { recording, guess: await spokenIn(recording, protocol) };
  } catch (error) {
    if (error instanceof NoProtocol) {
      throw new Refused(`The file ${name}: ${error.message}.`, 'Choose its protocol.');
    }
    if (error instanceof BadRecording || error instanceof BadJournal) {
      throw new Refused(
        `${error.message.replaceAll(path, name)}.`,
        'Open a journal, a bundle, or a session saved as text.',
      );
    }
    if (error instanceof RangeError) throw new Refused(error.message);
    throw error;
  }
}
