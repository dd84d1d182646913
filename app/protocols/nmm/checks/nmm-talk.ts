/** A check's conversation in NMM. */
import { formatPosition, morris, NAMES, type MorrisPosition } from '../../../games/morris/index.ts';
import {
  CheckTalk,
  expectNone,
  ifShown,
  scripted,
  settling,
  tabled,
  waits,
  type Said,
} from '../../check-talk.ts';
import { Breach, type CheckWire } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { AUTO, readSetting } from '../../settings.ts';
import { newgameLine } from '../commands.ts';
import {
  decodeMessage,
  oddity,
  type DecodedMessage,
  type InfoMessage,
  type OddityName,
  writeMove,
} from '../messages.ts';

/** Makes a check of a script that talks NMM; it passes unless the script returns another outcome. */
export const check = scripted((wire) => new NmmTalk(wire));
export const table = tabled(check);

/** White has one move, `M5-4`: its other men are blocked. */
export const forced = morris.parsePosition('w:5,12,15,17;b:1,8,11,13,14,16,20;w;18;0');

/** The same with colours exchanged. */
export const forcedBlack = morris.parsePosition('w:1,8,11,13,14,16,20;b:5,12,15,17;b;19;0');

/** White closes a mill by `M14-2` and takes one of Black's last three men. */
export const winning = morris.parsePosition('w:0,1,14,22;b:9,13,19;w;18;0');

export const twoMen = morris.parsePosition('w:0,1,2,4,6;b:3,9;b;30;0');

export const told = (position: MorrisPosition): string => newgameLine(position, 'index');

export const isAnswer = ({ heard }: DecodedMessage): boolean =>
  heard.kind === 'bestmove' || heard.kind === 'none' || heard.kind === 'unreadable-bestmove';

/** Whether a message belongs to a search. */
export const isOfSearch = (message: DecodedMessage): boolean =>
  isAnswer(message) || message.heard.kind === 'info';

/** The most legal moves that a breach names. */
const MOST_NAMED = 8;

function legalWords(position: MorrisPosition): string {
  const legal = morris.moves(position);
  const named = legal.slice(0, MOST_NAMED).map((move) => writeMove(move, 'index'));
  const more = legal.length > MOST_NAMED ? ` or another of ${legal.length}` : '';
  return `${named.join(', ')}${more} in ${formatPosition(position, 'index')}`;
}

export class NmmTalk extends CheckTalk<DecodedMessage> {
  readonly #wire: CheckWire;
  /** Settings that the answers of this conversation have shown. */
  readonly #learned: Record<string, string> = {};

  constructor(wire: CheckWire) {
    let awaitsReady = true;
    super(wire, (line) => {
      const decoded = decodeMessage(line, awaitsReady);
      if (decoded.heard.kind === 'ready') awaitsReady = false;
      return decoded;
    });
    this.#wire = wire;
  }

