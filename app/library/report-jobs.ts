/** The reports that have begun and are not done, so that a host that starts again can go on with them. */
import * as v from 'valibot';
import { ReportJob } from '../shapes/report.ts';
import { list } from '../shapes/base.ts';
import { Kept, type Keeping } from './files.ts';

const File = v.strictObject({ version: v.literal(1), jobs: list(ReportJob) });
type File = v.InferOutput<typeof File>;

/** The most jobs that are kept; the oldest are forgotten. */
const mostJobs = 100;

export class ReportJobs {
  readonly #kept: Kept<File>;

  private constructor(kept: Kept<File>) {
    this.#kept = kept;
  }

  /** An invalid file is put aside; `trouble` is then a sentence for the user. */
  static async open(path: string, keeping?: Keeping): Promise<{ jobs: ReportJobs; trouble: string | null }> {
    const { kept, trouble } = await Kept.open<File>(path, File, { version: 1, jobs: [] }, keeping);
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

  /** Retries to write what is not on disk. Never rejects. */
  save(): Promise<void> {
    return this.#kept.save();
  }
}
