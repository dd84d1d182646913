/**
 * `plywire serve`: runs the browser host, opens its page, and ends every engine when it is asked to end, its parent exits
 * or an error is uncaught.
 */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import { openWebHost, type WebHost } from '../api/transports/web-host.ts';
import { builtPage, coreOfBuild } from '../build-core.ts';
import { homeFor } from '../library/home.ts';
import { harmless } from '../sessions/harmless.ts';
import { shutdownMilliseconds } from '../shutdown.ts';
import { openBrowser } from './browser.ts';
import { Exit, exitCodes } from './exit.ts';
import { outputFor } from './output.ts';
import { revealInFolder } from './reveal.ts';
import { onEndSignal } from './run.ts';

/** Tried first, so that the address stays the same across starts as long as the port is free. */
const defaultPort = 7447;

export interface ServeFlags {
  readonly open: boolean;
  /** Whether a home without games begins with the example. */
  readonly example: boolean;
  readonly port?: number;
  readonly folder: readonly string[];
  readonly rendererOrigin?: string;
}

/**
 * Runs the browser host until it is asked to end. Resolves after every engine has exited.
 * @throws uncaught errors, after every engine has exited
 */
export async function serve(flags: ServeFlags): Promise<void> {
  requireServable(flags);
  const roots =
    flags.folder.length > 0 ? flags.folder.map((path) => resolve(path)) : [homedir(), process.cwd()];
  const told = new Promise<void>((end, fail) => {
    onEndSignal(() => end());
    // The parent process is gone.
    process.once('disconnect', () => end());
    onUncaught(fail);
  });
  // It may reject before it is awaited.
  told.catch(() => undefined);
  // The page is served while the core opens; its errors are awaited below.
  const opening = coreOfBuild({
    pickerRoots: roots,
    keepsGame: true,
    showsExample: flags.example,
    say: outputFor(false).remark,
    reveal: revealInFolder,
  });
  opening.catch(() => undefined);
  try {
    const host = await openHost(flags, opening);
    // On a line of its own, so that scripts and terminals recognise it.
    process.stdout.write(`Plywire is at\n\n  ${host.url}\n\nCtrl-C ends it and every engine it runs.\n`);
    const forget = flags.open ? await showPage(host) : null;
    try {
      await opening;
      await told;
      process.stdout.write('Ending the engines …\n');
    } finally {
      await forget?.();
      await host.close();
    }
  } finally {
    await opening.then((core) => core.close());
  }
}

/** @throws Exit for something other than a folder, or other than an origin */
function requireServable({ folder, rendererOrigin }: ServeFlags): void {
  const missing = folder.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (missing !== undefined) {
    throw new Exit(exitCodes.usage, `There is no folder ${missing}. Name one that exists with --folder.`);
  }
  if (rendererOrigin === undefined || URL.parse(rendererOrigin)?.origin === rendererOrigin) return;
  throw new Exit(
    exitCodes.usage,
    `"${rendererOrigin}" is not an origin. Write --renderer-origin http://HOST:PORT, without a path.`,
  );
}

/**
 * Ends the host after an uncaught error: its state cannot be trusted, but engines must not be left running. Later
 * errors are ignored.
 */
function onUncaught(fail: (error: unknown) => void): void {
  process.on('uncaughtException', (error) => {
    fail(error);
    setTimeout(() => process.exit(exitCodes.broken), shutdownMilliseconds).unref();
  });
}

async function openHost(flags: ServeFlags, core: Promise<Core>): Promise<WebHost> {
  const open = (port: number) =>
    openWebHost({
      core,
      page: builtPage(),
      port,
      extraOrigins: flags.rendererOrigin === undefined ? [] : [flags.rendererOrigin],
    });
  try {
    return await open(flags.port ?? defaultPort);
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen') throw error;
    if (code === 'EADDRINUSE' && flags.port === undefined) return open(0);
    const cause = code === 'EADDRINUSE' ? 'another program uses it' : message;
    throw new Exit(
      exitCodes.usage,
      `Port ${flags.port ?? defaultPort} cannot be used: ${cause}. Choose another with --port N.`,
    );
  }
}

/**
 * Opens the page in the user's browser, and removes the redirecting file when the page has connected.
 * @returns a function that removes the file at the end
 */
async function showPage({ url, entered }: WebHost): Promise<() => Promise<void>> {
  const surroundings = {
    environment: process.env,
    platform: process.platform,
    home: homeFor(process.env).folder,
    userFolder: homedir(),
  };
  try {
    const { remove } = await openBrowser(url, surroundings);
    void entered.then(remove);
    return remove;
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`plywire: No browser was opened: ${harmless(message)}. Open the address above.\n`);
    return () => Promise.resolve();
  }
}
