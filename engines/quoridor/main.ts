/**
 * The bundled Quoridor engine. The main thread listens and speaks; the search runs in a thread of its own, on
 * this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createQtpResponder } from '../../app/protocols/qtp/index.ts';
import { runProgram, type Partner } from '../shared/program.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { startWith } from '../shared/start.ts';
import { createThreadThinker, serveThread } from '../shared/worker.ts';
import { Brain } from './brain.ts';
import manifest from './manifest.json';
import { commandOptions, optionFault, readArguments } from './settings.ts';

function partnerFor(settings: SearchSettings): Partner {
  const thinker = createThreadThinker(__filename, settings, optionFault, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });
  const responder = createQtpResponder({
    name: manifest.name,
    // The search keeps to its own settings.
    limit: () => ({ kind: 'none' }),
    options: commandOptions,
  });
  return { responder, thinker };
}

function start(settings: SearchSettings): void {
  runProgram({
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    // Whatever comes is of its one protocol, which has an answer to every line.
    recognise: () => partnerFor(settings),
    greeting: '',
    exit: (code) => process.exit(code),
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new Brain(workerData as SearchSettings, () => performance.now(), Math.random));
