/** Our side of Echo. One question is open at a time; one search can wait for its answer. */
import type { Line } from '../../../app/games/line.ts';
import { BadNotation } from '../../../app/games/game.ts';
import {
  type Deadlines,
  type Driver,
  type DriverEvent,
  type Intent,
  type Search,
  bareReport,
  type Answer,
} from '../../../app/protocols/protocol.ts';
import { Exchanges } from '../../../app/protocols/conversation.ts';
import { excerpt } from '../../../app/protocols/text.ts';
import { Conversation, readAnswer, readQuestion, type Cause } from './words.ts';
import type { Capabilities, DriverState } from '../../../app/shapes/engines.ts';

interface Question {
  readonly position: string;
  /** The number of its line. */
  readonly sent: number;
  /** Null if it was typed by hand, or given up before it went out. */
  readonly search: Search | null;
  /** In ms. */
  readonly askedAt: number;
  /** When to send `hurry`; null if only a request does. */
  readonly until: number | null;
  ending: boolean;
  hurriedAt: number | null;
}

const quote = (text: string): string => excerpt(text, 60);

const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: false,
  setPosition: 'any',
  score: false,
  scoresPerMove: false,
  options: false,
  debug: false,
  ping: false,
  drawing: false,
};

export class EchoDriver implements Driver {
  readonly capabilities = capabilities;
  /** Which line answers which, and what they are about. */
  readonly exchange = new Exchanges();
  readonly #deadlines: Deadlines;
  readonly #games: readonly string[];
  readonly #conversation = new Conversation();
  #helloAt = 0;
  #helloSent = 0;
  #question: Question | null = null;
  #next: Search | null = null;
  /** On its way out, with its search. */
  #proposed: { readonly line: string; search: Search | null } | null = null;
  #wanted = false;
  #over = false;

  constructor(deadlines: Deadlines, games: readonly string[]) {
    this.#deadlines = deadlines;
    this.#games = games;
  }

  get state(): DriverState {
    return this.#conversation.state;
  }

  accepts({ game }: Line): string | null {
    return this.#games.includes(game.id) ? null : `Echo does not carry ${game.name}`;
  }

