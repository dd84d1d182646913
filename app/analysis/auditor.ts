import type { Line } from '../games/line.ts';
import type { Chair } from '../play/chair.ts';
import { audit } from './audit.ts';
import type { AuditState } from '../shapes/games.ts';

const off: AuditState = { state: 'off', key: null, moves: [], total: 0, sides: null, reason: null };

/** Runs one audit at a time and keeps its findings until they are cleared or another begins. */
export class Auditor {
  readonly #onChange: () => void;
  #standing: AuditState = off;
  #abort: AbortController | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get standing(): AuditState {
    return this.#standing;
  }

  /** Audits `line` with the engine of `chair`, which is closed afterwards. An audit under way is given up. Never rejects. */
  async run(chair: Chair, line: Line, seconds: number): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ ...off, state: 'running', key: line.gameKey, total: line.moves.length });
    try {
      for await (const event of audit(chair, line, seconds, abort.signal)) {
        if (abort.signal.aborted) break;
        switch (event.kind) {
          case 'move':
            this.#set({ ...this.#standing, moves: [...this.#standing.moves, event.audited] });
            break;
          case 'summary':
            this.#set({ ...this.#standing, state: 'done', sides: event.sides });
            break;
          case 'failed':
            this.#set({ ...this.#standing, state: 'failed', reason: event.reason });
            break;
          case 'ended':
            this.#set({ ...this.#standing, state: 'failed', reason: event.ending.reason });
            break;
        }
      }
    } catch (error) {
      this.#set({ ...this.#standing, state: 'failed', reason: (error as Error).message });
    } finally {
      if (this.#abort === abort) this.#abort = null;
      await chair.close();
    }
  }

  /** Ends an audit under way and forgets what was found. */
  clear(): void {
    this.#abort?.abort();
    this.#set(off);
  }

  #set(standing: AuditState): void {
    this.#standing = standing;
    this.#onChange();
  }
}
