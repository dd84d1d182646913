/** QTP: what an engine hears through: blank lines, comments, and every form that the text allows. */
import type { Check } from '../../conformance.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { check, scene } from './qtp-talk.ts';

const INPUT = 'QTP, Preprocessing';
const COMMENTS = 'QTP, Comments';
const EMPTY = 'QTP, Empty lines';

/** A check that nothing answers such lines. */
const unanswered = (fields: Omit<Check, 'run'>, ...lines: readonly string[]): Check =>
  check(fields, async (talk) => {
    await talk.ask('name');
    await talk.listen(waits.thinking);
    talk.send(...lines);
    expectNone(await talk.listen(waits.quiet), ({ kind }) => kind === 'answer', 'no response');
  });

const begin = ['= boardsize 9', '= clear_board'];

const formAdvice =
  'Compare the word in lower case with all forms of the text before you take it for an error.';

export const readingChecks: readonly Check[] = [
  unanswered(
    {
      id: 'blank-lines',
      level: 'must',
      sentence: 'does not answer empty lines and lines of blanks',
      clause: EMPTY,
      needs: ['answers-once'],
      advice: 'Drop such a line before you look for a command in it.',
    },
    '',
    '   ',
  ),
  unanswered(
    {
      id: 'comment-lines',
      level: 'must',
      sentence: 'does not answer a line that is a comment',
      clause: COMMENTS,
      needs: ['answers-once'],
      advice: 'Cut each line at its `#`, and drop it where nothing is left.',
    },
    '# a comment',
  ),
  check(
    {
      id: 'comment-behind',
      level: 'must',
      sentence: 'obeys a command with a comment behind it',
      clause: COMMENTS,
      needs: ['boardsize'],
      advice: 'Cut each line at its `#` before you part it into words.',
    },
    (talk) => talk.follow('= boardsize 9 # the usual board'),
  ),
  check(
    {
      id: 'tabs',
      level: 'must',
      sentence: 'takes a tab for a blank',
      clause: INPUT,
      needs: ['walls'],
      advice: 'Turn each tab into a space before you part a line into words.',
    },
    (talk) => talk.follow(...begin, '= walls\t10'),
  ),
  check(
    {
      id: 'carriage-returns',
      level: 'must',
      sentence: 'reads lines that end with CR and LF',
      clause: INPUT,
      needs: ['clear-board'],
      advice: 'Discard every CR that comes in: controllers on Windows write one.',
    },
    (talk) => talk.follow('= boardsize 9\r', '= clear_board\r'),
  ),
  check(
    {
      id: 'control-characters',
      level: 'should',
      sentence: 'discards control characters that come in',
      clause: INPUT,
      needs: ['clear-board'],
      advice: 'Discard the characters 0 to 31 and 127, but HT and LF, before anything else.',
    },
    (talk) => talk.follow('= boardsize 9', '= clear\u0001_board'),
  ),
  check(
    {
      id: 'command-case',
      level: 'should',
      sentence: 'takes a command in capital letters for another one',
      clause: 'QTP, Entities, string',
      needs: ['boardsize', 'unknown-fails'],
      advice:
        "Compare commands as they are: strings are case sensitive, and a private extension's may be close.",
    },
    async (talk) => {
      await talk.refused('CLEAR_BOARD');
    },
  ),
  scene(
    {
      id: 'vertex-case',
      level: 'must',
      sentence: 'reads a vertex in small letters',
      clause: 'QTP, Entities, vertex',
      needs: ['playmove'],
      advice: formAdvice,
    },
    10,
    '= playmove black e8',
  ),
  scene(
    {
      id: 'color-short',
      level: 'must',
      sentence: 'reads `b` and `w` as colours',
      clause: 'QTP, Entities, color',
      needs: ['playmove', 'playmove-white'],
      advice: formAdvice,
    },
    10,
    '= playmove b E8',
    '= playmove w E2',
  ),
  scene(
    {
      id: 'color-case',
      level: 'must',
      sentence: 'reads colours in capital letters',
      clause: 'QTP, Entities, color',
      needs: ['playmove', 'playmove-white'],
      advice: formAdvice,
    },
    10,
    '= playmove BLACK E8',
    '= playmove White E2',
  ),
  scene(
    {
      id: 'orientation-short',
      level: 'must',
      sentence: 'reads `h` and `v` as orientations',
      clause: 'QTP, Entities, orientation',
      needs: ['playwall-white', 'playwall-vertical'],
      advice: formAdvice,
    },
    10,
    '= playwall black D5 h',
    '= playwall white F5 v',
  ),
  scene(
    {
      id: 'orientation-case',
      level: 'must',
      sentence: 'reads orientations in capital letters',
      clause: 'QTP, Entities, orientation',
      needs: ['playwall-white', 'playwall-vertical'],
      advice: formAdvice,
    },
    10,
    '= playwall black D5 Horizontal',
    '= playwall white F5 VERTICAL',
  ),
];
