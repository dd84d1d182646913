/**
 * The bundled engine for nine men's morris. The main thread listens and speaks; the search runs in a thread of its
 * own, on this same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createNmmResponder } from '../../app/protocols/nmm/index.ts';
import { runProgram, type Partner } from '../shared/program.ts';
import { startWith } from '../shared/start.ts';
import { createThreadThinker, serveThread } from '../shared/worker.ts';
import { Brain } from './brain.ts';
import { limitOf, readArguments, type Settings } from './settings.ts';

function partnerFor(settings: Settings): Partner {
  const noOption = (name: string): string => `there is no option "${name}"`;
  const thinker = createThreadThinker(__filename, settings, noOption, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });
  const responder = createNmmResponder({
    notation: settings.notation,
    limit: (again) => limitOf(settings, again),
    now: () => performance.now(),
  });
  return { responder, thinker };
}

function start(settings: Settings): void {
  const partner = partnerFor(settings);
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
else serveThread(new Brain(workerData as Settings, () => performance.now(), Math.random));
