/**
 * The reports that have begun and are not done, so that a host that starts again can go on with them, and the questions
 * of reports whose answers do not show by themselves how far they looked.
 */
import * as v from 'valibot';
import { ReportJob } from '../shapes/report.ts';
import { Id, list } from '../shapes/base.ts';
import { Kept, type Keeping } from './files.ts';

const File = v.strictObject({
  version: v.literal(1),
  jobs: list(ReportJob),
  /** Hashes of questions, the newest last. */
  asked: list(Id),
});
type File = v.InferOutput<typeof File>;

/** The most jobs and questions that are kept; the oldest are forgotten. */
const mostJobs = 100;
const mostAsked = 20_000;

export class ReportJobs {
  readonly #kept: Kept<File>;
  /** Those of the file, for quick look-ups. */
  #asked: { readonly of: File['asked']; readonly all: Set<string> } | null = null;

  private constructor(kept: Kept<File>) {
    this.#kept = kept;
  }

  /** An invalid file is put aside; `trouble` is then a sentence for the user. */
  static async open(path: string, keeping?: Keeping): Promise<{ jobs: ReportJobs; trouble: string | null }> {
    const { kept, trouble } = await Kept.open<File>(path, File, { version: 1, jobs: [], asked: [] }, keeping);
    return { jobs: new ReportJobs(kept), trouble };
  }

  /** The newest last. */
  get list(): readonly ReportJob[] {
    return this.#kept.value.jobs;
  }

  /** Resolves when it is on disk. @throws the file system's own errors; the job is kept in memory all the same */
  begin(job: ReportJob): Promise<void> {
    return this.#kept.change((file) => ({
      ...file,
      jobs: [...file.jobs.filter(({ id }) => id !== job.id), job].slice(-mostJobs),
    }));
  }

  /** The job is done, or given up. */
  async end(id: string): Promise<void> {
    if (this.list.some((job) => job.id === id)) {
      await this.#kept.change((file) => ({ ...file, jobs: file.jobs.filter((job) => job.id !== id) }));
    }
  }

  wasAsked(question: string): boolean {
    const { asked } = this.#kept.value;
    if (this.#asked?.of !== asked) this.#asked = { of: asked, all: new Set(asked) };
    return this.#asked.all.has(question);
  }

  keepAsked(question: string): void {
    if (this.wasAsked(question)) return;
    // A question that cannot be kept is asked again.
    void this.#kept
      .change((file) => ({ ...file, asked: [...file.asked, question].slice(-mostAsked) }))
      .catch(() => undefined);
  }

  /** Retries to write what is not on disk. Never rejects. */
  save(): Promise<void> {
    return this.#kept.save();
  }
}