  /** Writes points as this engine reads them: checks of their own require numbers. */
  override send(...lines: readonly string[]): void {
    super.send(...lines.map((line) => inDialect(line, { ...this.#wire.settings, ...this.#learned })));
  }

  /** Writes points as numbers, as the text does. */
  sendAsWritten(...lines: readonly string[]): void {
    super.send(...lines);
  }

  /** Milliseconds since the engine was started. */
  get now(): number {
    return this.#wire.now;
  }

  async ready(): Promise<void> {
    await this.until(
      ({ heard }) => (heard.kind === 'ready' ? true : undefined),
      waits.opening,
      '`ready` when the engine has started',
    );
  }

  /** Waits for `ready` and sends `init` and these lines, with points as the engine reads them. */
  async begin(...lines: readonly string[]): Promise<void> {
    await this.ready();
    this.send('init');
    if (lines.some((line) => /\d/.test(line))) await this.#learn();
    this.send(...lines);
  }

  /**
   * Finds out the notation if no setting names it: an engine that writes names may crash at a move in numbers, and may
   * read positions in either notation. The caller must send a `newgame` next.
   */
  async #learn(): Promise<void> {
    const isOpen = (id: string): boolean => readSetting(this.#wire.settings?.[id] ?? AUTO).value === AUTO;
    if (!isOpen('moves') && !isOpen('positions')) return;
    const { heard } = (await this.go()).message;
    if (heard.kind !== 'bestmove' || heard.read.notation !== 'name') return;
    if (isOpen('moves')) this.#learned['moves'] = 'name';
    if (!isOpen('positions') || (await this.#takes(forced))) return;
    this.#learned['positions'] = 'name';
    if (!(await this.#takes(forced))) delete this.#learned['positions'];
  }

  /** Begins, and finds out the notation for lines that are sent later, the first of which must be a `newgame`. */
  async prepare(): Promise<void> {
    await this.begin();
    await this.#learn();
  }

  /** Whether the engine answers a position with a move that is legal there. */
  async #takes(position: MorrisPosition): Promise<boolean> {
    this.send(told(position));
    const { heard } = (await this.go()).message;
    return heard.kind === 'bestmove' && morris.moves(position).includes(heard.read.move);
  }

  /** Like `begin`, but skips the answers, so that later lines answer later commands. */
  async settle(...lines: readonly string[]): Promise<void> {
    await this.begin(...lines);
    await this.listen(waits.thinking);
  }

  async answered(
    expected = '`bestmove` after `go`',
    milliseconds: number = waits.answer,
  ): Promise<Said<DecodedMessage>> {
    return this.until(
      (message, line) => (isAnswer(message) ? { line, message } : undefined),
      milliseconds,
      expected,
    );
  }

  /** Lets the engine think for a moment. @returns its answer, if it has already arrived */
  async think(line = 'go'): Promise<Said<DecodedMessage> | undefined> {
    await this.passOver();
    this.send(line);
    return (await this.listen(waits.thinking)).find(({ message }) => isAnswer(message));
  }

  /** Waits for the engine's answer, and stops the engine if necessary. */
  async go(line = 'go'): Promise<Said<DecodedMessage>> {
    const early = await this.think(line);
    return early ?? this.#stopped(line);
  }

  async #stopped(line: string): Promise<Said<DecodedMessage>> {
    this.send('stop');
    return this.answered(`\`bestmove\` after \`${line.trim()}\` and \`stop\``);
  }

  /** The answers to `go` in these positions, each as soon as it comes; an engine that thinks on is stopped. */
  async inEach(
    positions: readonly MorrisPosition[],
    judge: (position: MorrisPosition, answer: Said<DecodedMessage>) => void,
  ): Promise<void> {
    for (const position of positions) {
      await this.passOver();
      this.send(told(position), 'go');
      const early = await ifShown(() => this.answered(undefined, settling));
      judge(position, early ?? (await this.#stopped('go')));
    }
  }

  /** The engine's move in its current position. @throws Breach if the move is illegal */
  async legal(position: MorrisPosition, line = 'go'): Promise<number> {
    return expectLegal(position, await this.go(line));
  }

  /** @throws Breach unless the engine reports that there is no move */
  async none(position: MorrisPosition): Promise<void> {
    expectOver(position, await this.go());
  }

  /** Waits for silence. @throws Breach if a message of a search arrives */
  async quiet(expected: string): Promise<void> {
    expectNone(await this.listen(waits.quiet), isOfSearch, expected);
  }

  /** The infos of a search of some seconds. */
  async infos(): Promise<readonly Said<InfoMessage>[]> {
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

/** Sends a position and expects a legal move. */
export const legalIn =
  (position: MorrisPosition, line = told(position)) =>
  async (talk: NmmTalk): Promise<void> => {
    await talk.begin(line);
    await talk.legal(position);
  };

/** @throws Breach at the first line that deviates in one of these ways */
export function expectWithout(
  lines: readonly { readonly line: string }[],
  names: readonly OddityName[],
  expected: string,
): void {
  for (const { line } of lines) {
    const fault = decodeMessage(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

/** @throws Breach unless the answer is a legal move there */
export function expectLegal(position: MorrisPosition, { line, message }: Said<DecodedMessage>): number {
  const { heard } = message;
  if (heard.kind === 'bestmove' && morris.moves(position).includes(heard.read.move)) return heard.read.move;
  throw new Breach(legalWords(position), quoted(line));
}

/** @throws Breach unless the answer is that there is no move */
export function expectOver(position: MorrisPosition, { line, message }: Said<DecodedMessage>): void {
  if (message.heard.kind === 'none') return;
  throw new Breach(`\`bestmove none\` in ${formatPosition(position, 'index')}`, quoted(line));
}

const POINTS = /\b\d{1,2}\b/g;

/** Writes the points of a line as names if the settings say that the engine reads names. */
export function inDialect(line: string, settings: Readonly<Record<string, string>>): string {
  const named = (id: string): boolean => readSetting(settings[id] ?? '').value === 'name';
  if (/^\s*move\s/.test(line) && named('moves')) return line.replace(/\d{1,2}/g, nameOf);
  if (/^\s*newgame\s/.test(line) && named('positions')) {
    return line.replace(/[wb]:[\d,]*/g, (men) => men.replace(POINTS, nameOf));
  }
  return line;
}

const nameOf = (point: string): string => NAMES[Number(point)] ?? point;
