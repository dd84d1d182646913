/**
 * A host among the Plywires of its home: how it shares the home's files with them, and the troubles and notices that it
 * shows about the home.
 */
import { basename } from 'node:path';
import type { Keeping } from '../library/files.ts';
import type { Home } from '../library/home.ts';
import { exclusively } from '../library/running/exclusive.ts';
import { readHosts, Register, type Host } from '../library/running/register.ts';
import type { Caretaker } from '../sessions/managed-process.ts';
import { Trouble } from './trouble.ts';

/** Maximum number of notices that are shown: they are one line, with a tooltip for the older ones. */
const mostNotices = 8;

export interface PresenceOptions {
  readonly home: Pick<Home, 'folder' | 'running'>;
  /** The text of the trouble or the list of notices may have changed. */
  readonly onChange: (what: 'trouble' | 'notices') => void;
  /** Called with each trouble and notice as it occurs. */
  readonly say: (sentence: string) => void;
}

export class Presence {
  /** The file in which this host describes itself to the others. */
  readonly register: Register;
  readonly trouble: Trouble;
  /** Enters engines in the register, by which the next Plywire finds those that outlive this one. */
  readonly caretaker: Caretaker;
  readonly #options: PresenceOptions;
  /** By kind, the newest last. */
  readonly #notices = new Map<string, string>();

  constructor(options: PresenceOptions) {
    const { home, onChange, say } = options;
    this.#options = options;
    this.trouble = new Trouble(home.folder, () => onChange('trouble'), say);
    this.register = new Register(home.running, this.written('the list of running engines'));
    this.caretaker = {
      owner: () => this.register.owner(),
      entered: (pid) => this.register.entered(pid),
      left: (pid) => this.register.left(pid),
      journalled: this.written('the journals of sessions'),
    };
  }

  /** What happened that is not a problem, in sentences, the newest last. */
  get notices(): readonly string[] {
    return [...this.#notices.values()];
  }

  /** The other Plywires of this home, from the files in which they describe themselves. Never rejects. */
  others = (): Promise<readonly Host[]> => readHosts(this.#options.home.running, this.register.path);

  /**
   * Tells of something that is not a problem.
   * @param kind of things of one kind, only the last is shown
   */
  notice = (sentence: string, kind = sentence): void => {
    this.#notices.delete(kind);
    this.#notices.set(kind, sentence);
    const [oldest] = this.#notices.keys();
    if (this.#notices.size > mostNotices) this.#notices.delete(oldest!);
    this.#options.onChange('notices');
    this.#options.say(sentence);
  };

  /**
   * Reports writes to the home.
   * @param what what is written, in words for the user ("the games")
   * @returns called after each attempt to write, with null if it succeeded
   */
  written(what: string): (error: Error | null) => void {
    return (error) => this.trouble.written(what, error);
  }

  /** How a file that several Plywires change is kept. @param what as above */
  keeping(what: string): Required<Keeping> {
    return {
      onWritten: this.written(what),
      onAside: (sentence) => this.trouble.tell(sentence),
      exclusively: (path, work) => this.alone(basename(path), work),
    };
  }

  /**
   * Runs work that only one Plywire of the home may do at a time.
   * @param name of the work
   * @throws what `work` throws, the file system's own errors, or an Error if another Plywire does not finish it
   */
  alone(name: string, work: () => Promise<void>): Promise<void> {
    return exclusively(this.register, this.others, name, work);
  }
}
