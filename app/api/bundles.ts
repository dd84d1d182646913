/** Bundles that were previewed and can be written: the user sees the contents before anything is written. */
import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { askVersion, type BundleSource } from '../bundle/case.ts';
import { bundleName, contentsOf } from '../bundle/contents.ts';
import { versionFile, kindWords } from '../bundle/readme.ts';
import { endsBytes } from '../bundle/masked-journal.ts';
import { Masker } from '../bundle/masker.ts';
import { patternsFor, ownPersonal, type MaskKind, type Pattern } from '../bundle/patterns.ts';
import { studyJournal, type Study } from '../bundle/study.ts';
import { writeBundle } from '../bundle/write.ts';
import { limitsIn } from '../library/settings.ts';
import { journalCalled } from '../library/journals.ts';
import { Refused } from '../shapes/refused.ts';
import { bundledJournalLimit } from '../replay/bundle-file.ts';
import { BadJournal } from '../sessions/journal/reader.ts';
import type { Launch } from '../sessions/types.ts';
import { caseOf, launchFor, settingsOf, type BundledHost, type Subject } from './bundle-case.ts';
import type { BundleLook, BundlePiece } from './contract.ts';
import { journalNow } from './kept-journals.ts';
import { withProgress } from './progress.ts';
import type { BundleFile } from '../shapes/recordings.ts';

/** Maximum number of previews kept in memory; a user views one at a time. */
const mostRemembered = 8;

/** Maximum number of named journals kept in memory; a command names one at a time. */
const mostNamed = 64;

/** Minimum number of bytes of the zip per event, except the last. */
const pieceBytes = 192 * 1024;

interface Preview {
  readonly of: BundleSource;
  readonly study: Study;
  readonly patterns: readonly Pattern[];
  /** How the program is started to ask for its version; null if unknown. */
  readonly launch: Launch | null;
  readonly files: readonly BundleFile[];
  version: BundleFile | null;
}

export class Bundles {
  readonly #host: () => BundledHost;
  readonly #previews = new Map<string, Preview>();
  /** The paths of journals that a command line named, by id. */
  readonly #named = new Map<string, string>();

  constructor(host: () => BundledHost) {
    this.#host = host;
  }

