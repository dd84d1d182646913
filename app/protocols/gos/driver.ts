/**
 * Our side of GoS: the referee, which the text calls the engine. `states.ts` has the states and the record of lines,
 * `position.ts` the lines that lead a bot and the meaning of its moves, `searches.ts` the routes. There is at most one
 * search, and one game that is followed:
 *
 * | search   | request search                        | request stop           | its request is answered              |
 * |----------|---------------------------------------|------------------------|--------------------------------------|
 * | none     | walk                                  |                        |                                      |
 * | walking  | failed; the new one is walked         | failed                 |                                      |
 * | thinking | failed; the new one has the answer    | its report is the last | report, final; in analysis, a second |
 * |          | if it asks the same, or waits for it  |                        | action, if one follows               |
 * | second   | report, final; the new one waits      | report, final          | report of both, final                |
 *
 * A process serves one match and is led along one route; `fits` tells whether a new process is needed. While no search
 * is served, the followed game goes on, up to its winner.
 */
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { stones as game, type StonesPosition } from '../../games/stones/index.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { Again, Driver, DriverEvent, Exchange, FaultWord, Intent, Search } from '../protocol.ts';
import { inSeconds, quotedCause } from '../text.ts';
import { decline, misuse, failed } from '../conversation.ts';
import { offersAt } from './commands.ts';
import { answerOf, judgeReply } from './position.ts';
import { briefly, distinct, isReply, oddity, quoted, readReply, type Fault, type Reply } from './messages.ts';
import { noBetter, objectionTo, Router, Searches, WHOLE, type Route } from './searches.ts';
import { Enums, Limits, type GosSettings } from './settings.ts';
import { Wire, type Request } from './states.ts';
import { ObjectStream, type Piece } from './stream.ts';

const capabilities: Capabilities = {
  stop: false,
  analyse: true,
  time: false,
  depth: false,
  setPosition: 'any',
  score: false,
  scoresPerMove: false,
  options: false,
  debug: false,
  ping: false,
  drawing: false,
};

export class GosDriver implements Driver {
  readonly capabilities = capabilities;
  readonly #settings: GosSettings;
  readonly #enums: Enums;
  readonly #limits: Limits;
  readonly #wire = new Wire();
  readonly #stream = new ObjectStream(isReply);
  readonly #router: Router;
  readonly #searches: Searches;
  /** The line that was proposed and not yet reported as sent. */
  #proposed: string | null = null;
  /** The route through the game that is followed. */
  #followed: Route | null = null;
  /** Whether a search waited for the unanswered request. */
  #wasWanted = false;
  #started = false;
  #welcomed = false;
  /** A fault was reported; the session is about to end. */
  #over = false;
  /** Whether the request that the fault was about has been answered after it. */
  #answeredLate = false;

  constructor(settings: GosSettings) {
    this.#settings = settings;
    this.#enums = new Enums(settings);
    this.#limits = new Limits(settings);
    this.#router = new Router(this.#wire, this.#enums, settings.walk);
    this.#searches = new Searches(this.#wire, this.#router, this.#enums);
  }

  get state(): DriverState {
    return this.#wire.conversation.state;
  }

  get exchange(): Exchange {
    return this.#wire.exchange;
  }

  accepts(line: Line): string | null {
    return objectionTo(line);
  }

