/**
 * The engine's side of CFP, on the states of `states.ts`. It holds back each answer until `stop`, as the text requires
 * (`bestmove` directly after `stop`) and the only real GUI needs.
 *
 * Lines between `stop` and its `bestmove` wait for that answer, so that a GUI that does not wait gets its answers in
 * order.
 */
import { connect4, formatCells43, parseCells43, type Connect4Position } from '../../games/connect4/index.ts';
import { BadNotation } from '../../games/game.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../responder.ts';
import { StateMachine } from '../conversation.ts';
import { formatEngine, readGui, type GuiMessage } from './messages.ts';
import { quote, checkValue, optionKey } from './options.ts';
import { transitions } from './states.ts';
import type { EngineOption } from '../../shapes/engines.ts';
import type { Score } from '../../shapes/games.ts';

/** The most lines that wait for the answer to a `stop`. A GUI that sends more is not reading answers. */
export const MAX_WAITING = 1000;

/** The most characters of those lines in total. */
const MAX_WAITING_TEXT = 1_000_000;

export interface CfpIdentity {
  readonly name: string;
  readonly author: string;
  readonly options: readonly EngineOption[];
}

interface Running {
  readonly job: Job;
  /** The result of a finished search, which waits for `stop`. */
  answer: Finding | null;
  /** Whether the search was cancelled and has not answered yet. */
  cancelled: boolean;
  decisiveTold: boolean;
}

class CfpResponder implements Responder {
  readonly #identity: CfpIdentity;
  readonly #options: ReadonlyMap<string, EngineOption>;
  readonly #states = new StateMachine(transitions, 'new');
  #debug = false;
  #prepared = false;
  #position: Connect4Position | null = null;
  #running: Running | null = null;
  #waiting: { readonly message: GuiMessage; readonly length: number }[] = [];
  #waitingText = 0;
  #lastId = 0;

  constructor(identity: CfpIdentity) {
    this.#identity = identity;
    this.#options = new Map(identity.options.map((option) => [optionKey(option.name), option]));
  }

  receive(line: string): readonly ResponderEvent[] {
    const out: ResponderEvent[] = [];
    if (this.#states.state === 'quitting') return out;
    const { message, oddities } = readGui(line);
    if (this.#debug) {
      this.#info(`received ${line}`, out);
      for (const { text } of oddities) this.#info(text, out);
    }
    if (message === null) return out;
    if (message.kind === 'unreadable') this.#info(`${message.command}: ${message.fault}`, out);
    else this.#take(message, line.length, out);
    return out;
  }

  progress(id: number, finding: Finding): readonly ResponderEvent[] {
    const out: ResponderEvent[] = [];
    const running = this.#running;
    if (running?.job.id !== id) return out;
    if (this.#debug) this.#info(describe(running.job, finding), out);
    else this.#tellDecisive(running, finding, out);
    return out;
  }

  answer(id: number, finding: Finding): readonly ResponderEvent[] {
    const out: ResponderEvent[] = [];
    const running = this.#running;
    if (running?.job.id !== id || running.answer) return out;
    this.#tellDecisive(running, finding, out);
    this.#info(describe(running.job, finding), out);
    running.answer = finding;
    if (running.cancelled) this.#bestmove(running, out);
    return out;
  }

  /** Obeys at once, or after the pending answer to a `stop`, even for `quit`: "stop must be responded to". */
  #take(message: GuiMessage, length: number, out: ResponderEvent[]): void {
    const owed = this.#running?.cancelled === true;
    if (!owed || message.kind === 'debug') this.#obey(message, out);
    else if (this.#waiting.length < MAX_WAITING && this.#waitingText + length <= MAX_WAITING_TEXT) {
      this.#waiting.push({ message, length });
      this.#waitingText += length;
    } else if (message.kind === 'quit') this.#obey(message, out);
    else this.#info('too many commands before the answer to stop; this one is dropped', out);
  }

  #obey(message: GuiMessage, out: ResponderEvent[]): void {
    switch (message.kind) {
      case 'cfp':
        if (this.#states.state === 'new') this.#introduce(out);
        else this.#info('a second cfp is ignored', out);
        return;
      case 'debug':
        this.#debug = message.on;
        return;
      case 'isready':
        this.#prepare(out);
        send('readyok', out);
        return;
      case 'setoption':
        this.#setOption(message.name, message.value, out);
        return;
      case 'cfpnewgame':
        if (this.#running) this.#info('cfpnewgame is ignored in mid-search', out);
        else out.push({ kind: 'newGame' });
        return;
      case 'position':
        this.#setPosition(message.position, out);
        return;
      case 'go':
        this.#go(message.seconds, out);
        return;
      case 'stop':
        this.#stop(out);
        return;
      case 'quit':
        this.#states.follow('quit');
        out.push({ kind: 'exit' });
    }
  }

  #introduce(out: ResponderEvent[]): void {
    const { name, author, options } = this.#identity;
    this.#states.follow('cfp');
    send(formatEngine({ kind: 'id', field: 'name', value: name }), out);
    send(formatEngine({ kind: 'id', field: 'author', value: author }), out);
    for (const option of options) send(formatEngine({ kind: 'option', option }), out);
    send('cfpok', out);
    this.#states.follow('cfpok');
  }

  /** Allocates as late as possible: a GUI may only ask for the introduction. */
  #prepare(out: ResponderEvent[]): void {
    if (this.#prepared) return;
    this.#prepared = true;
    out.push({ kind: 'prepare' });
  }

  #setOption(name: string, value: string | null, out: ResponderEvent[]): void {
    const option = this.#options.get(optionKey(name));
    if (this.#running) this.#info(`setoption ${quote(name)} is ignored in mid-search`, out);
    else if (!option) this.#info(`no option ${quote(name)}`, out);
    else if (option.type === 'button') out.push({ kind: 'option', name: option.name, value: '' });
    else if (value === null) this.#info(`option ${quote(option.name)} needs a value`, out);
    else {
      const checked = checkValue(option, value);
      if ('fault' in checked) this.#info(checked.fault, out);
      else out.push({ kind: 'option', name: option.name, value: checked.value });
    }
  }

  #setPosition(text: string, out: ResponderEvent[]): void {
    try {
      this.#position = text === 'startpos' ? connect4.initial() : parseCells43(text);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
      this.#info(`position: ${error.message}; the old one stays`, out);
    }
  }

