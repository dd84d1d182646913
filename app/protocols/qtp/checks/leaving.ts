/** QTP: how an engine leaves, and how long it may take. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, isUnknown, moving, placementOf, told, type QtpTalk } from './qtp-talk.ts';

const QUIT = 'QTP, Commands, quit';
const HOSTS = 'What hosts need: an engine that leaves when nobody speaks to it any more';

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
      await talk.left(waits.answer, 'the end of the process after `quit`');
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
  check(
    {
      id: 'quit-code',
      level: 'beyond',
      sentence: 'exits with code 0 at `quit`',
      clause: 'What hosts need: an exit that does not look like a crash',
      needs: ['quit'],
      advice: 'Return 0 from main; a crash on the way out shows here as a signal or another code.',
    },
    async (talk) => {
      await quit(talk);
      await talk.leftCleanly(waits.answer, 'the end of the process after `quit`');
    },
  ),
  check(
    {
      id: 'input-ends',
      level: 'beyond',
      sentence: 'ends when its input is closed',
      clause: HOSTS,
      needs: ['response'],
      advice:
        'Exit when reading stdin says that it is at its end; a loop that reads on there takes a whole core.',
    },
    async (talk) => {
      await talk.ask('name');
      await talk.leftAlone();
    },
  ),
  check(
    {
      id: 'input-ends-thinking',
      level: 'beyond',
      sentence: 'ends when its input is closed while it thinks',
      clause: HOSTS,
      needs: ['input-ends', 'genmove'],
      advice: 'Let the end of stdin end a running search, too.',
    },
    async (talk) => {
      await talk.game();
      talk.send('genmove black');
      await talk.listen(waits.thinking);
      await talk.leftAlone();
    },
  ),
  check(
    {
      id: 'prompt',
      level: 'beyond',
      sentence: `answers commands other than \`genmove\` within ${waits.prompt / 1000} s`,
      clause: "The cup's limit",
      needs: ['playmove', 'playwall'],
      advice: 'Search at `genmove` alone, and allocate what you need before the first command.',
    },
    async (talk) => {
      await talk.ask('boardsize 9');
      for (const line of ['clear_board', 'walls 7', 'playmove black E8', 'playwall white D5 horizontal'])
        await talk.ask(line, waits.prompt);
    },
  ),
];
