/** The resource limits of an engine, which is ended as `limit` beyond them. These are the defaults of the settings. */

export interface ProcessLimits {
  /** Of all its processes together. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Of its scratch folder in the sandbox. */
  readonly scratchBytes?: number;
}

/** Enough for books, caches and logs. */
export const defaultScratchBytes = 1024 ** 3;

/** Enough for a strong engine's tables and for an engine of several processes on an ordinary machine. */
export const defaultProcessLimits: ProcessLimits = { memoryBytes: 4 * 1024 ** 3, processes: 64 };

/** Bytes of one session's journal. */
export const defaultQuota = 1024 ** 3;
