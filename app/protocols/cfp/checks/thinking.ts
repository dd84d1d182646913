/** CFP: what may come while a search runs. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf, formatGui, readEngine } from '../messages.ts';
import { check, emptyBoard, openOnly, type CfpTalk } from './cfp-talk.ts';
import { quoted } from '../../text.ts';

const UNEXPECTED = 'CFP, Description, a command which is not supposed to come';

export const thinkingChecks: readonly Check[] = [
  check(
    {
      id: 'isready-thinking',
      level: 'must',
      sentence: 'answers `isready` while it thinks',
      clause: clauseOf('isready'),
      needs: ['stop-answers'],
      advice:
        'Read stdin while the search runs, and print `readyok` from there without waiting for the search.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.ready();
    },
  ),
  check(
    {
      id: 'isready-thinking-prompt',
      level: 'should',
      sentence: `answers \`isready\` within ${waits.prompt / 1000} s while it thinks`,
      clause: clauseOf('isready'),
      needs: ['isready-thinking'],
      advice: 'Read stdin in a thread of its own, or look at it every few thousand positions.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.ready(waits.prompt);
    },
  ),
  check(
    {
      id: 'isready-goes-on',
      level: 'must',
      sentence: 'goes on searching after `isready`',
      clause: clauseOf('isready'),
      needs: ['isready-thinking', 'holds-bestmove'],
      advice: 'Do not end the search at `isready`: no `bestmove` before `stop`, and one after it.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.ready();
      await talk.quiet('no `bestmove` after `isready`');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'debug-thinking',
      level: 'must',
      sentence: 'takes `debug on` while it thinks, and goes on',
      clause: clauseOf('debug'),
      needs: ['isready-goes-on'],
      advice: '`debug` can come at any time: change the flag and leave the search alone.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      talk.send('debug on');
      await talk.quiet('no `bestmove` after `debug on`');
      await talk.ready();
      await talk.stop();
    },
  ),
  check(
    {
      id: 'go-thinking',
      level: 'should',
      sentence: 'ignores a second `go` while it thinks',
      clause: UNEXPECTED,
      needs: ['stop-once'],
      advice: 'Begin a search only where none runs, so that one `stop` gives one `bestmove`.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      talk.send('go');
      await talk.listen(waits.thinking);
      await talk.stop();
      await talk.quiet('one `bestmove` for a `stop`');
    },
  ),
  check(
    {
      id: 'position-thinking',
      level: 'should',
      sentence: 'answers for the position that `go` was about, though another comes while it thinks',
      clause: UNEXPECTED,
      needs: ['position-cells', 'position-silent'],
      advice: 'Search a copy of the position, and do not let a later `position` change it.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(`position ${openOnly(1)}`);
      talk.send(`position ${openOnly(5)}`);
      await talk.listen(waits.thinking);
      const column = await talk.stop();
      if (column !== 1) {
        throw new Breach('`bestmove 1`, the only open column when `go` came', `\`bestmove ${column}\``);
      }
    },
  ),
  check(
    {
      id: 'setoption-thinking',
      level: 'should',
      sentence: 'bears `setoption` while it thinks',
      clause: UNEXPECTED,
      needs: ['setoption-values', 'isready-thinking'],
      advice:
        'Options are only set while the engine waits: ignore one in mid-search, or keep it for the next.',
    },
    async (talk) => {
      await talk.open();
      const [option] = talk.options;
      if (!option) return notOffered;
      await talk.think();
      const value = option.type === 'button' || option.type === 'unreadable' ? null : String(option.default);
      talk.send(formatGui({ kind: 'setoption', name: option.name, value }));
      await talk.ready();
      await talk.stop();
      return;
    },
  ),
  check(
    {
      id: 'go-unplaced',
      level: 'should',
      sentence: 'bears a `go` before any position',
      clause: UNEXPECTED,
      needs: ['go-again'],
      advice: 'Ignore `go` as long as no position was told, or search the empty board; do not end.',
    },
    async (talk) => {
      await talk.open();
      talk.send('go');
      await talk.listen(waits.thinking);
      talk.send('stop');
      await talk.listen(waits.thinking);
      await talk.ready();
      await talk.think(`position ${emptyBoard}`);
      await talk.stop();
    },
  ),
];

// CFP: how lines are written, over a whole conversation.

async function converse(talk: CfpTalk): Promise<void> {
  await talk.open();
  talk.send('debug on');
  await talk.think();
  await talk.stop();
  await talk.ready();
}

/** Of these, `option` lines have checks of their own. */
const spelling: ReadonlySet<string> = new Set(['letter-case', 'extra-blanks', 'unknown-word']);

export const writingChecks: readonly Check[] = [
  check(
    {
      id: 'only-commands',
      level: 'should',
      sentence: 'says nothing but commands of the text on stdout',
      clause: 'CFP, Engine to GUI',
      needs: ['stop-answers'],
      advice:
        'Write remarks as `info` lines, or to stderr. GUIs ignore other lines, and so does their reader.',
    },
    async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message === null) throw new Breach('commands of the text alone', quoted(line));
        if (message.kind === 'unreadable')
          throw new Breach('commands as in the text', `${message.fault}: ${quoted(line)}`);
      }
    },
  ),
  check(
    {
      id: 'spelling',
      level: 'should',
      sentence: 'spells its commands as the text does',
      clause: 'CFP, Engine to GUI',
      needs: ['stop-answers'],
      advice: 'Write commands in lower case at the beginning of the line, with one blank between words.',
    },
    async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message?.kind === 'option') continue;
        const odd = readEngine(line).oddities.find(({ name }) => spelling.has(name));
        if (odd) throw new Breach('commands as the text spells them', `${odd.text} In ${quoted(line)}`);
      }
    },
  ),
];