  #go(seconds: number | null, out: ResponderEvent[]): void {
    const position = this.#position;
    if (this.#running) this.#info('go is ignored in mid-search', out);
    else if (transitions[this.#states.state].go === undefined) this.#info('go before cfp is ignored', out);
    else if (!position) this.#info('go without a position is ignored', out);
    else {
      this.#prepare(out);
      const limit = seconds === null ? ({ kind: 'none' } as const) : ({ kind: 'time', seconds } as const);
      const job: Job = { id: ++this.#lastId, position, limit, only: undefined };
      this.#running = { job, answer: null, cancelled: false, decisiveTold: false };
      this.#states.follow('go');
      const result = connect4.result(position);
      if (!result) out.push({ kind: 'search', job });
      else {
        this.#info(`the game is over: ${result.reason}`, out);
        this.#running.answer = NOTHING;
      }
    }
  }

  #stop(out: ResponderEvent[]): void {
    const running = this.#running;
    if (!running) {
      if (this.#debug) this.#info('stop is ignored: there is no search', out);
      return;
    }
    this.#states.follow('stop');
    if (running.answer) this.#bestmove(running, out);
    else {
      running.cancelled = true;
      out.push({ kind: 'cancel', id: running.job.id });
    }
  }

  #bestmove({ job, answer }: Running, out: ResponderEvent[]): void {
    const position = job.position as Connect4Position;
    const found = answer?.bestmove;
    const column = typeof found === 'number' ? found : fallback(position);
    if (this.#debug) this.#info(`answer for ${formatCells43(position)}`, out);
    send(formatEngine({ kind: 'bestmove', column }), out);
    this.#running = null;
    this.#states.follow('bestmove');
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingText = 0;
    for (const { message, length } of waiting) {
      if (this.#states.state === 'quitting') break;
      this.#take(message, length, out);
    }
  }

  #tellDecisive(running: Running, finding: Finding, out: ResponderEvent[]): void {
    const text = describeDecisive(finding);
    if (running.decisiveTold || text === null) return;
    running.decisiveTold = true;
    this.#info(text, out);
  }

  #info(text: string, out: ResponderEvent[]): void {
    send(formatEngine({ kind: 'info', text }), out);
  }
}

/** The result of a search that never ran. */
const NOTHING: Finding = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };

function send(line: string, out: ResponderEvent[]): void {
  out.push({ kind: 'send', line });
}

/** The first open column, or 0: each `stop` is answered by a column, even if the game is over. */
function fallback({ tops, height }: Connect4Position): number {
  return Math.max(
    tops.findIndex((top) => top < height),
    0,
  );
}

/**
 * @throws RangeError for options that no GUI can set: unreadable ones, and names with `value` or a keyword of the `option`
 * line (`min`, `type` …), which real GUIs take for keywords in any letter case
 */
export function createCfpResponder(identity: CfpIdentity): Responder {
  for (const option of identity.options) {
    const words = optionKey(option.name).split(' ');
    const keyword = words.find((word) =>
      ['name', 'type', 'default', 'min', 'max', 'var', 'value'].includes(word),
    );
    if (option.type === 'unreadable')
      throw new RangeError(`the option ${quote(option.name)} is not readable`);
    if (keyword !== undefined)
      throw new RangeError(`the option ${quote(option.name)} holds the word ${keyword}`);
  }
  return new CfpResponder(identity);
}

// Describes the engine's findings for `info`, since CFP has no other message for them.

const moves = (count: number): string => (count === 1 ? '1 move' : `${count} moves`);

function score(value: Score): string {
  if (value.type === 'static') return `score ${value.value}`;
  const verdict = value.winner === 'mover' ? 'win' : 'loss';
  return `${verdict} in ${value.plies} ${value.plies === 1 ? 'ply' : 'plies'}`;
}

/** `depth 8, 12345 nodes, score 0.05, columns 3 3 2`: columns as CFP counts them, from 0. */
export function describe(job: Job, finding: Finding): string {
  const parts = [`depth ${finding.depth}`, `${finding.nodes} nodes`];
  if (finding.score) parts.push(score(finding.score));
  const line = playable(job.position as Connect4Position, finding.line);
  if (line.length > 0) parts.push(`columns ${line.join(' ')}`);
  return parts.join(', ');
}

/** The longest legal beginning of a line. */
function playable(start: Connect4Position, line: readonly unknown[]): number[] {
  const columns: number[] = [];
  let position = start;
  for (const move of line) {
    if (typeof move !== 'number' || !connect4.moves(position).includes(move)) break;
    columns.push(move);
    position = connect4.play(position, move);
  }
  return columns;
}

/** As in the text's example, `Forced win found in 5 moves`, which counts the winner's moves. */
function describeDecisive({ score: value }: Finding): string | null {
  if (value?.type !== 'decisive') return null;
  const found = value.winner === 'mover' ? 'Forced win found' : 'Forced loss found';
  return `${found} in ${moves(Math.ceil(value.plies / 2))}`;
}