  fits(line: Line, seat: Seat): boolean {
    if (this.#over || this.#proposed !== null || objectionTo(line) !== null) return false;
    if (this.#wire.script?.length === 0) return true;
    if (this.#wire.seat !== seat) return false;
    if (this.#router.toldOf(this.#router.routeThrough(line, seat)) !== null) return true;
    const isItsTurn =
      (line.position as StonesPosition).mover === seat && line.game.result(line.position) === null;
    return isItsTurn && this.#router.toldOf(this.#router.routeTo({ line, purpose: 'analyse' })) !== null;
  }

  again(begun = ''): Again | null {
    // A bot that has answered can read what it was sent: its line only lacks an end, which the end of its output gives.
    if (this.#answeredLate || isAnswer(`${this.#stream.pending}\n${begun}`)) return null;
    if (this.#searches.ignoresBoards) {
      const reason = 'the bot seems to follow only the moves that it is sent, so it gets the whole game';
      return { settings: { ...this.#settings, walk: WHOLE }, reason };
    }
    const { next } = this.#enums;
    if (!next || this.#wire.seat === null) return null;
    return { ...next, settings: { ...this.#settings, ...next.settings } };
  }

  offers(word: string, line: Line): readonly string[] {
    return objectionTo(line) === null ? offersAt(word, line, this.#enums.form) : [];
  }

  request(intent: Intent, _now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    switch (intent.kind) {
      case 'start':
        this.#started = true;
        break;
      case 'search':
        this.#take(intent.search, out);
        break;
      case 'follow':
        if (objectionTo(intent.line) === null) {
          this.#followed = this.#router.routeThrough(intent.line, intent.seat);
        }
        break;
      case 'stop':
        this.#searches.stop(out);
        break;
      case 'resynchronise':
        this.#wire.lose();
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'a bot of GoS draws no board' });
        break;
      case 'ping':
        out.push(misuse('GoS has no message to check that the bot is alive'));
        break;
      case 'options':
      case 'press':
      case 'debug':
        out.push(...decline('GoS', intent));
        break;
    }
    return this.#settle(before, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    const wire = this.#wire;
    wire.exchange.goesOut();
    if (this.#proposed === line) this.#proposed = null;
    const asked = wire.requests.length;
    for (const text of wire.sent(line, now)) out.push(misuse(text));
    const request = wire.requests[asked];
    if (request) {
      wire.exchange.ask(this.#limits.of(request));
      wire.exchange.about(() => request.position);
    }
    this.#stream.drop();
    if (this.state === 'quitting') this.#searches.end('the match of this bot is over', out);
    return this.#settle(before, out);
  }

  receive(line: string, now: number, isUnended = false): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const faults: Fault[] = [];
    const before = this.state;
    this.#wire.exchange.comesIn();
    const pieces = this.#stream.read(line);
    for (const piece of pieces) {
      if (before !== 'quitting') this.#hear(piece, now, faults, out);
      else faults.push({ name: 'talk-after-end', detail: quoted(line) });
    }
    if (isUnended && pieces.some(isMove)) faults.push({ name: 'no-line-end' });
    // Faults come first, since a listener may stop at a final report.
    out.unshift(...distinct(faults).map((fault): DriverEvent => ({ kind: 'oddity', oddity: oddity(fault) })));
    return this.#settle(before, out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    const [request] = this.#wire.requests;
    if (!this.#over && request && now >= this.#dueOf(request)) {
      if (request.doubtful) {
        this.#wire.answered();
        out.push(misuse('A request that was typed while another was unanswered was not answered'));
      } else this.#fail(request, out);
    }
    return this.#settle(before, out);
  }

  nextWake(): number | null {
    const [request] = this.#wire.requests;
    return request && !this.#over ? this.#dueOf(request) : null;
  }

  #dueOf(request: Request): number {
    return request.at + this.#limits.of(request);
  }

  /** A new search replaces the previous one, and takes over its answer if both ask the same question. */
  #take(search: Search, out: DriverEvent[]): void {
    this.#searches.end('superseded by a newer search', out);
    const reason = this.#refusalOf(search);
    if (reason !== null) out.push(failed(search, reason));
    else this.#searches.take(search);
  }

  #refusalOf({ line, limit, only }: Search): string | null {
    const reason = objectionTo(line);
    if (reason !== null) return reason;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (limit.kind === 'depth') return 'GoS has no depth limit; a setting of the engine limits its time';
    if (only !== undefined && only !== null) return 'GoS cannot ask about one move alone';
    if (this.#over) return 'the bot no longer answers';
    if (this.state === 'quitting') return 'the match of this bot is over';
    return this.#started ? null : 'the conversation has not begun';
  }

  #hear(piece: Piece, now: number, faults: Fault[], out: DriverEvent[]): void {
    switch (piece.kind) {
      case 'mark':
        faults.push({ name: 'byte-order-mark' });
        break;
      case 'blank':
        out.push({ kind: 'understood', what: 'a blank line' });
        break;
      case 'part':
        out.push({ kind: 'understood', what: 'a part of an object, whose end is to follow' });
        break;
      case 'text':
        this.#hearStray(piece.text, piece.reason, 'stray-text', faults);
        break;
      case 'object':
        if (isReply(piece.object)) this.#hearMove(readReply(piece.object), piece.text, now, faults, out);
        else this.#hearStray(piece.text, 'it has no Type', 'stray-object', faults);
        break;
    }
  }

  #hearStray(text: string, reason: string, name: 'stray-text' | 'stray-object', faults: Fault[]): void {
    const [request] = this.#wire.requests;
    if (request) request.stray = { text, reason };
    faults.push({ name: request ? name : 'unasked-text', detail: quoted(text) });
  }

  #hearMove(reply: Reply, text: string, now: number, faults: Fault[], out: DriverEvent[]): void {
    const told = this.#wire.script?.length ?? 0;
    const request = this.#wire.answered();
    if (request === null) {
      faults.push({ name: 'unasked-move', detail: quoted(text) });
      out.push({ kind: 'stale', text: quoted(text) });
      return;
    }
    if (this.#over) this.#answeredLate = true;
    faults.push(...reply.faults);
    const { position } = request;
    const judged = judgeReply(position, reply);
    const { move, why } = judged;
    const answer = answerOf(judged, briefly(text));
    const seconds = Math.max(0, now - request.at) / 1000;
    this.#wire.exchange.about(() => position, answer);
    this.#searches.hear({ request, answer, why, seconds, told });
    this.#learn(request, why === null, out);
    const words = move === null ? quoted(text) : game.moveText(position, move);
    const what = `answered ${words}${why === null ? '' : `, which is illegal: ${why}`}`;
    out.push({ kind: 'understood', what });
  }

  /** A legal move shows that the bot read its lines. */
  #learn({ isFirst }: Request, isLegal: boolean, out: DriverEvent[]): void {
    const { form, processed } = this.#wire;
    if (form === null) return;
    if (isLegal) {
      if (this.#enums.prove(processed > 0)) out.push({ kind: 'learned', setting: 'enums', value: form });
    } else if (this.#searches.route?.plan.isEdited) {
      // After a short walk, an illegal move says more about the board than about the enums.
      this.#enums.settle();
    } else if (!isFirst) this.#enums.confirm();
  }

  #fail(request: Request, out: DriverEvent[]): void {
    const { pending } = this.#stream;
    const stray = pending === '' ? request.stray : { text: pending, reason: 'it has no end' };
    const within = inSeconds(this.#limits.of(request));
    const [ending, reason]: [FaultWord, string] =
      stray === null
        ? ['time', `no move within ${within} of ${request.isFirst ? 'its first request' : 'the request'}`]
        : ['malformed', `no move within ${within}, but ${quotedCause(stray.text)}: ${stray.reason}`];
    const both = this.#enums.hopeless ? `; ${noBetter(this.#enums)}` : '';
    this.#over = true;
    this.#searches.drop();
    out.push({ kind: 'fault', ending, reason: reason + both });
  }

  /** Reports the state, which depends on whether a search waits for the answer, and proposes the next line. */
  #settle(before: DriverState, out: DriverEvent[]): readonly DriverEvent[] {
    const { requests, conversation } = this.#wire;
    const { route } = this.#searches;
    const isOpen = requests.length > 0 && !this.#over;
    const isWanted = isOpen && route !== null && this.#router.toldOf(route) !== null;
    if (isWanted) conversation.follow('resumed');
    // A request that no search waited for was typed or belongs to the walk: it is not abandoned.
    else if (isOpen && before === 'thinking' && this.#wasWanted) conversation.follow('abandoned');
    this.#wasWanted = isWanted;
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
    this.#advance(out);
    return out;
  }

  /** Proposes the next line, unless a proposed one is not sent yet. */
  #advance(out: DriverEvent[]): void {
    if (this.#over || !this.#started) return;
    if (!this.#welcomed) {
      this.#welcomed = true;
      out.push({ kind: 'ready' });
    }
    if (this.#proposed !== null || this.#wire.requests.length > 0) return;
    this.#searches.serve(out);
    const line = this.#nextLine();
    if (line === null) return;
    this.#proposed = line;
    out.push({ kind: 'send', line });
  }

  /** The next line towards the search's request or, without a search, through the followed game. */
  #nextLine(): string | null {
    const searched = this.#searches.route;
    const route = searched ?? this.#followed;
    const told = route && this.#router.toldOf(route);
    if (route === null || told === null) return null;
    return told < route.length || (searched && told === route.length) ? route.plan.line(told) : null;
  }
}

const isMove = (piece: Piece): boolean => piece.kind === 'object' && isReply(piece.object);

/** Whether the lines of a text have a whole reply. */
const isAnswer = (text: string): boolean => new ObjectStream(isReply).read(text).some(isMove);