  /**
   * Finds a journal by its name on a command line: a session's id, `last`, or a path.
   * @param folder the folder that a relative path starts from
   * @throws Refused if none exists
   */
  async named(text: string, folder: string): Promise<{ journal: string; path: string }> {
    const called = await journalCalled(this.#host().home.journals, text);
    if (called !== null) return called;
    const path = resolve(folder, text);
    if (!(await stat(path).catch(() => null))?.isFile()) {
      throw new Refused(
        `There is no session and no journal called ${text}.`,
        '`plywire sessions` lists all sessions. You can also use `last` or a path.',
      );
    }
    const id = `j-${randomBytes(6).toString('hex')}`;
    remember(this.#named, id, path, mostNamed);
    return { journal: id, path };
  }

  /**
   * Studies a journal; the last event has the contents.
   * @param name of the file that is to be written, as its own words call it; by default one that tells what it is
   * @throws Refused, now or while the stream is read
   */
  async look(journal: string, name?: string, signal?: AbortSignal): Promise<AsyncGenerator<BundleLook>> {
    return this.#look(await this.#subject(journal), name, signal);
  }

  async *#look(subject: Subject, called?: string, signal?: AbortSignal): AsyncGenerator<BundleLook> {
    const host = this.#host();
    const engines = host.engines.list().map(({ record }) => record.environment);
    const own = subject.entry === null ? [] : [subject.entry.spec.launch.environment];
    const patterns = patternsFor(ownPersonal(host.home.folder, [...own, ...engines]));
    let share = 0;
    const studying = studyJournal(subject.file, patterns, {
      signal,
      settings: (facts, protocol) => settingsOf(subject, facts, host.engines, protocol),
      progress: (now) => (share = now),
    });
    const study = yield* withProgress(asRefusal(studying), () => ({ kind: 'progress', share }) as const);
    const of = await caseOf(host, subject, study, signal);
    const name = called ?? bundleName(of, study);
    const files = await contentsOf(of, study, name, () => new Masker(patterns));
    const bundle = `b-${randomBytes(6).toString('hex')}`;
    const launch = launchFor(subject, study.facts, host.engines);
    remember(this.#previews, bundle, { of, study, patterns, launch, files, version: null }, mostRemembered);
    yield {
      ...{ kind: 'contents', bundle, name, title: of.title, files: [...files] },
      masked: (Object.entries(study.counts) as [MaskKind, number][]).map(([kind, places]) => ({
        ...{ what: kindWords[kind], places },
      })),
      left: study.inTalk > 0 ? study.left.map((kind) => kindWords[kind]) : [],
      ends: of.journal.bytes > endsBytes ? endsBytes : null,
      askable: launch !== null,
    };
  }

  /** @throws Refused */
  async version(bundle: string): Promise<BundleFile> {
    const preview = this.#get(bundle);
    const { launch } = preview;
    if (launch === null) throw new Refused('The program is unknown, so it was not started.');
    const text = await this.#askVersion(launch);
    const masker = new Masker(preview.patterns);
    const masked = masker.text(text);
    preview.version = {
      ...{ name: versionFile, what: 'what the program prints with --version' },
      ...{ bytes: Buffer.byteLength(masked), text: masked, whole: true, masked: masker.places },
    };
    return preview.version;
  }

  /** @throws Refused */
  async write(
    bundle: string,
    { journal, version }: { readonly journal: 'whole' | 'ends'; readonly version: boolean },
    signal?: AbortSignal,
  ): Promise<AsyncGenerator<BundlePiece>> {
    const preview = this.#get(bundle);
    const { bytes } = preview.of.journal;
    if (journal === 'whole' && bytes > bundledJournalLimit) {
      throw new Refused(
        `The journal has ${bytes} bytes; a bundle can hold ${bundledJournalLimit}.`,
        'Include only its beginning and its end.',
      );
    }
    if (version && preview.version === null) await this.version(bundle);
    return this.#write(preview, journal, version, signal);
  }

  async *#write(
    preview: Preview,
    journal: 'whole' | 'ends',
    version: boolean,
    signal?: AbortSignal,
  ): AsyncGenerator<BundlePiece> {
    const files = [...preview.files, ...(version && preview.version ? [preview.version] : [])];
    let share = 0;
    let bytes = 0;
    let parts: Buffer[] = [];
    let gathered = 0;
    const piece = (): BundlePiece => {
      const text = Buffer.concat(parts).toString('base64');
      parts = [];
      gathered = 0;
      return { kind: 'piece', bytes: text, share };
    };
    const options = { journal, at: new Date(), signal, progress: (now: number) => (share = now) };
    for await (const chunk of writeBundle(preview.of, preview.study, files, options)) {
      parts.push(chunk);
      gathered += chunk.length;
      bytes += chunk.length;
      if (gathered >= pieceBytes) yield piece();
    }
    if (gathered > 0) yield piece();
    yield { kind: 'done', bytes };
  }

  async #askVersion(launch: Launch): Promise<string> {
    const { confinement, caretaker, settings } = this.#host();
    return askVersion(launch, { confinement, caretaker, limits: limitsIn(settings.value) });
  }

  #get(bundle: string): Preview {
    const preview = this.#previews.get(bundle);
    if (preview) return preview;
    throw new Refused('That bundle has expired.', 'Create it again.');
  }

  /** @throws Refused if there is no such journal */
  async #subject(journal: string): Promise<Subject> {
    const { sessionRegistry, home } = this.#host();
    const entry = sessionRegistry.get(journal);
    const named = this.#named.get(journal);
    const path = named ?? (await journalNow(sessionRegistry, home.journals, journal));
    const { size } = await stat(path);
    const foreign =
      named !== undefined &&
      dirname(await realpath(named)) !== (await realpath(home.journals).catch(() => ''));
    return { journal, entry, file: { path, bytes: size }, foreign };
  }
}

/** Adds an entry; drops the oldest one if there are more than `most`. */
function remember<T>(all: Map<string, T>, id: string, one: T, most: number): void {
  all.set(id, one);
  const [first] = all.keys();
  if (all.size > most) all.delete(first!);
}

async function asRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BadJournal) throw new Refused(`${error.message}.`, 'Name the journal of a session.');
    throw error;
  }
}
