import { readdirSync, readlinkSync } from 'node:fs';

/** How many sockets a process has open, except its pipes to engines. */
export function openSockets(pid: number): number {
  let count = 0;
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith('socket:')) count++;
    } catch {
      // It was closed in between.
    }
  }
  return count;
}
