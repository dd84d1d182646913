/**
 * The bundled engine for nine men's morris. The main thread reads and writes; the search runs in a thread of its own,
 * from this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createNmmResponder } from '../../app/protocols/nmm/index.ts';
import { runHere, startWith, thinkInThread, type EngineParts } from '../shared/program.ts';
import { noOption } from '../shared/settings.ts';
import { serveThread } from '../shared/worker.ts';
import { MorrisBrain } from './brain.ts';
import { limitOf, readArguments, type MorrisSettings } from './settings.ts';

function partnerFor(settings: MorrisSettings): EngineParts {
  const thinker = thinkInThread(__filename, settings, noOption);
  const responder = createNmmResponder({
    notation: settings.notation,
    limit: (again) => limitOf(settings, again),
    now: () => performance.now(),
  });
  return { responder, thinker };
}

function start(settings: MorrisSettings): void {
  const partner = partnerFor(settings);
  runHere({
    partner,
    recognise: () => partner,
    greeting: '',
  });
}

if (isMainThread) startWith(readArguments, start);
else serveThread(new MorrisBrain(workerData as MorrisSettings, () => performance.now(), Math.random));
