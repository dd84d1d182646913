/**
 * The bundled Connect Four engine. The main thread reads and writes; the search runs in a thread of its own, from this
 * same file.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { createCfpResponder } from '../../app/protocols/cfp/index.ts';
import { createCfsiResponder } from '../../app/protocols/cfsi/index.ts';
import { runHere, thinkInThread, type EngineParts } from '../shared/program.ts';
import { serveThread } from '../shared/worker.ts';
import { Connect4Brain, type SearchPurpose } from './brain.ts';
import manifest from './manifest.json';
import { protocolOf, type Connect4Protocol } from './recognise.ts';
import { defaultSettings, engineOptions, optionFault } from './settings.ts';

function partnerFor(protocol: Connect4Protocol): EngineParts {
  const purpose: SearchPurpose = protocol === 'cfsi' ? 'scores' : 'move';
  const check = (name: string, value: string): string | null => optionFault(defaultSettings, name, value);
  const thinker = thinkInThread(__filename, purpose, check);
  const responder =
    protocol === 'cfsi'
      ? createCfsiResponder()
      : createCfpResponder({
          name: `${manifest.name} ${manifest.version}`,
          author: 'the Plywire authors',
          options: engineOptions,
        });
  return { responder, thinker };
}

if (isMainThread) {
  runHere({
    recognise(line) {
      const protocol = protocolOf(line);
      return protocol === null ? null : partnerFor(protocol);
    },
    greeting: `${manifest.name} speaks CFP and CFSI: begin with "cfp" or "start".`,
  });
} else {
  serveThread(new Connect4Brain(workerData as SearchPurpose, () => performance.now(), Math.random));
}
