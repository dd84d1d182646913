import type { Guard } from '../guard.ts';
import * as contract from './contract.ts';
import * as entry from './entry.ts';
import * as messages from './messages.ts';
import * as page from './page.ts';

export const guards: readonly Guard[] = [
  entry.token,
  entry.names,
  entry.origins,
  entry.way,
  entry.address,
  page.folder,
  page.methods,
  page.headers,
  page.halves,
  page.dawdling,
  page.crowd,
  messages.size,
  messages.shape,
  messages.bytes,
  messages.depth,
  messages.number,
  messages.compression,
  messages.log,
  contract.paths,
  contract.unknown,
  contract.fields,
  contract.local,
  contract.imports,
  contract.answers,
];
