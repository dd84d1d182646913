/** CFP: the options that an engine offers, and how it accepts values for them. */
import { Breach, notOffered } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf, formatGui, readEngine } from '../messages.ts';
import { optionKey } from '../options.ts';
import { emptyBoard, table, type CfpTalk } from './cfp-talk.ts';
import type { EngineOption } from '../../../shapes/engines.ts';

/** Names that make `setoption` ambiguous, according to the text. */
const ambiguous = /name|value/i;

/**
 * Values that the option must accept. The maximum of a spin is left out: as the size of a table, it may exceed the
 * machine's memory.
 */
function valuesFor(option: EngineOption): readonly (string | null)[] {
  switch (option.type) {
    case 'button':
      return [null];
    case 'check':
      return ['true', 'false', String(option.default)];
    case 'combo':
      return [...option.vars, option.default];
    case 'spin':
      return [String(option.min), String(option.default)];
    case 'string':
      return [option.default];
    case 'unreadable':
      return [];
  }
}

export const optionChecks = table([
  {
    id: 'options-readable',
    sentence: 'writes `option` lines from which a dialog can be made',
    clause: clauseOf('option'),
    needs: ['cfpok'],
    advice:
      'Write each option on a line of its own like `option name Search Depth type spin default -1 min -1 max 100`: a name, one of the five types, a default where the type has one, min and max for a spin, a var for each choice of a combo.',
    from: 'introduction',
    run: async (talk) => {
      if (talk.options.length === 0) return notOffered;
      for (const option of talk.options) {
        if (option.type !== 'unreadable') continue;
        throw new Breach('options as in the examples of the text', `${option.fault}: ${quoted(option.line)}`);
      }
      return undefined;
    },
  },
  {
    id: 'options-plain',
    level: 'should',
    sentence: 'writes its `option` lines as the text does, with the words that belong to their type',
    clause: clauseOf('option'),
    needs: ['options-readable'],
    advice:
      'Write keywords and types in lower case with one blank between words, and leave out what means nothing for a type, such as min for a string.',
    from: 'introduction',
    run: async (talk) => {
      for (const { line, message } of talk.said) {
        if (message?.kind !== 'option') continue;
        const odd = readEngine(line).oddities.find(({ name }) => name !== 'ambiguous-name');
        if (odd)
          throw new Breach('option lines as in the examples of the text', `${odd.text} In ${quoted(line)}`);
      }
    },
  },
  {
    id: 'option-names-differ',
    level: 'should',
    sentence: 'sends one line for each option, and no two of one name',
    clause: clauseOf('option'),
    needs: ['options-readable'],
    advice: 'Give each option a name of its own; names that differ only in letter case are the same.',
    from: 'introduction',
    run: async (talk) => {
      const seen = new Set<string>();
      for (const { name } of talk.options) {
        if (seen.has(optionKey(name))) throw new Breach('a name for each option', `${quoted(name)} twice`);
        seen.add(optionKey(name));
      }
    },
  },
  {
    id: 'option-names-plain',
    level: 'should',
    sentence: 'has neither `name` nor `value` in the names of its options',
    clause: clauseOf('setoption'),
    needs: ['options-readable'],
    advice: 'Rename the option: with these words in it `setoption` is ambiguous.',
    from: 'introduction',
    run: async (talk) => {
      const found = talk.options.find(({ name }) => ambiguous.test(name));
      if (found) throw new Breach('names without `name` and `value`', quoted(found.name));
    },
  },
  {
    id: 'setoption-values',
    sentence: 'takes `setoption` for every option that it offers, and is ready afterwards',
    clause: clauseOf('setoption'),
    needs: ['options-readable', 'isready'],
    advice:
      'Read the name up to the word `value`, which a button does not have, compare it without letter case, and do not end or hang at a value that you yourself offer.',
    run: async (talk) => {
      for (const option of talk.options) {
        for (const value of valuesFor(option)) {
          talk.send(formatGui({ kind: 'setoption', name: option.name, value }));
          // Names and values are not case sensitive, except that a string means what the engine makes of it.
          const other = option.type === 'string' ? value : (value?.toUpperCase() ?? null);
          talk.send(formatGui({ kind: 'setoption', name: option.name.toUpperCase(), value: other }));
        }
        await talk.ready(waits.opening);
      }
      await talk.quiet('no `bestmove` after `setoption`');
    },
  },
]);

// CFP: the debug mode. An info does not show whether it is a debug output, so infos are counted.

async function infosDuring(talk: CfpTalk, work: () => Promise<unknown>): Promise<number> {
  const before = talk.said.length;
  await work();
  return talk.said.slice(before).filter(({ message }) => message?.kind === 'info').length;
}

/** Infos during a few commands that need no thinking. */
const infos = (talk: CfpTalk): Promise<number> =>
  infosDuring(talk, async () => {
    for (let round = 0; round < 2; round++) {
      talk.send(`position ${emptyBoard}`);
      await talk.ready();
    }
    await talk.listen(waits.thinking);
  });

/** Waits for the engine's output about the command itself, which counts for neither mode. */
async function changeMode(talk: CfpTalk, command: 'debug on' | 'debug off'): Promise<void> {
  talk.send(command);
  await talk.ready();
  await talk.listen(waits.thinking);
}

export const debugChecks = table([
  {
    id: 'debug-on',
    level: 'should',
    sentence: 'sends `info` lines after `debug on`',
    clause: clauseOf('debug'),
    needs: ['stop-answers', 'debug-lives'],
    advice:
      'In debug mode print what helps to find a fault, such as each command that you receive, as `info` lines.',
    run: async (talk) => {
      talk.send('debug on');
      const count = await infosDuring(talk, async () => {
        await talk.search();
        await talk.ready();
      });
      if (count === 0) throw new Breach('an `info` during a search in debug mode', 'none');
    },
  },
  {
    id: 'debug-off-first',
    level: 'should',
    sentence: 'says less before `debug on` than after it',
    clause: clauseOf('debug'),
    needs: ['debug-on'],
    advice: 'Begin with the debug mode switched off.',
    run: async (talk) => {
      const before = await infos(talk);
      await changeMode(talk, 'debug on');
      const on = await infos(talk);
      const counts = `${before} before, ${on} after`;
      if (before > 0 && before >= on)
        throw new Breach('fewer `info` lines before `debug on` than after it', counts);
    },
  },
  {
    id: 'debug-off',
    level: 'should',
    sentence: 'says less after `debug off` than after `debug on`',
    clause: clauseOf('debug'),
    needs: ['debug-on'],
    advice: 'Switch the debug mode off at `debug off`.',
    run: async (talk) => {
      await changeMode(talk, 'debug on');
      const on = await infos(talk);
      await changeMode(talk, 'debug off');
      const off = await infos(talk);
      const counts = `${on} after \`debug on\`, ${off} after \`debug off\``;
      if (off > 0 && off >= on) throw new Breach('fewer `info` lines after `debug off`', counts);
    },
  },
]);
