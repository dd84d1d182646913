/** Import this first: it ends the process if Plywire does not support this Node. */
import { readFileSync } from 'node:fs';
import { nodeRefusal } from './node-version.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const refusal = nodeRefusal(process.versions.node, engines.node);
if (refusal !== null) {
  console.error(refusal);
  process.exit(1);
}
