/** CFP engines that do what real ones do, and what of it is theirs to answer for. */
import type { Responder } from '../../responder.ts';
import { adding, dyingAt, hearing, type Program } from '../../testing/mutants.ts';

/** Ignores a `go` that no position came before. */
function forgetful(engine: Responder): Responder {
  let isPlaced = false;
  return hearing(engine, (line) => {
    if (line.startsWith('position')) isPlaced = true;
    if (line === 'stop') isPlaced = false;
    return line.startsWith('go') && !isPlaced ? [] : [line];
  });
}

export const programs: readonly Program[] = [
  { does: 'dies of a word that it does not know', wrap: dyingAt(/\bjoho\b/), fails: ['unknown-lives'] },
  {
    does: 'greets and complains on stdout',
    wrap: adding(/^(debug on|joho)/, 'what?'),
    fails: ['only-commands'],
  },
  { does: 'forgets its position when it has searched it', wrap: forgetful, fails: [] },
];
