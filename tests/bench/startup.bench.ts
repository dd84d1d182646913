/**
 * From the start of the bundled engine's process to its first answers, compared with a Node process that answers
 * nothing.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { compare, type BenchRow } from './harness.ts';

const engine = resolve('dist/engines/connect4/main.cjs');

/** Milliseconds from the spawn to the first output that contains `wanted`. */
function untilHeard(args: readonly string[], input: string, wanted: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(input);
  let heard = '';
  return new Promise<number>((done, fail) => {
    child.on('exit', () => fail(new Error(`it ended before "${wanted}"; it said: ${heard}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (heard.includes(wanted)) done(performance.now() - began);
    });
  }).finally(() => child.kill());
}

const bareNode = {
  name: 'a bare Node',
  measure: () => untilHeard(['-e', 'console.log("up"); setInterval(() => {}, 1000)'], '', 'up'),
};

export async function run(): Promise<BenchRow[]> {
  const target = { of: 'ours', atMost: 150 } as const;
  return [
    await compare({
      work: 'engine: start to cfpok',
      unit: 'ms',
      ours: () => untilHeard([engine], 'cfp\n', 'cfpok'),
      reference: bareNode,
      target,
    }),
    await compare({
      work: 'engine: start to first bestmove',
      unit: 'ms',
      ours: () => untilHeard([engine], 'start\nplay 7/7/7/7/7/7 x 1\n', 'bestmove'),
      reference: bareNode,
      target,
    }),
  ];
}
