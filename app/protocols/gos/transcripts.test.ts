import { describe, expect, it } from 'vitest';
import { recordingsOf, textOfRecording, watch } from '../../../tests/support/recordings.ts';
import { gos } from './index.ts';

/** The driver's events for a recording in short. */
function storyOf(name: string): string[] {
  return watch(gos, name).steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      switch (event.kind) {
        case 'understood':
          return [event.what];
        case 'misuse':
          return [`misuse: ${event.text}`];
        case 'state':
          return [`[${event.state}]`];
        case 'learned':
          return [`${event.setting} are read as ${event.value}`];
        case 'oddity':
          return [event.oddity.name];
        default:
          return [event.kind];
      }
    }),
  );
}

/** The referee of these recordings ended games early. */
const unfounded = 'misuse: White is told to have won, and by the rules the game goes on.';

/** A bot's answer. The referee of these recordings always played another move. */
const asked = (...words: string[]): string[] => ['[thinking]', ...words, '[idle]'];

describe('the recorded bots', () => {
  it.each<[string, string[]]>([
    [
      'gos_greedy_black_strings.txt',
      [
        '[idle]',
        ...asked('enums are read as string', 'answered F8E7'),
        ...asked('answered F7F6'),
        unfounded,
        '[quitting]',
      ],
    ],
    ['gos_greedy_white_strings.txt', ['[idle]', ...asked('answered C3C4')]],
    [
      'gos_starter_black.txt',
      [
        '[idle]',
        ...asked('string-enum', 'enums are read as number', 'answered F4F5'),
        ...asked('string-enum', 'answered D5D6'),
        unfounded,
        '[quitting]',
      ],
    ],
    ['gos_starter_white.txt', ['[idle]', ...asked('string-enum', 'answered F5F4')]],
    ['gos_testbot_white.txt', ['[idle]', ...asked('answered D4D5')]],
  ])('%s', (name, story) => expect(storyOf(name)).toEqual(story));

  it.each(recordingsOf(gos))('%s: each line is read', (name) => {
    const lines = textOfRecording(name).match(/^ *[\d.]+ <-- *\S/gm) ?? [];
    const read = storyOf(name).filter((word) => /^answered |^(?:stray|unasked)-/.test(word));
    expect(read).toHaveLength(lines.length);
  });
});
