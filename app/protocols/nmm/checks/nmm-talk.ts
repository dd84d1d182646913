/** A check's conversation in NMM: what scripts say again and again. */
import { formatPosition, morris, NAMES, type MorrisPosition } from '../../../games/morris/index.ts';
import { expectNone, scripted, CheckTalk, waits, type Said } from '../../check-talk.ts';
import { Breach, type CheckWire } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { AUTO, readSetting } from '../../settings.ts';
import { newgameLine } from '../commands.ts';
import { decodeMessage, type InfoHeard, type Message } from '../messages.ts';
import { writeMove } from '../moves.ts';

/** A check whose script talks NMM; it passes unless it says something else. */
export const check = scripted((wire) => new NmmTalk(wire));

/** White, whose four men are shut in, has one move: `M5-4`. */
export const forced = morris.parsePosition('w:5,12,15,17;b:1,8,11,13,14,16,20;w;18;0');

/** The same with the colours changed. */
export const forcedBlack = morris.parsePosition('w:1,8,11,13,14,16,20;b:5,12,15,17;b;19;0');

/** White can close the mill 0, 1, 2 by `M14-2`; the third man that Black loses then is the last that it may. */
export const winning = morris.parsePosition('w:0,1,14,22;b:9,13,19;w;18;0');

export const twoMen = morris.parsePosition('w:0,1,2,4,6;b:3,9;b;30;0');

export const told = (position: MorrisPosition): string => newgameLine(position, 'index');

export const isAnswer = ({ heard }: Message): boolean =>
  heard.kind === 'bestmove' || heard.kind === 'none' || heard.kind === 'unreadable-bestmove';

/** What comes at a search only. */
export const isOfSearch = (message: Message): boolean => isAnswer(message) || message.heard.kind === 'info';

/** Legal moves that are named where one was expected. */
const MOST_NAMED = 8;

function legalWords(position: MorrisPosition): string {
  const legal = morris.moves(position);
  const named = legal.slice(0, MOST_NAMED).map((move) => writeMove(move, 'index'));
  const more = legal.length > MOST_NAMED ? ` or another of ${legal.length}` : '';
  return `${named.join(', ')}${more} in ${formatPosition(position, 'index')}`;
}

export class NmmTalk extends CheckTalk<Message> {
  readonly #wire: CheckWire;
  /** Settings that its answers have shown in this conversation. */
  readonly #learned: Record<string, string> = {};

  constructor(wire: CheckWire) {
    super(wire, decodeMessage);
    this.#wire = wire;
  }

