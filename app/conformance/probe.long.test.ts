/** Variants of the programs of `probe.process.test.ts`. */
import { describe, it } from 'vitest';
import { expectSpoken, Trial } from './testing/probing.ts';

describe('what a program speaks is found out by its behaviour', () => {
  it.for([
    ['talk beside its moves', 'gos', ['--debug', '--beside', '--bom', '--crlf'], 'legal attack'],
    ['a bot that reads numbers alone', 'gos', ['--reads', 'number'], 'with enums as numbers'],
    [
      'a bot that looks at no board, and lays its JSON out',
      ...['gos', ['--follows', '--pretty'], 'and with enums as numbers'],
    ],
    ['moves by names', 'nmm', ['--moves', 'name'], '`bestmove Pa7`'],
    ['a search that ends at `stop` alone', 'nmm', ['--until-stop'], '`bestmove'],
    ['a list by tabs and with a slip', 'qtp', ['--tabs'], 'lists walls'],
    ['a list behind a blank line', 'qtp', ['--late-list'], 'lists walls'],
    ['no ends of answers', 'qtp', ['--single-newline', '--no-name', '--no-known'], 'lists walls'],
    ['garbage before the first word', 'misbehave', ['--garbage'], '`cfpok`'],
    ['doubled answers', 'qtp', ['--twice', 'all'], 'lists walls'],
    ['doubled bestmoves', 'misbehave', ['--twice'], '`cfpok`'],
  ] as [string, string, string[], string][])(
    'of one with %s',
    async ([, name, args, how], { onTestFinished }) => {
      await expectSpoken(new Trial(onTestFinished), name, args, how);
    },
  );
});
