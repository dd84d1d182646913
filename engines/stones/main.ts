/**
 * The bundled bot for the Game of Stones. The main thread listens and speaks; the search runs in a thread of its own,
 * on this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createGosResponder } from '../../app/protocols/gos/index.ts';
import { runProgram } from '../shared/program.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { startWith } from '../shared/start.ts';
import { createThreadThinker, serveThread } from '../shared/worker.ts';
import { Brain } from './brain.ts';
import { readArguments } from './settings.ts';

function start(settings: SearchSettings): void {
  const noOption = (name: string): string => `there is no option "${name}"`;
  const thinker = createThreadThinker(__filename, settings, noOption, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });
  // The search keeps to its own settings.
  const partner = { responder: createGosResponder({ limit: () => ({ kind: 'none' }) }), thinker };
  runProgram({
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    partner,
    recognise: () => partner,
    greeting: '',
    exit: (code) => process.exit(code),
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new Brain(workerData as SearchSettings, () => performance.now(), Math.random));
