/**
 * The bundled Quoridor engine. The main thread listens and speaks; the search runs in a thread of its own, on
 * this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createQtpResponder } from '../../app/protocols/qtp/index.ts';
import { runHere, startWith, thinkInThread, type Partner } from '../shared/program.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { serveThread } from '../shared/worker.ts';
import { Brain } from './brain.ts';
import manifest from './manifest.json';
import { commandOptions, optionFault, readArguments } from './settings.ts';

function partnerFor(settings: SearchSettings): Partner {
  const thinker = thinkInThread(__filename, settings, optionFault);
  const responder = createQtpResponder({
    name: manifest.name,
    // The search keeps to its own settings.
    limit: () => ({ kind: 'none' }),
    options: commandOptions,
  });
  return { responder, thinker };
}

function start(settings: SearchSettings): void {
  runHere({
    // Whatever comes is of its one protocol, which has an answer to every line.
    recognise: () => partnerFor(settings),
    greeting: '',
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new Brain(workerData as SearchSettings, () => performance.now(), Math.random));
