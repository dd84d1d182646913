/** What a line means that an engine said. Every line gives at least one event. */
import type { DriverEvent } from '../protocol.ts';
import type { Answer } from '../report.ts';
import { clauseOf, readEngine, type EngineMessage, type Unreadable } from './messages.ts';
import { quote } from './words.ts';
import { conclude, type Conversation } from './searches.ts';
import { MAX_OPTIONS, MAX_OPTION_TEXT, readDigits, type Thinking } from './states.ts';

/** What an engine has told of itself before `cfpok`, and what it said instead. */
export class Introduction {
  name = false;
  author = false;
  /** The first lines that are no part of a handshake: enough to tell a wrong protocol. */
  readonly strange: string[] = [];
  lines = 0;
  last = '';

  static readonly KEPT = 3;

  note(line: string, strange: boolean): void {
    this.lines++;
    this.last = quote(line);
    if (strange && this.strange.length < Introduction.KEPT) this.strange.push(quote(line));
  }

  /** For the sentence about a handshake that failed. */
  heard(): string {
    if (this.lines === 0) return 'nothing was heard at all';
    if (this.strange.length > 0)
      return `heard instead: ${this.strange.join(', ')} (${count(this.lines)} in all)`;
    return `heard ${count(this.lines)}, the last of them ${this.last}`;
  }
}

const count = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

const oddity = (name: string, kind: EngineMessage['kind'], text: string): DriverEvent => ({
  kind: 'oddity',
  oddity: { name, clause: clauseOf(kind), text },
});

export function hear(
  talk: Conversation,
  introduction: Introduction,
  line: string,
  now: number,
  out: DriverEvent[],
): void {
  const { wire } = talk;
  const { message, oddities } = readEngine(line);
  for (const one of oddities) out.push({ kind: 'oddity', oddity: one });
  if (wire.state === 'new' || wire.state === 'handshake') {
    introduction.note(line, message === null || message.kind === 'unreadable');
  }
  if (message === null) return;
  if (message.kind === 'bestmove' || (message.kind === 'unreadable' && message.command === 'bestmove')) {
    hearAnswer(talk, answerOf(message), now, out);
  } else if (message.kind !== 'unreadable') {
    hearRest(talk, introduction, message, line.length, now, out);
  }
}

function answerOf(message: Unreadable | (EngineMessage & { kind: 'bestmove' })): Answer {
  if (message.kind === 'bestmove') {
    return { kind: 'move', move: message.column, text: String(message.column) };
  }
  return { kind: 'unreadable', text: message.rest, reason: `bestmove: ${message.fault}` };
}

const wordsOf = (answer: Answer): string => `bestmove ${answer.text}`.trimEnd();

function hearAnswer(talk: Conversation, answer: Answer, now: number, out: DriverEvent[]): void {
  const { wire } = talk;
  const { thinking } = wire;
  const text = wordsOf(answer);
  wire.touch();
  const before = wire.lastAnswer;
  const owner = thinking?.owner ?? null;
  wire.lastAnswer = { text, search: owner };
  if (!thinking) {
    out.push({ kind: 'stale', text });
    out.push(oddity('unasked-bestmove', 'bestmove', `${quote(text)} answers no stop.`));
    return;
  }
  if (thinking.stoppedAt === null) {
    out.push(oddity('early-bestmove', 'bestmove', `${quote(text)} came before stop.`));
    // Nothing in it says which search it is about. An engine that has answered this one ignores the `stop` that
    // follows; one that has said its last answer once more answers it, and goes on with the search.
    const repeated = before?.text === text && before.search !== owner;
    if (repeated && owner === talk.agenda.current?.search.id) {
      thinking.suspect = { answer, at: now };
      return;
    }
  }
  if (thinking.suspect) out.push({ kind: 'stale', text: wordsOf(thinking.suspect.answer) });
  take(talk, thinking, answer, now, out);
}

/** `readyok` came behind our `stop` and no other answer did: the early one was this search's own. */
function clear(talk: Conversation, out: DriverEvent[]): void {
  const { thinking, settled } = talk.wire;
  if (!thinking?.suspect || thinking.stoppedAt === null || !settled) return;
  if (thinking.cause === 'doubt') thinking.cause = null;
  take(talk, thinking, thinking.suspect.answer, thinking.suspect.at, out);
}

/** The engine has answered and is at rest. */
function take(talk: Conversation, thinking: Thinking, answer: Answer, now: number, out: DriverEvent[]): void {
  talk.wire.thinking = null;
  // By the text a bestmove answers the stop; with that the go has its answer, too.
  if (thinking.stopSent !== null) talk.wire.exchange.answer(thinking.stopSent);
  talk.wire.exchange.answer(thinking.sent);
  talk.wire.exchange.about(() => readDigits(thinking.position), answer);
  if (thinking.owner === null) out.push({ kind: 'understood', what: wordsOf(answer) });
  // Whoever told it to quit has given its search up.
  else if (thinking.owner !== talk.agenda.current?.search.id) {
    out.push({ kind: 'stale', text: wordsOf(answer) });
  } else conclude(talk, thinking, answer, now, out);
  talk.wire.pass('bestmove', out);
}

function hearRest(
  talk: Conversation,
  introduction: Introduction,
  message: Exclude<EngineMessage, { kind: 'bestmove' }>,
  length: number,
  now: number,
  out: DriverEvent[],
): void {
  const { wire, agenda } = talk;
  const late = wire.state !== 'new' && wire.state !== 'handshake';
  switch (message.kind) {
    case 'info':
      out.push({ kind: 'info', text: message.text });
      return;
    case 'id': {
      const { field, value } = message;
      introduction[field] = true;
      out.push(field === 'name' ? { kind: 'identity', name: value } : { kind: 'identity', author: value });
      if (late) out.push(oddity('late-id', 'id', `The ${field} came after cfpok.`));
      return;
    }
    case 'option': {
      const { option } = message;
      const known = option.name !== '' && wire.knows(option.name);
      if (!wire.offer(option, length)) {
        const most = `${MAX_OPTIONS} options or ${MAX_OPTION_TEXT} characters of them`;
        const text = `More than ${most}; ${quote(option.name)} is ignored.`;
        out.push(oddity('too-many-options', 'option', text));
        return;
      }
      out.push({ kind: 'option', option });
      if (option.type === 'unreadable') {
        out.push(oddity('wrong-option', 'option', `The option cannot be read: ${option.fault}.`));
      }
      if (known) out.push(oddity('doubled-option', 'option', `${quote(option.name)} is offered again.`));
      if (late) out.push(oddity('late-option', 'option', `${quote(option.name)} came after cfpok.`));
      return;
    }
    case 'cfpok':
      if (wire.state !== 'handshake') {
        out.push(oddity('unasked-cfpok', 'cfpok', late ? 'cfpok came again.' : 'cfpok came before cfp.'));
        return;
      }
      for (const field of ['name', 'author'] as const) {
        if (introduction[field]) continue;
        out.push(oddity(`missing-id-${field}`, 'id', `No id ${field} came before cfpok.`));
      }
      wire.exchange.answer(wire.cfpSent);
      wire.pass('cfpok', out);
      out.push({ kind: 'ready' });
      return;
    case 'readyok': {
      const pending = wire.answered(now);
      if (!pending) {
        out.push(oddity('unasked-readyok', 'readyok', 'readyok answers no isready.'));
      } else if (pending.ping) {
        out.push({ kind: 'alive', milliseconds: now - pending.at });
      } else {
        out.push({ kind: 'understood', what: 'readyok' });
      }
      if (wire.settled) agenda.settle = false;
      clear(talk, out);
    }
  }
}
