/** A check's conversation in CFP, and the table that checks are made of. */
import { Breach, type CheckWire } from '../../conformance.ts';
import {
  CheckTalk,
  expectNone,
  scripted,
  tabledFrom,
  waits,
  type RowFrom,
  type Said,
} from '../../check-talk.ts';
import { formatGui, readEngine, type EngineMessage, type Unreadable } from '../messages.ts';
import { checkValue } from '../options.ts';
import type { EngineOption } from '../../../shapes/engines.ts';

export type CfpMessage = EngineMessage | Unreadable | null;

/** A check whose script talks CFP; it passes unless it returns another outcome. */
export const check = scripted((wire) => new CfpTalk(wire));

/** Where a script begins; in an open conversation by default. */
const beginnings = {
  process: () => Promise.resolve(),
  introduction: (talk: CfpTalk) => talk.introduce(),
  open: (talk: CfpTalk) => talk.open(),
  /** The engine searches the empty board. */
  search: async (talk: CfpTalk) => {
    await talk.open();
    await talk.think();
  },
};

export type Row = RowFrom<CfpTalk, keyof typeof beginnings>;
export const table = tabledFrom(check, beginnings, 'open');

/** The command of a line, readable or not. */
const commandOf = (message: CfpMessage): string | null =>
  message === null ? null : message.kind === 'unreadable' ? message.command : message.kind;

export const isCommand =
  (...commands: readonly string[]) =>
  (message: CfpMessage): boolean =>
    commands.includes(commandOf(message) ?? '');

/** A whole search; any column passes. */
export const searching =
  (position?: string, go?: string) =>
  async (talk: CfpTalk): Promise<void> => {
    await talk.search(position, go);
  };

/** @param why continues "`bestmove 3`, ". @throws Breach if the engine chose another column */
export function expectColumn(chosen: number, column: number, why: string): void {
  if (chosen !== column) throw new Breach(`\`bestmove ${column}\`, ${why}`, `\`bestmove ${chosen}\``);
}

/** The empty board, player 1 to play. */
export const emptyBoard = `${'0'.repeat(42)}1`;

/** A tile of player 1 at the bottom of the middle; player 2 to play. */
export const secondToPlay = `${'0'.repeat(38)}10002`;

/**
 * A board without a four that is full except for one column, with as many tiles of each player; player 1 to play.
 * @param height tiles in that column: an even number
 */
export function openOnly(column: number, height = 0): string {
  const cells = Array.from({ length: 42 }, (_, at) => {
    const [row, x] = [Math.floor(at / 7), at % 7];
    if (x === column && row < 6 - height) return '0';
    return ((x >> 1) + row) % 2 === 0 ? '1' : '2';
  });
  return `${cells.join('')}1`;
}

export class CfpTalk extends CheckTalk<CfpMessage> {
  readonly #values: NonNullable<CheckWire['values']>;

  constructor(wire: CheckWire) {
    super(wire, (line) => readEngine(line).message);
    this.#values = wire.values ?? {};
  }

  /** Sends `cfp` and waits for the end of the introduction. */
  async introduce(milliseconds: number = waits.opening): Promise<void> {
    this.send('cfp');
    await this.untilOne(isCommand('cfpok'), milliseconds, '`cfpok` after `cfp`');
  }

  /** Goes from the start to the first `readyok`, and sets the user's options, without which some engines do nothing. */
  async open(): Promise<void> {
    await this.introduce();
    this.send(...this.#chosen());
    await this.ready(waits.opening);
  }

  /** Sends `isready` and waits for its answer. */
  async ready(milliseconds: number = waits.answer): Promise<void> {
    await this.passOver();
    this.send('isready');
    await this.untilOne(isCommand('readyok'), milliseconds, '`readyok` after `isready`');
  }

  /** Sends a position, waits for `readyok`, and lets the engine think for a moment. */
  async think(position = `position ${emptyBoard}`, go = 'go'): Promise<readonly Said<CfpMessage>[]> {
    this.send(position);
    await this.ready();
    this.send(go);
    return this.listen(waits.thinking);
  }

  /** Sends `stop` and waits for a column. */
  async stop(milliseconds: number = waits.answer): Promise<number> {
    const early = this.said.findLast(({ message }) => isCommand('bestmove', 'readyok')(message));
    this.send('stop');
    try {
      return await this.until(
        (message) => (message?.kind === 'bestmove' ? message.column : undefined),
        milliseconds,
        '`bestmove` and a column after `stop`',
      );
    } catch (error) {
      if (!(error instanceof Breach) || !isCommand('bestmove')(early?.message ?? null)) throw error;
      const instead = `\`${early!.line}\` before \`stop\`, and ${error.instead} after it`;
      throw new Breach(error.expected, instead, error.ended);
    }
  }

  /** Lets the engine think for a moment, then stops it. @returns its column */
  async search(position?: string, go?: string): Promise<number> {
    await this.think(position, go);
    return this.stop();
  }

  /** The column that the engine chooses on a board of another game. */
  async choose(board: string): Promise<number> {
    this.send('cfpnewgame');
    const column = await this.search(`position ${board}`);
    // By then, a second answer to the same request has arrived.
    await this.ready();
    return column;
  }

  /** Waits for a while in which no `bestmove` is due. @throws Breach if one arrives */
  async quiet(expected: string, milliseconds: number = waits.quiet): Promise<void> {
    expectNone(await this.listen(milliseconds), isCommand('bestmove'), expected);
  }

  #chosen(): string[] {
    return this.options.flatMap((option) => {
      const value = this.#values[option.name];
      if (value === undefined) return [];
      const checked = checkValue(option, value);
      return 'value' in checked
        ? [formatGui({ kind: 'setoption', name: option.name, value: checked.value })]
        : [];
    });
  }

  /** The options of the introduction. */
  get options(): readonly EngineOption[] {
    return this.said.flatMap(({ message }) => (message?.kind === 'option' ? [message.option] : []));
  }
}
