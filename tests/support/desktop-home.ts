/** A temporary home with the desktop apps that are started in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { Desk } from './desk.ts';
import { Desktop, type DesktopOptions } from './desktop.ts';
import { processesOf } from './host.ts';

export class DesktopHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywire-desktop-'));
  readonly #running: Desktop[] = [];

  start(options: Omit<DesktopOptions, 'home'> = {}): Desktop {
    const desktop = new Desktop({ home: this.folder, ...options });
    this.#running.push(desktop);
    return desktop;
  }

  /** Starts an app and waits for its board. */
  async open(
    options: Omit<DesktopOptions, 'home'> = {},
  ): Promise<{ desktop: Desktop; desk: Desk; page: Page }> {
    const desktop = this.start(options);
    const page = await desktop.page();
    const desk = new Desk(page);
    await desk.board.waitFor();
    return { desktop, desk, page };
  }

  /** Ends every app. Fails if a process of theirs is left. */
  async end(): Promise<void> {
    for (const desktop of this.#running.splice(0)) await desktop.end();
    const left = processesOf(this.folder);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
    expect(left).toEqual([]);
  }
}
