/** A check's conversation in CFSI, and the table that checks are made of. */
import { makePosition, parsePlacement, type Connect4Position } from '../../../games/connect4/index.ts';
import { Breach, type CheckWire } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { CheckTalk, expectNone, scripted, tabledFrom, waits, type Said } from '../../check-talk.ts';
import { encodeCommand } from '../commands.ts';
import { refusesPlay } from '../states.ts';
import { decodeResponse, type BestmoveResponse, type Heard } from '../messages.ts';

/** A check whose script talks CFSI; it passes unless it returns another outcome. */
export const check = scripted((wire) => new CfsiTalk(wire));

/** A table of checks whose scripts begin with a started server, unless `from` says otherwise. */
export const table = tabledFrom(
  check,
  {
    process: () => Promise.resolve(),
    started: (talk) => talk.start(),
    /** The server is working on a play that does not end by itself. */
    play: async (talk) => {
      await talk.start();
      await talk.think();
    },
  },
  'started',
);

/** A play: the board in rows from the bottom up, the token of the side to move, the depth in plies. */
export interface Play {
  readonly board: string;
  readonly token: 'x' | 'o';
  readonly depth: number;
  readonly column?: number;
}

export const usual: Play = { board: '7/7/7/7/7/7', token: 'x', depth: 2 };

/**
 * Too deep for most engines to finish within a check, but not deeper: scores shrink to 10^-(depth-1), and
 * single-precision floats end at 10^-38. A board of eight by seven still fits in 64 bits.
 */
export const endless: Play = { board: '8/8/8/8/8/8/8', token: 'x', depth: 24 };

/** A board of 7 by 6 without a four that is full except for one column. @param height pieces in that column */
export function openOnly(column: number, height = 0): Play {
  const rows = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 7 }, (__, x) => {
      if (x === column && row >= height) return '1';
      return ((x >> 1) + row) % 2 === 0 ? 'x' : 'o';
    }).join(''),
  );
  return { board: rows.join('/'), token: 'x', depth: 1 };
}

export const positionOf = ({ board, token }: Play): Connect4Position =>
  makePosition(parsePlacement(board), token === 'x' ? 0 : 1);

/** The answer with this column, for use in a sentence. */
export const columnWords = (column: number | null): string => `\`bestmove ${column ?? 'NULL'}\``;

export const isKind =
  (...kinds: readonly Heard['kind'][]) =>
  (heard: Heard): boolean =>
    kinds.includes(heard.kind);

/** Whether a response answers a play, readable or not. */
export const isBestmove = isKind('bestmove', 'unreadable-bestmove');

export class CfsiTalk extends CheckTalk<Heard> {
  constructor(wire: CheckWire) {
    super(wire, (line) => decodeResponse(line).heard);
  }

  async start(): Promise<void> {
    this.send('start');
    await this.#kind('started', waits.opening, '`started` after `start`');
  }

  /** Sends `ping` and waits for `pong`. */
  async ping(milliseconds: number = waits.answer): Promise<void> {
    await this.passOver();
    this.send('ping');
    await this.#kind('pong', milliseconds, '`pong` after `ping`');
  }

  play({ board, token, depth, column }: Play): void {
    this.send(encodeCommand({ kind: 'play', placement: board, token, depth, column: column ?? null }));
  }

  /** Waits for the line that answers a play, readable or not. */
  async answered(expected = '`bestmove` after `play`', milliseconds: number = waits.answer): Promise<string> {
    return (await this.untilOne(isBestmove, milliseconds, expected)).line;
  }

  /** Waits for an answer with a column or NULL. */
  async bestmove(
    expected = '`bestmove` after `play`',
    milliseconds: number = waits.answer,
  ): Promise<BestmoveResponse> {
    return this.until((heard) => (heard.kind === 'bestmove' ? heard : undefined), milliseconds, expected);
  }

  /** Sends a play and waits for the answer. */
  async ask(play: Play): Promise<BestmoveResponse> {
    await this.passOver();
    this.play(play);
    return this.bestmove();
  }

  /** Starts a play that does not end by itself, and lets it run for a moment. @throws Breach if it is refused */
  async think(): Promise<readonly Said<Heard>[]> {
    await this.passOver();
    this.play(endless);
    const said = await this.listen(waits.thinking);
    const refusal = said.find(({ message }) => message.kind === 'debug' && refusesPlay(message.text));
    if (refusal)
      throw new Breach(`a \`play\` of ${endless.depth} plies to be worked on`, quoted(refusal.line));
    return said;
  }

  /** Waits for a while in which no line of these kinds is due. @throws Breach if one arrives */
  async quiet(expected: string, ...kinds: readonly Heard['kind'][]): Promise<void> {
    expectNone(await this.listen(waits.quiet), isKind(...kinds), expected);
  }

  async #kind(kind: 'started' | 'pong', milliseconds: number, expected: string): Promise<void> {
    await this.untilOne(isKind(kind), milliseconds, expected);
  }
}
