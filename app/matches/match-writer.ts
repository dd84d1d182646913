/** Writes the entries of a match to its journal, and applies each once it is written. A full disk makes the match wait. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchEntry } from '../shapes/matches.ts';
import { DiskFault, type MatchLog } from './match-log.ts';
import type { MatchRecord } from './match-record.ts';

/** Milliseconds between two attempts to write to a disk that refuses. */
export const diskRetry = 2000;

export class MatchWriter {
  readonly #log: MatchLog;
  readonly #record: MatchRecord;
  readonly #say: (sentence: string) => void;

  /** @param say takes sentences for the user */
  constructor(log: MatchLog, record: MatchRecord, say: (sentence: string) => void) {
    this.#log = log;
    this.#record = record;
    this.#say = say;
  }

  /**
   * As `write`, and at once where the disk takes the entry.
   * @param mayWait whether it may be written a little later: see `MatchLog.writeSoon`
   */
  put(entry: MatchEntry, mayWait: boolean, signal: AbortSignal): void | Promise<void> {
    try {
      this.#put(entry, mayWait);
    } catch (error) {
      if (!(error instanceof DiskFault)) throw error;
      return this.write(entry, signal).then(() => undefined);
    }
  }

  /** Writes an entry, once the disk takes it. @returns false if `signal` was aborted before */
  async write(entry: MatchEntry, signal: AbortSignal): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        this.#put(entry, false);
        if (!isFirst) this.#say('The journal of the match can be written again; the match goes on.');
        return true;
      } catch (error) {
        if (!(error instanceof DiskFault)) throw error;
        if (isFirst) {
          this.#say(`The journal of the match cannot be written (${error.message}): the match waits.`);
        }
        if (signal.aborted) return false;
        await pause(diskRetry, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return false;
      }
    }
  }

  #put(entry: MatchEntry, mayWait: boolean): void {
    if (mayWait) this.#log.writeSoon(entry);
    else this.#log.write(entry);
    this.#record.apply(entry);
  }
}
