/** The end of the app: every engine exits first, and a start that was asked for meanwhile follows. */
import { app, dialog, powerMonitor, type BrowserWindow } from 'electron';
import { shutdownMilliseconds } from '../shutdown.ts';

/** As `exitCodes.broken` of the command line. */
const broken = 70;

/** How closing ended; `hung`: not within `shutdownMilliseconds`. */
type How = 'closed' | 'failed' | 'hung';

export interface EndingOptions {
  readonly window: BrowserWindow;
  /** Asked where the user ends the app. A signal, a shutdown of the system and a fault end it without a question. */
  readonly mayEnd: () => Promise<boolean>;
  /** Saves what is open and ends every engine; resolves when that is done. */
  readonly close: () => Promise<void>;
  /** Starts the app again with these files, once this process has exited. */
  readonly startAgain: (files: readonly string[]) => void;
}

export interface Ending {
  readonly hasBegun: boolean;
  /** Has another start with these files follow the end, which has begun. */
  startAfter(files: readonly string[]): void;
}

/**
 * However the app is ended, hides the window at once if the system allows it, and exits when `close` has finished. If that
 * hangs, the process is killed after `shutdownMilliseconds`.
 */
export function endTogether({ window, mayEnd, close, startAgain }: EndingOptions): Ending {
  let hasBegun = false;
  let isOver = false;
  let fault: Error | null = null;
  let next: string[] | null = null;

  const over = (how: How): void => {
    if (isOver) return;
    isOver = true;
    if (fault !== null) dialog.showErrorBox('Plywire itself failed', faultWords(fault, how));
    try {
      if (next !== null) startAgain(next);
    } finally {
      // `app.exit` would wait for a thread that hangs in a file operation.
      if (how === 'hung') process.kill(process.pid, 'SIGKILL');
      else app.exit(how === 'closed' && fault === null ? 0 : broken);
    }
  };
  const end = ({ hides = true } = {}): void => {
    if (hasBegun) return;
    hasBegun = true;
    if (hides && !window.isDestroyed()) window.hide();
    const lastResort = setTimeout(() => {
      console.error(`Plywire did not end within ${shutdownMilliseconds / 1000} s, and is killed.`);
      over('hung');
    }, shutdownMilliseconds);
    void close()
      .then(
        (): How => 'closed',
        (error: Error): How => {
          console.error(error);
          return 'failed';
        },
      )
      .then((how) => {
        clearTimeout(lastResort);
        over(how);
      });
  };

  let isAsking = false;
  const leave = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    if (isAsking || hasBegun) return;
    isAsking = true;
    void mayEnd()
      // Rather leave than hold the user in a window that cannot be closed.
      .catch(() => true)
      .then((may) => {
        isAsking = false;
        if (may) end();
      });
  };
  window.on('close', leave);
  app.on('before-quit', leave);
  // The system waits for an app that prevents this, where `before-quit`, prevented, would cancel the shutdown. Electron
  // passes an event that its types lack.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    end();
  });
  // Windows asks each window instead, and goes on once the app has exited. It waits only for one that has a window in
  // sight.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    end({ hides: false });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
  // The parent process has exited.
  process.once('disconnect', () => end());
  process.on('uncaughtException', (error) => {
    console.error(error);
    // Later ones often follow from the first, which alone is shown.
    fault ??= error;
    end();
  });

  return {
    get hasBegun() {
      return hasBegun;
    },
    startAfter: (files) => void (next = [...(next ?? []), ...files]),
  };
}

const faultWords = ({ stack, message }: Error, how: How): string =>
  `${stack ?? message}\n\n${
    how === 'closed'
      ? 'Every engine has ended. Start Plywire again.'
      : 'Not every engine could be ended. Start Plywire again: it ends those that are left.'
  }`;
