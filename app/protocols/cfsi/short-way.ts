/** The short way of a search to a given depth, which one play answers. */
import type { Connect4Position } from '../../games/connect4/index.ts';
import type { DriverEvent, Search, ShortWay } from '../protocol.ts';
import type { BestmoveResponse } from './messages.ts';
import { answerOf, type Rounds } from './rounds.ts';
import type { Searches } from './searches.ts';
import { positionOf, type Ledger } from './states.ts';

const ANSWER = 'bestmove ';

export class CfsiShortWay implements ShortWay {
  readonly #ledger: Ledger<Rounds>;
  readonly #searches: Searches;
  /** How long a search for play may take, in ms. */
  readonly #longest: number;

  constructor(ledger: Ledger<Rounds>, searches: Searches, longest: number) {
    this.#ledger = ledger;
    this.#searches = searches;
    this.#longest = longest;
  }

  ask(search: Search, now: number): readonly string[] | null {
    const { limit, only, line } = search;
    if (limit.kind !== 'depth' || (only ?? null) !== null) return null;
    if (this.#ledger.state !== 'idle' || !this.#searches.isFree) return null;
    const begun = this.#searches.begin(search, now);
    if (begun === null) return null;
    const { line: play, rounds } = begun;
    this.#ledger.sentPlay(play, line.position as Connect4Position, limit.plies, now, rounds);
    return [play];
  }

  answer(line: string, now: number): readonly DriverEvent[] | null {
    const { exchange, plays } = this.#ledger;
    const column = columnOf(line);
    const [play] = plays;
    if (column === null || play === undefined || plays.length > 1) return null;
    const rounds = play.owner;
    if (rounds === null || !this.#searches.isServed(rounds)) return null;
    if (play.column !== null || play.board === null || column >= play.board.width) return null;
    exchange.comesIn();
    this.#ledger.answer(now);
    const heard: BestmoveResponse = {
      ...{ kind: 'bestmove', column, score: null, four: null, line: null, scores: null },
    };
    exchange.about(() => positionOf(play), answerOf(heard));
    const report = rounds.take(heard, play, now, this.#longest);
    return [{ kind: 'state', state: this.#ledger.state }, this.#searches.finish(report)];
  }
}

/** The column of an answer that names nothing else and is written as the text has it; null for any other line. */
function columnOf(line: string): number | null {
  const from = ANSWER.length;
  if (line.length !== from + 1 || !line.startsWith(ANSWER)) return null;
  const column = line.charCodeAt(from) - 48;
  return column >= 0 && column <= 9 ? column : null;
}
