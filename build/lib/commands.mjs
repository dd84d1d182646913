/** The commands of `build/main.mjs` by name. Each module is loaded on demand. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBundle } from './bundle.mjs';
import { command } from './command.mjs';
import { build, ensureInstalled } from './prepare.mjs';
import { run, runCommands } from './run.mjs';
import { lintChecks, root, typeChecks } from './steps.mjs';

/** @typedef {(words: readonly string[], leaveSignals: () => void) => Promise<number>} Work returns the exit code */

/** @type {Readonly<Record<string, Work>>} */
const commands = {
  /**
   * `npm start`: installs and builds if due, and runs the desktop app, or the browser host if Electron is unavailable.
   * `--electron` and `--browser` force either; other flags (`--no-open`, `--port N` …) belong to the browser host and
   * choose it.
   */
  start: async (args, leaveSignals) =>
    (await import('./launch.mjs')).startPlywire({ root, env: process.env, args, leaveSignals }),

  /**
   * `npm test`: everything that can be checked here. Words after `--` choose steps by name, as in
   * `npm test -- unit e2e`. The last line is always `N passed, N failed`.
   */
  test: async (words) => (await import('./test.mjs')).test(words),

  /**
   * `npm run test:long`: kill loops, large counts and planted defects: the `*.long.test.ts` and what is marked as
   * long in other files, one file after the other. Words after `--` choose files by a part of their name; `--minutes N`
   * starts no file that does not fit into N minutes, and runs those first that have not run for the longest time.
   * The last line is always `N passed, N failed`.
   */
  'test:long': async (words) => (await import('./test-long.mjs')).testLong(words),

  /**
   * `npm run dev`: the page from Vite's server with hot module replacement, and a host that is rebuilt and restarted
   * when its sources change. Flags are passed to the host.
   */
  dev: async (words, leaveSignals) => (await import('./dev.mjs')).dev(words, leaveSignals),

  /** `npm run build`: all of dist/, from scratch. */
  async build() {
    await ensureInstalled(root);
    await build(root);
    return 0;
  },

  /**
   * `npm run dist`: the packages that this machine can make, into `release/`. Words after `--` choose among them, as in
   * `npm run dist -- tar.gz deb`. Nothing is published. The exit code is 1 if one could not be made.
   */
  dist: async (words) => (await import('./dist.mjs')).dist(words),

  /** `npm run check`: type-checks every layer with the globals it may use, and the components. */
  check: () => checked(typeChecks),

  /**
   * `npm run screens`: takes screenshots of the window in each game and of its dialogs, at four sizes, light and dark,
   * into `screens/`, and renews the pictures of the docs. A size after `--` takes that one alone, as in
   * `npm run screens -- '1280 x 800'`.
   */
  async screens(words) {
    await ensureInstalled(root);
    await build(root);
    const names = words.length > 0 ? ['-t', words.join('|')] : [];
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { code } = await run(process.execPath, [vitest, 'run', '--project', 'screens', ...names], {
      cwd: root,
    });
    return code;
  },

  /** `npm run lint`: ESLint for style and mistakes, dependency-cruiser for layers and cycles. */
  lint: () => checked(lintChecks),

  /**
   * `npm run bench`: runs every `tests/bench/*.bench.ts`, each in its own process, and prints one table. Words after
   * `--` choose benchmarks by file name, as in `npm run bench -- lines`; `--long` adds those that take minutes.
   */
  bench: async (words) => (await import('./bench.mjs')).bench(words),

  /**
   * `npm run fuzz`: a million inputs for each half of every protocol. Words after `--` choose, as in `npm run fuzz --
   * --inputs 50000 --seed 7 cfp`.
   */
  async fuzz(words) {
    await ensureInstalled(root);
    return withBundle(root, { fuzz: join(root, 'tests', 'fuzz', 'main.ts') }, async (folder) => {
      const main = join(folder, 'main.mjs');
      writeFileSync(
        main,
        `import { main } from './fuzz.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n`,
      );
      const { code } = await run(process.execPath, [main, ...words], { cwd: root });
      return code;
    });
  },

  /**
   * Makes the book of Connect Four: solves every position of nine stones (or of as many as the first word says) that is
   * not in it yet, and writes `app/truth/connect4/book.json`. It takes hours, and can be ended and started again; with a
   * second word it writes what is solved after so many minutes. The scores are exact, so they are always the same.
   */
  book: async (words) => (await import('./generated.mjs')).connect4Book(words),

  /**
   * Measures how often each level of the Connect Four engine overlooks a four, writes `engines/connect4/levels.json`
   * and prints the table for the engine's README. It takes a few minutes, and gives the same figures each time.
   */
  levels: async () => (await import('./generated.mjs')).connect4Levels(),

  /**
   * Finds positions with a forced win for the tests of the nine men's morris engine, and writes
   * `engines/morris/forced.json`. It takes a minute, and finds the same positions each time.
   */
  forced: async () => (await import('./generated.mjs')).morrisForced(),

  /**
   * Draws every size of the icon from `renderer/icon.svg` into `build/icons`. The files are committed, since packaging
   * must not need a browser; run this after the drawing has changed.
   */
  icons: async () => (await import('./generated.mjs')).icons(),
};

/** @param {() => readonly import('./steps.mjs').Command[]} checks */
async function checked(checks) {
  await ensureInstalled(root);
  return (await runCommands(checks(), root)).length > 0 ? 1 : 0;
}

await command(async (leaveSignals) => {
  const [name = '', ...words] = process.argv.slice(2);
  const work = commands[name];
  if (work === undefined) {
    console.error(`There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.`);
    return 2;
  }
  return work(words, leaveSignals);
});
