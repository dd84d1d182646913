/** The meaning of the engine's lines. Every line gives at least one event. */
import type { DriverEvent, Answer } from '../protocol.ts';
import { clauseOf, readEngine, type EngineMessage, type Unreadable } from './messages.ts';
import type { Searches } from './searches.ts';
import { MAX_OPTIONS, MAX_OPTION_TEXT, type Thinking, type Wire } from './states.ts';
import type { Wishes } from './wishes.ts';
import { quote } from './options.ts';

/** The number of kept lines that do not belong to a handshake: enough to recognise another protocol. */
const STRANGE_KEPT = 3;

/** The engine's lines before `cfpok`. */
class Introduction {
  readonly #told = new Set<'name' | 'author'>();
  readonly #strange: string[] = [];
  #lines = 0;
  #last = '';

  note(line: string, isStrange: boolean): void {
    this.#lines++;
    this.#last = quote(line);
    if (isStrange && this.#strange.length < STRANGE_KEPT) this.#strange.push(quote(line));
  }

  tell(field: 'name' | 'author'): void {
    this.#told.add(field);
  }

  get missing(): readonly ('name' | 'author')[] {
    return (['name', 'author'] as const).filter((field) => !this.#told.has(field));
  }

  /** Completes the reason of a failed handshake. */
  get heard(): string {
    const count = this.#lines === 1 ? '1 line' : `${this.#lines} lines`;
    if (this.#lines === 0) return 'no line was heard';
    return this.#strange.length > 0
      ? `heard instead: ${this.#strange.join(', ')} (${count} in all)`
      : `heard ${count}, the last of them ${this.#last}`;
  }
}

const oddity = (name: string, kind: EngineMessage['kind'], text: string): DriverEvent => ({
  kind: 'oddity',
  oddity: { name, clause: clauseOf(kind), text },
});

function answerOf(message: Unreadable | (EngineMessage & { kind: 'bestmove' })): Answer {
  if (message.kind === 'bestmove') {
    return { kind: 'move', move: message.column, text: String(message.column) };
  }
  return { kind: 'unreadable', text: message.rest, reason: `bestmove: ${message.fault}` };
}

const wordsOf = (answer: Answer): string => `bestmove ${answer.text}`.trimEnd();

export class Incoming {
  readonly #wire: Wire;
  readonly #wishes: Wishes;
  readonly #searches: Searches;
  readonly #introduction = new Introduction();

  constructor(wire: Wire, wishes: Wishes, searches: Searches) {
    this.#wire = wire;
    this.#wishes = wishes;
    this.#searches = searches;
  }

  /** What arrived instead of a handshake, for use in a sentence. */
  get heard(): string {
    return this.#introduction.heard;
  }

  receive(line: string, now: number, out: DriverEvent[]): void {
    const { message, oddities } = readEngine(line);
    for (const one of oddities) out.push({ kind: 'oddity', oddity: one });
    if (!this.#wire.isIntroduced) {
      this.#introduction.note(line, message === null || message.kind === 'unreadable');
    }
    if (message === null) return;
    if (message.kind === 'bestmove' || (message.kind === 'unreadable' && message.command === 'bestmove')) {
      this.#answer(answerOf(message), now, out);
    } else if (message.kind !== 'unreadable') {
      this.#take(message, line.length, now, out);
    }
  }

  #take(
    message: Exclude<EngineMessage, { kind: 'bestmove' }>,
    length: number,
    now: number,
    out: DriverEvent[],
  ): void {
    switch (message.kind) {
      case 'info':
        out.push({ kind: 'info', text: message.text });
        return;
      case 'id': {
        const { field, value } = message;
        this.#introduction.tell(field);
        out.push(field === 'name' ? { kind: 'identity', name: value } : { kind: 'identity', author: value });
        if (this.#wire.isIntroduced) out.push(oddity('late-id', 'id', `The ${field} came after cfpok.`));
        return;
      }
      case 'option':
        this.#option(message, length, out);
        return;
      case 'cfpok':
        this.#welcome(out);
        return;
      case 'readyok':
        this.#ready(now, out);
    }
  }

  #option({ option }: EngineMessage & { kind: 'option' }, length: number, out: DriverEvent[]): void {
    const isKnown = option.name !== '' && this.#wire.knows(option.name);
    if (!this.#wire.offer(option, length)) {
      const most = `${MAX_OPTIONS} options or ${MAX_OPTION_TEXT} characters of them`;
      out.push(oddity('too-many-options', 'option', `More than ${most}; ${quote(option.name)} is ignored.`));
      return;
    }
    out.push({ kind: 'option', option });
    if (option.type === 'unreadable') {
      out.push(oddity('wrong-option', 'option', `The option cannot be read: ${option.fault}.`));
    }
    if (isKnown) out.push(oddity('doubled-option', 'option', `${quote(option.name)} is offered again.`));
    if (this.#wire.isIntroduced) {
      out.push(oddity('late-option', 'option', `${quote(option.name)} came after cfpok.`));
    }
  }

  #welcome(out: DriverEvent[]): void {
    const { state, isIntroduced } = this.#wire;
    // It crossed our `quit`.
    if (state === 'quitting' && !isIntroduced) return void out.push({ kind: 'understood', what: 'cfpok' });
    if (state !== 'handshake') {
      const text = isIntroduced ? 'cfpok came again.' : 'cfpok came before cfp.';
      out.push(oddity('unasked-cfpok', 'cfpok', text));
      return;
    }
    for (const field of this.#introduction.missing) {
      out.push(oddity(`missing-id-${field}`, 'id', `No id ${field} came before cfpok.`));
    }
    this.#wire.greeted(out);
    out.push({ kind: 'ready' });
  }

  #ready(now: number, out: DriverEvent[]): void {
    const pending = this.#wire.answered(now);
    if (!pending) out.push(oddity('unasked-readyok', 'readyok', 'readyok answers no isready.'));
    else if (pending.ping) out.push({ kind: 'alive', milliseconds: now - pending.at });
    else out.push({ kind: 'understood', what: 'readyok' });
    this.#wishes.answered();
    const { thinking, settled } = this.#wire;
    if (!thinking?.suspect || thinking.stoppedAt === null || !settled) return;
    // `readyok` followed our `stop` without another answer, so the early answer belonged to this search.
    thinking.trust();
    this.#rest(thinking, thinking.suspect.answer, thinking.suspect.at, out);
  }

