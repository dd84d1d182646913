/** Processes found by a variable of their environment, which everything that they start inherits. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/**
 * Every process that has `NAME=value` in its environment. Zombies have no environment any more and are not
 * among them.
 */
export function processesWith(variable: string): Process[] {
  const found: Process[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0');
      if (!environment.includes(variable)) continue;
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      found.push({ pid: Number(entry), command });
    } catch {
      // It ended while it was looked at, or is another user's.
    }
  }
  return found;
}
