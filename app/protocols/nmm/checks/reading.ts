/** NMM: lines that are written otherwise than most. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, forced, isOfSearch, told } from './nmm-talk.ts';

const BLANKS = 'NMM, arbitrary whitespace around tokens';
const EXTRA = 'NMM, extra invalid tokens are ignored';

/** A line after which nothing is due, and the engine lives on. */
async function passesBy(talk: Parameters<Parameters<typeof check>[1]>[0], line: string, what: string) {
  await talk.settle();
  talk.send(line);
  const answer = (await talk.listen(waits.thinking)).find(({ message }) => isOfSearch(message));
  if (answer) throw new Breach(`no answer to ${what}`, `\`${answer.line}\``);
  await talk.go();
}

export const readingChecks: readonly Check[] = [
  check(
    {
      id: 'blanks',
      level: 'must',
      sentence: 'reads commands with blanks and tabs around their tokens',
      clause: BLANKS,
      needs: ['go-noplay'],
      advice: 'Split a line at runs of blanks and tabs, and drop those at its ends.',
    },
    async (talk) => {
      await talk.begin(`  ${told(forced).replace(' ', ' \t ')}  `);
      await talk.legal(forced, '\tgo   noplay ');
      await talk.legal(forced, 'go');
    },
  ),
  check(
    {
      id: 'extra-tokens',
      level: 'must',
      sentence: 'ignores tokens behind a command that mean nothing',
      clause: EXTRA,
      needs: ['go-noplay'],
      advice: 'Carry out a command by the tokens that you know, and pass by the others.',
    },
    async (talk) => {
      await talk.begin(`${told(forced)} joho`);
      await talk.legal(forced, 'go noplay joho');
      await talk.legal(forced, 'go joho');
    },
  ),
  check(
    {
      id: 'unknown-lives',
      level: 'must',
      sentence: 'lives on after lines that it does not know',
      clause: EXTRA,
      needs: ['go'],
      advice: 'Never end at a line: a GUI that is newer than your engine knows more commands.',
    },
    async (talk) => {
      await talk.settle();
      talk.send('joho', 'joho 1 2 3', '');
      await talk.listen(waits.thinking);
      await talk.go();
    },
  ),
  check(
    {
      id: 'unknown-command',
      level: 'should',
      sentence: 'passes by a line of which it knows no token',
      clause: EXTRA,
      needs: ['unknown-lives'],
      advice: 'Leave such a line alone, or complain on stderr.',
    },
    (talk) => passesBy(talk, 'joho', 'an unknown line'),
  ),
  check(
    {
      id: 'empty-line',
      level: 'should',
      sentence: 'passes by an empty line',
      clause: BLANKS,
      needs: ['unknown-lives'],
      advice: 'A line without a token is no command; look that there is a first token before you take it.',
    },
    (talk) => passesBy(talk, '', 'an empty line'),
  ),
];
