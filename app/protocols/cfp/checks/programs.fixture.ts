/** CFP engines that do what real ones do, and what of it is theirs to answer for. */
import { adding, dyingAt, type Program } from '../../testing/mutants.ts';

export const programs: readonly Program[] = [
  { does: 'dies of a word that it does not know', wrap: dyingAt(/\bjoho\b/), fails: ['unknown-lives'] },
  {
    does: 'greets and complains on stdout',
    wrap: adding(/^(debug on|joho)/, 'what?'),
    fails: ['only-commands'],
  },
];
