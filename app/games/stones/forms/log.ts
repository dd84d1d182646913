/** The match log of the original viewer, as a form. */
import type { WordsForm } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import { fromLogged, isLog, logged } from '../match-log.ts';
import { parseMove } from '../notation.ts';
import type { StonesPosition } from '../rules.ts';

/** Actions with blanks between them are our moves. */
const loneAction = /^\s*(?:pass|[a-z]\d[a-z]\d)\s*$/i;

export const gosLog: WordsForm<StonesPosition, number> = {
  ...{ kind: 'words', id: 'gos-log', name: "the original viewer's match log" },
  examples: ['D6D5E1D1PASS', 'D6D5E1D1H1H2E9F8'],
  aLineEach: true,
  fromInitial: true,
  line: (text) => (isLog(text) || loneAction.test(text) ? { begin: 0 } : null),
  parts(word) {
    const parts = word.match(/pass|[a-z]\d[a-z]\d/gi) ?? [];
    if (parts.join('').length === word.length) return parts;
    throw new BadNotation(`${quote(word)} is not a row of actions such as D1E1F3F4`);
  },
  readMove: (position, word) => fromLogged(parseMove(position, word)),
  moveText: (_position, move) => logged(move),
  between: '',
};
