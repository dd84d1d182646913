/** Implements `npm run dev`. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runHost } from './host.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

/**
 * @param {readonly string[]} words flags of the host
 * @param {() => void} leaveSignals
 * @returns {Promise<number>}
 */
export async function dev(words, leaveSignals) {
  await ensureInstalled(root);
  await ensureBuilt(root);
  const vite = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  const hostPort = await freePort();

  const server = await vite.createServer({
    configFile,
    server: {
      host: '127.0.0.1',
      // The host accepts only its own name, so the proxy uses it.
      proxy: { '/rpc': { target: `http://127.0.0.1:${hostPort}`, ws: true, changeOrigin: true } },
    },
  });
  await server.listen();
  const origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;

  leaveSignals();
  const host = keepHost(
    ['--no-open', '--port', String(hostPort), '--renderer-origin', origin, ...words],
    origin,
  );
  const watchers = await watchAll(vite, configFile, host.restart);
  const code = await host.ended;
  await Promise.all([server.close(), ...watchers.map((watcher) => watcher.close())]);
  return code;
}

/** A port that is currently free. */
function freePort() {
  return new Promise((/** @type {(port: number) => void} */ resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Runs the host, again after each `restart`, until it ends for another reason.
 * @param {readonly string[]} args
 * @param {string} origin where the page is
 */
function keepHost(args, origin) {
  let restarting = false;
  /** @type {import('node:child_process').ChildProcess | null} */
  let host = null;
  const run = () =>
    runHost(join(root, 'dist', 'app', 'serve.cjs'), args, {
      stdout: 'pipe',
      onSpawn(child) {
        host = child;
        let told = false;
        child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
          const fragment = /http:\/\/127\.0\.0\.1:\d+\/(#\S+)/.exec(text)?.[1];
          if (fragment === undefined || told) return process.stdout.write(text);
          // The host's own address would show the built page; this one shows the sources.
          told = true;
          return console.log(`The page: ${origin}/${fragment}`);
        });
      },
    });
  const keep = async () => {
    let code = await run();
    while (restarting) {
      restarting = false;
      code = await run();
    }
    return code;
  };
  return {
    ended: keep(),
    restart() {
      console.log('The host has changed: starting it anew …');
      restarting = true;
      host?.kill('SIGTERM');
      if (host?.connected) host.disconnect();
    },
  };
}

/**
 * Builds the hosts and the engines whenever their sources change.
 * @param {typeof import('vite')} vite
 * @param {string} configFile
 * @param {() => void} onHost called after each build of the hosts except the first, which is already running
 */
async function watchAll(vite, configFile, onHost) {
  const builder = await vite.createBuilder({ configFile, logLevel: 'warn' });
  const watchers = [];
  for (const [name, environment] of Object.entries(builder.environments)) {
    if (name === 'client' || environment.config.consumer !== 'server' || name === 'ssr') continue;
    environment.config.build.watch = {};
    const watcher = await builder.build(environment);
    if (!('on' in watcher)) throw new Error(`the environment ${name} is not watched`);
    let first = true;
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      if (name === 'main' && !first) onHost();
      first = false;
    });
    watchers.push(watcher);
  }
  return watchers;
}
