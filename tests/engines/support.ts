/** Runs real engines as sessions in temporary folders, and makes sure that no process is left. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect4 } from '../../app/games/connect4/index.ts';
import { makeLine } from '../../app/games/line.ts';
import { cfp } from '../../app/protocols/cfp/index.ts';
import type { Protocol, Search } from '../../app/protocols/protocol.ts';
import { readJournal } from '../../app/sessions/journal/reader.ts';
import type { SessionOptions } from '../../app/sessions/options.ts';
import { Session } from '../../app/sessions/session.ts';
import type { Launch, SessionEvent } from '../../app/sessions/types.ts';
import { runs } from '../support/processes.ts';

export const misbehave = fileURLToPath(new URL('./misbehave.mjs', import.meta.url));
const bundled = fileURLToPath(new URL('../../dist/engines/connect4/main.cjs', import.meta.url));
export const bot = fileURLToPath(new URL('./gos.mjs', import.meta.url));
export const greedy = fileURLToPath(new URL('./greedy.mjs', import.meta.url));

/** Long enough to start a Node process on a busy machine, short enough to wait for. */
export const shortDeadlines = { handshake: 8000, ready: 1000, stop: 500, move: 1000 };

export function launchOf(file: string, args: readonly string[] = [], changes: Partial<Launch> = {}): Launch {
  return {
    file,
    interpreter: null,
    interpreterArgs: [],
    args,
    folder: null,
    environment: {},
    sandbox: false,
    bundled: false,
    ...changes,
  };
}

export function searchOf(id: number): Search {
  const start = connect4.initial();
  const line = makeLine(connect4, 'game 1', start, []);
  return { id, line, limit: { kind: 'none' }, purpose: 'play' };
}

export interface Bench {
  readonly folder: string;
  /** Creates a started session, which is ended after the test if needed. */
  open(launch: Launch, options?: Partial<SessionOptions>): RunningSession;
  /** The built bundled engine, over a protocol. */
  bundled(protocol: Protocol): Session;
  /** The fixture with these flags. */
  misbehaving(flags: readonly string[], options?: Partial<SessionOptions>): RunningSession;
  /** Ends what is left, removes the folder, and returns the pids that outlived their session. */
  clean(): Promise<number[]>;
}

export function makeBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-sessions-'));
  const all: RunningSession[] = [];
  const open: Bench['open'] = (launch, options = {}) => {
    const running = new RunningSession(
      new Session({
        id: `s${all.length}`,
        launch,
        protocol: cfp,
        deadlines: shortDeadlines,
        journalPath: join(folder, `s${all.length}.journal`),
        ...options,
      }),
    );
    all.push(running);
    running.session.start();
    return running;
  };
  return {
    folder,
    open,
    bundled: (protocol) => {
      const deadlines = { handshake: 8000, ready: 8000, stop: 8000, move: 8000 };
      return open(launchOf(bundled, [], { bundled: true }), { protocol, deadlines }).session;
    },
    misbehaving: (flags, options) => open(launchOf(misbehave, flags), options),
    async clean() {
      await Promise.all(all.map(({ session }) => session.close()));
      rmSync(folder, { recursive: true });
      return all.map(({ session }) => session.pid).filter((pid) => pid !== null && runs(pid)) as number[];
    },
  };
}

/** A session and all its events so far. */
export class RunningSession {
  readonly session: Session;
  readonly events: SessionEvent[] = [];

  constructor(session: Session) {
    this.session = session;
    session.subscribe((event) => this.events.push(event));
  }

  /** Resolves with the first event, past or future, that `wanted` accepts. Rejects once the session has ended. */
  until<T extends SessionEvent['kind']>(
    kind: T,
    wanted: (event: Extract<SessionEvent, { kind: T }>) => boolean = () => true,
  ): Promise<Extract<SessionEvent, { kind: T }>> {
    type Wanted = Extract<SessionEvent, { kind: T }>;
    const accepts = (event: SessionEvent): event is Wanted => event.kind === kind && wanted(event as Wanted);
    const past = this.events.find(accepts);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const leave = this.session.subscribe((event) => {
        if (accepts(event)) {
          leave();
          resolve(event);
        } else if (event.kind === 'ended') {
          reject(new Error(`ended as ${event.ending.word} (${event.ending.reason}) without a ${kind}`));
        }
      });
    });
  }

  /** The texts of one direction's lines so far. */
  lines(direction: 'sent' | 'heard' | 'stderr' | 'note'): string[] {
    return this.events.flatMap((event) =>
      event.kind === 'line' && event.line.direction === direction ? [event.line.text] : [],
    );
  }

  /** All bytes with this mark in the journal. */
  async journalled(...marks: readonly string[]): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const { mark, bytes } of readJournal(this.session.journalPath!)) {
      if (marks.includes(mark)) chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  }
}