  /** With its points as this engine reads them; that they are to be numbers is for checks of their own. */
  override send(...lines: readonly string[]): void {
    super.send(...lines.map((line) => inDialect(line, { ...this.#wire.settings, ...this.#learned })));
  }

  /** With its points as numbers, as the text has them, not as the engine reads them. */
  sendAsWritten(...lines: readonly string[]): void {
    super.send(...lines);
  }

  /** In milliseconds since the engine was started. */
  get now(): number {
    return this.#wire.now;
  }

  /** Waits for the engine's own beginning. */
  async ready(): Promise<void> {
    await this.until(
      ({ heard }) => (heard.kind === 'ready' ? true : undefined),
      waits.opening,
      '`ready` when the engine has started',
    );
  }

  /** Waits for the engine and sends `init`, and these behind it; where points are in them, as it reads points. */
  async begin(...lines: readonly string[]): Promise<void> {
    await this.ready();
    this.send('init');
    if (lines.some((line) => /\d/.test(line))) await this.learn();
    this.send(...lines);
  }

  /**
   * Has it answer, where no setting says how it writes points: one that writes names may die of a move in numbers, and
   * read positions in either. Its board afterwards is to be replaced by a `newgame`.
   */
  async learn(): Promise<void> {
    const isOpen = (id: string): boolean => readSetting(this.#wire.settings?.[id] ?? AUTO).value === AUTO;
    if (!isOpen('moves') && !isOpen('positions')) return;
    const { heard } = (await this.go()).message;
    if (heard.kind !== 'bestmove' || heard.read.notation !== 'name') return;
    if (isOpen('moves')) this.#learned['moves'] = 'name';
    if (!isOpen('positions') || (await this.#takes(forced))) return;
    this.#learned['positions'] = 'name';
    if (!(await this.#takes(forced))) delete this.#learned['positions'];
  }

  /** Whether it answers a position by a move that is legal there. */
  async #takes(position: MorrisPosition): Promise<boolean> {
    this.send(told(position));
    const { heard } = (await this.go()).message;
    return heard.kind === 'bestmove' && morris.moves(position).includes(heard.read.move);
  }

  /** The same, and passes over its answers, so that what comes then is to what is sent then. */
  async settle(...lines: readonly string[]): Promise<void> {
    await this.begin(...lines);
    await this.listen(waits.thinking);
  }

  /** Any answer to a `go`. */
  async answered(
    expected = '`bestmove` after `go`',
    milliseconds: number = waits.answer,
  ): Promise<Said<Message>> {
    return this.until(
      (message, line) => (isAnswer(message) ? { line, message } : undefined),
      milliseconds,
      expected,
    );
  }

  /** Begins to think, and lets it for a moment. @returns its answer, where that has come by itself */
  async think(line = 'go'): Promise<Said<Message> | undefined> {
    await this.passOver();
    this.send(line);
    return (await this.listen(waits.thinking)).find(({ message }) => isAnswer(message));
  }

  /** Its answer, for which it is stopped where it thinks on. */
  async go(line = 'go'): Promise<Said<Message>> {
    const early = await this.think(line);
    if (early) return early;
    this.send('stop');
    return this.answered(`\`bestmove\` after \`${line.trim()}\` and \`stop\``);
  }

  /** Its move in a position that it stands on. @throws Breach where that is illegal */
  async legal(position: MorrisPosition, line = 'go'): Promise<number> {
    return expectLegal(position, await this.go(line));
  }

  /** @throws Breach where it says anything but that there is no move */
  async none(position: MorrisPosition): Promise<void> {
    const { line, message } = await this.go();
    if (message.heard.kind === 'none') return;
    throw new Breach(`\`bestmove none\` in ${formatPosition(position, 'index')}`, quoted(line));
  }

  /** Listens where nothing of a search is due. @throws Breach */
  async quiet(expected: string): Promise<void> {
    expectNone(await this.listen(waits.quiet), isOfSearch, expected);
  }

  /** What it tells in a search of some seconds until it answers. */
  async infos(): Promise<readonly Said<InfoHeard>[]> {
    await this.begin();
    this.send('go');
    const early = (await this.listen(waits.prompt)).some(({ message }) => isAnswer(message));
    if (!early) {
      this.send('stop');
      await this.answered();
    }
    const end = this.said.findIndex(({ message }) => isAnswer(message));
    return this.said
      .slice(0, end)
      .flatMap(({ line, message: { heard } }) => (heard.kind === 'info' ? [{ line, message: heard }] : []));
  }
}

/** @throws Breach where the answer is no legal move there */
export function expectLegal(position: MorrisPosition, { line, message }: Said<Message>): number {
  const { heard } = message;
  if (heard.kind === 'bestmove' && morris.moves(position).includes(heard.read.move)) return heard.read.move;
  throw new Breach(legalWords(position), quoted(line));
}

const POINTS = /\b\d{1,2}\b/g;

/**
 * A line with its points as the engine reads them, where a setting or its answers have shown that it needs names.
 * @param settings the protocol's, by id, as a driver is told them
 */
export function inDialect(line: string, settings: Readonly<Record<string, string>>): string {
  const named = (id: string): boolean => readSetting(settings[id] ?? '').value === 'name';
  if (/^\s*move\s/.test(line) && named('moves')) return line.replace(/\d{1,2}/g, nameOf);
  if (/^\s*newgame\s/.test(line) && named('positions')) {
    return line.replace(/[wb]:[\d,]*/g, (men) => men.replace(POINTS, nameOf));
  }
  return line;
}

const nameOf = (point: string): string => NAMES[Number(point)] ?? point;