  #answer(answer: Answer, now: number, out: DriverEvent[]): void {
    const { thinking } = this.#wire;
    const text = wordsOf(answer);
    const isRepeated = this.#wire.repeats(text);
    if (!thinking) {
      out.push({ kind: 'stale', text });
      out.push(oddity('unasked-bestmove', 'bestmove', `${quote(text)} answers no stop.`));
      return;
    }
    if (thinking.stoppedAt === null) {
      out.push(oddity('early-bestmove', 'bestmove', `${quote(text)} came before stop.`));
      // The answer does not name its search. If it belongs to this search, the engine ignores the `stop` that follows.
      // If it repeats the answer to the last search, the engine is still searching and answers that `stop`.
      if (isRepeated && this.#searches.isCurrent(thinking.owner)) {
        thinking.doubt({ answer, at: now });
        return;
      }
    }
    if (thinking.suspect) out.push({ kind: 'stale', text: wordsOf(thinking.suspect.answer) });
    this.#rest(thinking, answer, now, out);
  }

  /** The engine answered its search. @param now the time of the answer, in ms */
  #rest(thinking: Thinking, answer: Answer, now: number, out: DriverEvent[]): void {
    this.#wire.rest(thinking, answer);
    const text = wordsOf(answer);
    if (thinking.owner === null) out.push({ kind: 'understood', what: text });
    // The search was ended by a `quit`.
    else if (!this.#searches.isCurrent(thinking.owner)) out.push({ kind: 'stale', text });
    else this.#searches.conclude(thinking, answer, now, out);
    this.#wire.pass('bestmove', out);
  }
}
