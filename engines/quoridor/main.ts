/**
 * The bundled Quoridor engine. The main thread reads and writes; the search runs in a thread of its own, from this same
 * file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createQtpResponder } from '../../app/protocols/qtp/index.ts';
import { runHere, startWith, thinkInThread, type EngineParts } from '../shared/program.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { serveThread } from '../shared/worker.ts';
import { QuoridorBrain } from './brain.ts';
import manifest from './manifest.json';
import { commandOptions, optionFault, readArguments } from './settings.ts';

function partnerFor(settings: SearchSettings): EngineParts {
  const thinker = thinkInThread(__filename, settings, optionFault);
  const responder = createQtpResponder({
    name: manifest.name,
    // The search uses its own settings.
    limit: () => ({ kind: 'none' }),
    options: commandOptions,
  });
  return { responder, thinker };
}

function start(settings: SearchSettings): void {
  runHere({
    // It has one protocol, which answers every line.
    recognise: () => partnerFor(settings),
    greeting: '',
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new QuoridorBrain(workerData as SearchSettings, () => performance.now(), Math.random));
