/** What a bundle says of the machine: as much as a failure may depend on, and nothing of its person. */
import { availableParallelism, arch, platform, release, totalmem } from 'node:os';

export interface HostFacts {
  readonly plywire: string;
  readonly platform: string;
  readonly release: string;
  readonly architecture: string;
  readonly node: string;
  /** Null outside of the desktop app. */
  readonly electron: string | null;
  readonly processors: number;
  readonly memoryMiB: number;
  /** Whether engines can run in a sandbox, or why not. */
  readonly sandbox: string;
}

/** @param lack why there is no sandbox, in words; null where there is one */
export const hostFacts = (version: string, lack: string | null): HostFacts => ({
  plywire: version,
  platform: platform(),
  release: release(),
  architecture: arch(),
  node: process.versions.node,
  electron: process.versions['electron'] ?? null,
  processors: availableParallelism(),
  memoryMiB: Math.round(totalmem() / 1024 ** 2),
  sandbox: lack ?? 'available',
});
