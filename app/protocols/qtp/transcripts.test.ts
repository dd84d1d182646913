import { describe, expect, it } from 'vitest';
import { recordingsOf, watch } from '../../../tests/support/recordings.ts';
import type { Observed } from '../testing/recordings.ts';
import { oddities } from './driver.fixture.ts';
import { qtp } from './index.ts';

/** The outcome of each command, in order. */
const story = (steps: readonly Observed[]): string[] =>
  steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.kind === 'understood' && /^(answered|refused|no answer): /.test(event.what))
        return [event.what];
      return event.kind === 'drawing' ? [`drawn: ${event.lines.length} lines`] : [];
    }),
  );

const countOddities = (steps: readonly Observed[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of steps.flatMap(({ events }) => oddities(events))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const ok = (...commands: string[]): string[] => commands.map((command) => `answered: "${command}"`);

/** The commands that the referee sends to every engine, and their outcomes; the oddities differ. */
const referee = (
  known: readonly [string, string],
  walls: string,
  outside: string,
  pawn: string,
  [first, second, third]: readonly [string, string, string],
): string[] => [
  ...known,
  ...ok('list_commands', 'boardsize 9', 'clear_board', 'walls 10'),
  'drawn: 21 lines',
  'answered: "winner": "false"',
  `answered: "genmove black": "${first}"`,
  ...ok('playmove white E2', 'playwall black E2 horizontal'),
  `refused: "playwall white E2 vertical": "${walls}"`,
  `refused: "playwall white F2 horizontal": "${walls}"`,
  `refused: "playwall white I2 horizontal": "${outside}"`,
  `refused: "playwall white A1 horizontal": "${outside}"`,
  `refused: "playmove white A9": "${pawn}"`,
  ...ok('playmove white D2', 'playwall white A9 vertical', 'playwall black B9 vertical'),
  'drawn: 21 lines',
  `answered: "genmove white": "${second}"`,
  `answered: "genmove black": "${third}"`,
  ...ok('boardsize 3', 'clear_board', 'walls 0', 'playmove black B2', 'playmove white B3'),
  'answered: "winner": "true white"',
  'drawn: 9 lines',
  ...ok(
    'boardsize 5',
    'clear_board',
    'walls 5',
    'playwall black A2 horizontal',
    'playwall white C2 horizontal',
  ),
  `refused: "playwall black D2 vertical": "${walls}"`,
  ...ok('playwall black D3 vertical'),
  `refused: "playwall black D5 vertical": "${walls}"`,
];

const know = (mark: 'answered' | 'refused', genmove: string, foo: string): [string, string] => [
  `answered: "known_command genmove": "${genmove}"`,
  `${mark}: "known_command foo": "${foo}"`,
];

describe('the recorded engines, with every answer to its command', () => {
  it('one that tells most things by the text', () => {
    const steps = watch(qtp, 'qtp_bin_cup_ipquoridor.1.9_ref.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name'),
      ...referee(know('refused', 'true', 'false'), 'illegal move', 'illegal move', 'illegal move', [
        'e8',
        'd3',
        'd8',
      ]),
      'drawn: 13 lines',
      ...ok('quit'),
    ]);
    expect(countOddities(steps)).toEqual({ 'unexpected-failure': 1 });
  });

  it('one that ends no answer with a blank line and knows commands upside down', () => {
    const steps = watch(qtp, 'qtp_bin_cup_ABC.9_ref.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name'),
      'refused: "known_command genmove": "false"',
      'refused: "known_command foo": "true"',
      ...referee(['', ''], 'illegal move', 'illegal move', 'illegal move', ['e8', 'd3', 'e7']).slice(2),
    ]);
    expect(countOddities(steps)).toEqual({ 'missing-blank-line': 38, 'unexpected-failure': 2 });
  });

  it('one that draws before its mark, indents its list and misspells it', () => {
    const steps = watch(qtp, 'qtp_giorgosnikolaou_ref.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name'),
      ...referee(know('answered', 'true', 'false'), 'illegal move', 'illegal move', 'illegal move', [
        'e8',
        'd3',
        'e7',
      ]),
      'drawn: 13 lines',
      ...ok('quit'),
    ]);
    expect(countOddities(steps)).toEqual({
      tab: 13,
      'extra-blanks': 1,
      'missing-blank-line': 1,
      'misspelt-command': 1,
      'text-before-mark': 4,
    });
  });

  it('one that has errors without a mark and a blank line before its list', () => {
    const steps = watch(qtp, 'qtp_misas_ref.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name'),
      ...referee(
        know('refused', 'true', 'false'),
        'Cannot place wall',
        'Error! struct move is out of bounds',
        'Illegal move',
        ['e8', 'd3', 'e7'],
      ),
      'drawn: 13 lines',
      ...ok('quit'),
    ]);
    expect(countOddities(steps)).toEqual({
      'unexpected-failure': 1,
      'blank-line-in-answer': 5,
      'extra-blanks': 4,
      'other-error': 7,
      'unmarked-answer': 2,
    });
  });

  it('one that leaves quit without an answer', () => {
    const steps = watch(qtp, 'qtp_petropoulakis_ref.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name'),
      ...referee(know('refused', 'true', 'false'), 'illegal move', 'illegal move', 'illegal move', [
        'e8',
        'd3',
        'e7',
      ]),
      'drawn: 13 lines',
    ]);
    expect(countOddities(steps)).toEqual({ 'unexpected-failure': 1 });
  });

  it('one that answers undo only when the next command comes', () => {
    const steps = watch(qtp, 'qtp_petropoulakis_undo.txt').steps;
    expect(story(steps).slice(5)).toEqual([...ok('undo', 'undo 1', 'undo'), 'drawn: 21 lines']);
    expect(countOddities(steps)).toEqual({});
  });

  it('one that never answers undo 1, and dies of undo', () => {
    const steps = watch(qtp, 'qtp_giorgosnikolaou_undo.txt').steps;
    expect(story(steps).slice(5)).toEqual(ok('undo'));
    expect(countOddities(steps)).toEqual({});
  });

  it('one of the token dialect, which is found out by its first wall', () => {
    const steps = watch(qtp, 'qtp_zquoridor.txt').steps;
    expect(story(steps)).toEqual([
      ...ok('name', 'list_commands', 'boardsize 9', 'clear_board', 'walls 10'),
      'answered: "genmove black": "e8"',
      ...ok('playmove white E2'),
      'refused: "playwall black E2 horizontal": "syntax error"',
      ...ok('playwall black e2h'),
      'refused: "playwall white A9 vertical": "syntax error"',
      ...ok('playwall white a8v'),
      'drawn: 19 lines',
      // Its d2v is our d3v.
      'answered: "genmove black": "d3v"',
      'answered: "winner": "false"',
      ...ok('undo 2'),
      'refused: "boardsize 5": "unacceptable size"',
      ...ok('quit'),
    ]);
    expect(countOddities(steps)).toEqual({ 'token-wall': 1 });
    const learned = steps.flatMap(({ events }) => events.filter(({ kind }) => kind === 'learned'));
    expect(learned).toEqual([{ kind: 'learned', setting: 'walls', value: 'token' }]);
  });
});

describe('every recording', () => {
  it.each(recordingsOf(qtp))('%s: no line vanishes, none is a fault', (name) => {
    for (const { entry, events } of watch(qtp, name).steps) {
      if (entry.mark === '<--') expect(events.length, entry.text).toBeGreaterThan(0);
      expect(events.some(({ kind }) => kind === 'fault' || kind === 'send' || kind === 'misuse')).toBe(false);
    }
  });
});
