/** Memory of the process of a test. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Before memory is measured. */
export const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Bytes that are in use once garbage is collected. */
export function heapInUse(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
