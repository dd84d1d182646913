/** Starting the app again after its end. */
import { spawn } from 'node:child_process';
import { app } from 'electron';

/** @param args the command line without the program */
export function startAgain(args: readonly string[]): void {
  const { APPIMAGE: image, APPDIR: mount } = process.env;
  // Programs that an AppImage starts, such as a terminal, inherit its variables.
  if (!image || !mount || !process.execPath.startsWith(`${mount}/`)) {
    app.relaunch({ args: [...args] });
    return;
  }
  // Electron waits for our exit in a process of our own program, which lies in the mounted image and ends with it. The
  // image itself can be started before we exit, but only without the lock.
  app.releaseSingleInstanceLock();
  spawn(image, args, { detached: true, stdio: 'ignore' })
    .on('error', (error) => console.error(error))
    .unref();
}
