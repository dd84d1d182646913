/**
 * The bundled bot for the Game of Stones. The main thread reads and writes; the search runs in a thread of its own,
 * from this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createGosResponder } from '../../app/protocols/gos/index.ts';
import { noOption, type SearchSettings } from '../shared/settings.ts';
import { runHere, startWith, thinkInThread } from '../shared/program.ts';
import { serveThread } from '../shared/worker.ts';
import { StonesBrain } from './brain.ts';
import { readArguments } from './settings.ts';

function start(settings: SearchSettings): void {
  const thinker = thinkInThread(__filename, settings, noOption);
  // The search uses its own settings.
  const partner = { responder: createGosResponder({ limit: () => ({ kind: 'none' }) }), thinker };
  runHere({
    partner,
    recognise: () => partner,
    greeting: '',
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new StonesBrain(workerData as SearchSettings, () => performance.now(), Math.random));
