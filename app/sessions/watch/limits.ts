/** What an engine may take before it is ended as `limit`; settings, with these as their defaults. */

export interface ProcessLimits {
  /** Of all its processes together. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Of the folder that it has to itself in the sandbox. */
  readonly scratchBytes?: number;
}

/** Room for books, caches and logs. */
export const defaultScratchBytes = 1024 ** 3;

/** Room for a strong engine's tables, and for an engine that is a few programs, on a usual machine. */
export const defaultProcessLimits: ProcessLimits = { memoryBytes: 4 * 1024 ** 3, processes: 64 };

/** Bytes of one session's journal. */
export const defaultQuota = 1024 ** 3;
