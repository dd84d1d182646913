/** QTP: how an engine leaves, and how long it may take. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT } from '../../leaving.ts';
import { waits } from '../../check-talk.ts';
import { check, isUnknown, moving, optional, placementOf, told, type QtpTalk } from './qtp-talk.ts';

const QUIT = 'QTP, Commands, quit';

async function quit(talk: QtpTalk): Promise<void> {
  await talk.ask('name');
  talk.send('quit');
}

export const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit-answered',
      level: 'must',
      sentence: 'answers `quit` with `=` before it leaves',
      clause: QUIT,
      needs: ['response'],
      ...optional,
      advice: 'Print `=` and two newlines, flush stdout, and exit only then.',
    },
    async (talk) => {
      await quit(talk);
      const response = await talk.response('quit');
      if (isUnknown(response)) return notOffered;
      if (!response.success) throw new Breach('`=` for `quit`, which never fails', told(response));
      return undefined;
    },
  ),
  check(
    {
      id: 'quit-whole',
      level: 'must',
      sentence: 'sends its answer to `quit` in full, the blank line included',
      clause: `${QUIT}, comments`,
      needs: ['quit-answered', 'response-ends'],
      advice: 'Flush stdout before you exit, or close it: what is left in a buffer is lost with the process.',
    },
    async (talk) => {
      await quit(talk);
      await talk.response('quit');
      const rest = await talk.lastWords(waits.prompt);
      if (rest[0]?.message.kind !== 'blank') throw new Breach('a blank line after `=`', 'none');
    },
  ),
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`',
      clause: QUIT,
      needs: ['quit-answered'],
      advice: 'End every thread and exit: the connection is closed by it.',
    },
    async (talk) => {
      await quit(talk);
      await talk.left(waits.answer, LEFT);
    },
  ),
  check(
    {
      id: 'quit-thinking',
      level: 'must',
      sentence: 'answers `genmove` before a `quit` that comes while it thinks',
      clause: `${QUIT}; Responses, one for each command in order`,
      needs: ['quit-answered', 'order-thinking'],
      advice: 'Cut the search short at `quit`, print its move, then the answer to `quit`.',
    },
    async (talk) => {
      await talk.game();
      talk.send('genmove black', 'quit');
      placementOf(await talk.response('genmove black', moving));
      const response = await talk.response('quit');
      if (!response.success) throw new Breach('`=` for `quit`', told(response));
    },
  ),
  exitCode(check, { needs: ['quit'] }, quit),
  inputEnds(check, { needs: ['response'] }, async (talk) => {
    await talk.ask('name');
  }),
  inputEndsThinking(check, { needs: ['input-ends', 'genmove'] }, async (talk) => {
    await talk.game();
    talk.send('genmove black');
    await talk.listen(waits.thinking);
  }),
  check(
    {
      id: 'prompt',
      level: 'beyond',
      sentence: `answers commands other than \`genmove\` within ${waits.prompt / 1000} s`,
      clause: "The cup's limit",
      needs: ['playwall-white'],
      advice: 'Search at `genmove` alone, and allocate what you need before the first command.',
    },
    async (talk) => {
      await talk.ask('boardsize 9');
      for (const line of ['clear_board', 'walls 7', 'playmove black E8', 'playwall white D5 horizontal'])
        await talk.ask(line, waits.prompt);
    },
  ),
];
