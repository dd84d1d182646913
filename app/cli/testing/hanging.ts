/**
 * A command that has begun to work and never ends once it is called off. It prints what happens to it. Each line on its
 * stdin moves its clock on by as many milliseconds.
 */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { interruptibly, run } from '../run.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { now } = performance;
let moved = 0;
performance.now = () => now.call(performance) + moved;

const hang = (signal: AbortSignal): Promise<void> => {
  signal.addEventListener('abort', () => say('called off'));
  createInterface({ input: process.stdin }).on('line', (line) => {
    moved += Number(line);
    say(`moved ${line}`);
  });
  say('begun');
  return new Promise(() => undefined);
};

void run(new Command('hanging').action(() => interruptibly(hang)));
