/** CFP: how an engine introduces itself. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, isCommand } from './cfp-talk.ts';

/** The two facts that an engine must tell of itself. */
const identity = (field: 'name' | 'author', example: string): Check =>
  check(
    {
      id: `id-${field}`,
      level: 'must',
      sentence: `tells its ${field} with \`id ${field}\` before \`cfpok\``,
      clause: clauseOf('id'),
      needs: ['cfpok'],
      advice: `After \`cfp\`, print \`id ${field}\` and the ${field}, for example \`id ${field} ${example}\`, before \`cfpok\`. GUIs do not go on without it.`,
    },
    async (talk) => {
      await talk.introduce();
      const told = talk.said.some(({ message }) => message?.kind === 'id' && message.field === field);
      if (!told) throw new Breach(`\`id ${field}\` and the ${field} before \`cfpok\``, '`cfpok` without it');
    },
  );

export const openingChecks: readonly Check[] = [
  check(
    {
      id: 'cfpok',
      level: 'must',
      sentence: 'answers `cfp` with `cfpok`',
      clause: clauseOf('cfp'),
      needs: [],
      advice:
        'Read lines from stdin, and at `cfp` print `cfpok` with a newline and flush stdout at once: output to a pipe is held back otherwise.',
    },
    (talk) => talk.introduce(),
  ),
  check(
    {
      id: 'silent-before-cfp',
      level: 'must',
      sentence: 'gives no answer before it has heard `cfp`',
      clause: clauseOf('cfp'),
      needs: ['cfpok'],
      advice:
        'Say nothing of CFP until `cfp` has come: it is what switches an engine to it. Words for people belong on stderr.',
    },
    async (talk) => {
      const said = await talk.listen(waits.quiet);
      const undue = isCommand('id', 'option', 'cfpok', 'readyok', 'bestmove');
      expectNone(said, undue, 'no answer before `cfp`');
    },
  ),
  identity('name', 'Connect4Engine 1.1'),
  identity('author', 'Kieran Powell'),
  check(
    {
      id: 'introduction-ends',
      level: 'must',
      sentence: 'ends its introduction with one `cfpok`, after which no `id` or `option` comes',
      clause: clauseOf('cfpok'),
      needs: ['cfpok'],
      advice:
        'Print every `id` and `option` before `cfpok`, and `cfpok` once: a GUI takes the introduction for complete then.',
    },
    async (talk) => {
      await talk.introduce();
      talk.send('isready');
      const said = await talk.listen(waits.quiet);
      expectNone(said, isCommand('id', 'option', 'cfpok'), 'nothing of the introduction after `cfpok`');
    },
  ),
  check(
    {
      id: 'id-before-options',
      level: 'should',
      sentence: 'sends its `option` lines after its `id` lines',
      clause: clauseOf('option'),
      needs: ['id-name', 'id-author'],
      advice: 'Print `id name` and `id author` first, then the options, then `cfpok`.',
    },
    async (talk) => {
      await talk.introduce();
      const kinds = talk.said.map(({ message }) => message?.kind);
      if (!kinds.includes('option')) return notOffered;
      if (kinds.indexOf('option') > kinds.lastIndexOf('id')) return;
      const early = talk.said[kinds.indexOf('option')]!.line;
      throw new Breach('`id name` and `id author` before the first `option`', `\`${early}\` came before`);
    },
  ),
];