  request(intent: Intent, _now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        this.#wanted = true;
        break;
      case 'search': {
        this.#end('superseded by a newer search', out);
        const reason = this.#refusal(intent.search);
        if (reason === null) this.#next = intent.search;
        else out.push({ kind: 'failed', search: intent.search.id, reason });
        break;
      }
      case 'stop':
        this.#end('stopped before it began', out);
        break;
      case 'resynchronise':
      case 'follow':
        // A question describes its game completely.
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'Echo has no board to draw' });
        break;
      case 'options':
      case 'press':
      case 'debug':
      case 'ping':
        out.push({ kind: 'misuse', text: `Echo has nothing for ${intent.kind}.` });
    }
    return this.#advance(out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.exchange.goesOut();
    const proposed = this.#proposed?.line === line ? this.#proposed : null;
    if (proposed) this.#proposed = null;
    const search = proposed?.search ?? null;
    const position = readQuestion(line);
    if (position !== null && this.state === 'idle') {
      const until = search?.limit.kind === 'time' ? now + search.limit.seconds * 1000 : null;
      const { sent } = this.exchange;
      this.#question = { position, sent, search, askedAt: now, until, ending: false, hurriedAt: null };
      this.exchange.ask(null);
      if (search) this.exchange.about(() => search.line.position);
      this.#pass('move', out);
    } else if (line === 'hurry' && this.state === 'thinking') {
      this.#question!.hurriedAt = now;
      // The user may have typed it.
      this.#question!.ending = true;
      this.exchange.hasten(this.#question!.sent, 'stop');
      this.#pass('hurry', out);
    } else if (line === 'hello' && this.state === 'new') {
      this.#helloAt = now;
      this.#helloSent = this.exchange.sent;
      this.exchange.ask('handshake');
      this.#pass('hello', out);
    } else if (line === 'bye') {
      this.#leave(out);
    } else {
      out.push({ kind: 'misuse', text: `${quote(line)} is not for an engine that is ${this.state}.` });
      if (search) out.push({ kind: 'failed', search: search.id, reason: 'a typed question was faster' });
    }
    return this.#advance(out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.exchange.comesIn();
    const answer = readAnswer(line);
    if (answer !== null && answer.position === this.#question?.position && this.state !== 'quitting') {
      this.#take(answer.move, now, out);
    } else if (answer !== null) {
      out.push({ kind: 'stale', text: quote(line) });
    } else if (line === 'hello' && this.state === 'handshake') {
      this.exchange.answer(this.#helloSent);
      this.#pass('hello back', out);
      out.push({ kind: 'ready' });
    } else {
      const text = `${quote(line)} is not a line of Echo at this place.`;
      out.push({ kind: 'oddity', oddity: { name: 'unknown-line', clause: 'Echo', text } });
    }
    return this.#advance(out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const due = this.#answerDue();
    if (due !== null && now >= due) {
      this.#over = true;
      const what = this.state === 'handshake' ? 'hello' : 'best after hurry';
      const ending = this.state === 'handshake' ? 'handshake' : 'stalled';
      out.push({ kind: 'fault', ending, reason: `no ${what} in time` });
    }
    const question = this.#question;
    if (question && question.until !== null && now >= question.until) question.ending = true;
    return this.#advance(out);
  }

  nextWake(): number | null {
    const due = this.#answerDue();
    const until = this.#question && !this.#question.ending && !this.#over ? this.#question.until : null;
    return due === null || until === null ? (due ?? until) : Math.min(due, until);
  }

  #answerDue(): number | null {
    if (this.#over) return null;
    if (this.state === 'handshake') return this.#helloAt + this.#deadlines.handshake;
    const hurriedAt = this.state === 'stopping' ? this.#question!.hurriedAt : null;
    return hurriedAt === null ? null : hurriedAt + this.#deadlines.stop;
  }

  #refusal({ line, limit, only }: Search): string | null {
    if (this.#over || this.state === 'quitting') return 'the engine no longer answers';
    const refused = this.accepts(line);
    if (refused !== null) return refused;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (limit.kind === 'depth') return 'Echo has no depth limit';
    if (limit.kind === 'time' && !(limit.seconds > 0 && Number.isFinite(limit.seconds)))
      return 'this is not a time to think';
    return only === undefined ? null : 'Echo cannot ask about one move alone';
  }

  /** Ends the current search with its answer, and the waiting one without. */
  #end(reason: string, out: DriverEvent[]): void {
    if (this.#question) this.#question.ending = true;
    for (const search of [this.#proposed?.search, this.#next]) {
      if (search) out.push({ kind: 'failed', search: search.id, reason });
    }
    if (this.#proposed) this.#proposed.search = null;
    this.#next = null;
  }

  #take(move: string, now: number, out: DriverEvent[]): void {
    const { search, sent, askedAt, ending, until } = this.#question!;
    this.#question = null;
    this.exchange.answer(sent);
    this.#pass('best', out);
    if (!search) return;
    const answer = answerOf(search.line, move);
    this.exchange.about(() => search.line.position, answer);
    const seconds = (now - askedAt) / 1000;
    const report = {
      ...bareReport(answer, seconds),
      truncated: ending && until === null,
    };
    out.push({ kind: 'report', search: search.id, report, final: true });
  }

  #leave(out: DriverEvent[]): void {
    const searches = [this.#question?.search, this.#proposed?.search, this.#next];
    for (const search of this.#over ? [] : searches) {
      if (search) out.push({ kind: 'failed', search: search.id, reason: 'the engine was told to leave' });
    }
    this.#question = null;
    this.#proposed = null;
    this.#next = null;
    this.#pass('bye', out);
  }

  #advance(out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#over || this.#proposed) return out;
    const line = this.#line();
    if (line === null) return out;
    const search = this.state === 'idle' ? this.#next : null;
    if (search) this.#next = null;
    this.#proposed = { line, search };
    out.push({ kind: 'send', line });
    return out;
  }

  /** The next line towards the goal. */
  #line(): string | null {
    const question = this.#question;
    if (this.state === 'new') return this.#wanted ? 'hello' : null;
    if (this.state === 'idle' && this.#next) {
      const { game, position } = this.#next.line;
      return `move ${game.positionText(position)}`;
    }
    const hurry = question && (question.ending || (!question.search && this.#next));
    return this.state === 'thinking' && hurry ? 'hurry' : null;
  }

  #pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#conversation.follow(cause)) out.push({ kind: 'state', state: this.state });
  }
}

function answerOf({ game, position }: Line, text: string): Answer {
  if (text === 'none') return { kind: 'none', text };
  try {
    return { kind: 'move', move: game.parseMove(position, text), text };
  } catch (error) {
    if (error instanceof BadNotation) return { kind: 'unreadable', text, reason: error.message };
    throw error;
  }
}
