/** Implements `npm run bench`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './steps.mjs';

const folder = join(root, 'tests', 'bench');

/** @param {readonly string[]} words names of benchmarks, and `--long` */
export async function bench(words) {
  await ensureInstalled(root);
  await ensureBuilt(root);
  const all = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []);
  const wanted = words.filter((word) => word !== '--long');
  // Read by the benchmarks, which run in their own processes.
  if (words.includes('--long')) process.env.PLYWIRE_BENCH_LONG = '1';
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no bench "${unknown}"; there are ${all.join(', ')}.`);
    return 2;
  }
  const names = wanted.length > 0 ? wanted : all;
  const input = {
    table: join(folder, 'table.ts'),
    ...Object.fromEntries(names.map((name) => [`${name}.bench`, join(folder, `${name}.bench.ts`)])),
  };
  return withBundle(root, input, (out) => runAll(names, out));
}

/**
 * @param {readonly string[]} names
 * @param {string} out
 * @returns {Promise<number>} 1 if a benchmark crashed; a missed target is reported, not a failure
 */
async function runAll(names, out) {
  const rows = [];
  let broken = 0;
  for (const name of names) {
    // Other work on the machine affects every figure.
    console.log(`measuring ${name} … (load average ${loadavg()[0]?.toFixed(1)})`);
    const bench = JSON.stringify(pathToFileURL(join(out, `${name}.bench.mjs`)).href);
    const result = join(out, `${name}.json`);
    const main = join(out, `${name}.main.mjs`);
    writeFileSync(
      main,
      `import { writeFileSync } from 'node:fs';\nimport { run } from ${bench};\n` +
        `writeFileSync(${JSON.stringify(result)}, JSON.stringify(await run()));\n`,
    );
    const { code } = await run(process.execPath, [main], { cwd: root });
    if (code === 0) rows.push(...JSON.parse(readFileSync(result, 'utf8')));
    else broken++;
  }
  const { tableText } = await import(pathToFileURL(join(out, 'table.mjs')).href);
  console.log(
    `\nNode ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}; medians\n`,
  );
  console.log(tableText(rows));
  return broken > 0 ? 1 : 0;
}
