/**
 * Our side of GoS: we are the referee, which the text calls the engine, and what we run is the bot. The states and
 * their arrows stand in `states.ts`, what the bot is told and in what order in `plans.ts`, what has passed in
 * `wire.ts`, what its words mean in `hearing.ts` and `judging.ts`. There is one search at most, and one game that is
 * followed:
 *
 * | search   | request search                        | request stop           | its request is answered              |
 * |----------|---------------------------------------|------------------------|--------------------------------------|
 * | none     | walk                                  |                        |                                      |
 * | walking  | failed; the new one is walked         | failed                 |                                      |
 * | thinking | failed; the new one has the answer    | its report is the last | report, final; in analysis, a second |
 * |          | if it asks the same, or waits for it  |                        | action is asked for where it follows |
 * | second   | report, final; the new one waits      | report, final          | report of both, final                |
 *
 * A process serves one match and is led one way. What does not lie on that way takes a new process: `fits` tells.
 * While no search is served, the game that is followed goes on, up to its winner.
 */
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import type { StonesPosition } from '../../games/stones/index.ts';
import type { Again, Driver, DriverEvent, Exchange, FaultWord, Intent } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { decline, misuse } from '../wishes.ts';
import { hear } from './hearing.ts';
import { offersAt } from './manual.ts';
import { noBetter } from './objections.ts';
import { distinct, oddity, quoted, type Fault } from './oddities.ts';
import { endTask, objectionTo, serve, stopSearch, takeSearch } from './searches.ts';
import { Talk, WHOLE, type GosSettings, type Route } from './talk.ts';
import type { Request } from './wire.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

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
  readonly #talk: Talk;
  /** A search waited for the request that is unanswered. */
  #wasWanted = false;

  constructor(settings: GosSettings) {
    this.#talk = new Talk(settings);
  }

  get state(): DriverState {
    return this.#talk.state;
  }

  get exchange(): Exchange {
    return this.#talk.wire.exchange;
  }

  accepts(line: Line): string | null {
    return objectionTo(line);
  }

  fits(line: Line, seat: Seat): boolean {
    const talk = this.#talk;
    if (talk.over || talk.proposed !== null || objectionTo(line) !== null) return false;
    if (talk.wire.script?.length === 0) return true;
    if (talk.wire.seat !== seat) return false;
    if (talk.toldOf(talk.routeThrough(line, seat)) !== null) return true;
    const isItsTurn =
      (line.position as StonesPosition).mover === seat && line.game.result(line.position) === null;
    return isItsTurn && talk.toldOf(talk.routeTo({ line, purpose: 'analyse' })) !== null;
  }

  again(): Again | null {
    const { enums, wire, settings, looksAway } = this.#talk;
    if (looksAway) {
      const reason = 'it seems to follow only the moves that it is told, and is led through the whole game';
      return { settings: { ...settings, walk: WHOLE }, reason };
    }
    const { next } = enums;
    return next && wire.seat !== null ? { ...next, settings: { ...settings, ...next.settings } } : null;
  }

  offers(word: string, line: Line): readonly string[] {
    return objectionTo(line) === null ? offersAt(word, line, this.#talk.enums.form) : [];
  }

  request(intent: Intent, _now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    const before = this.state;
    switch (intent.kind) {
      case 'start':
        talk.start = true;
        break;
      case 'search':
        takeSearch(talk, intent.search, out);
        break;
      case 'follow':
        if (objectionTo(intent.line) === null) talk.followed = talk.routeThrough(intent.line, intent.seat);
        break;
      case 'stop':
        stopSearch(talk, out);
        break;
      case 'resynchronise':
        talk.wire.lose();
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'a bot of GoS draws no board' });
        break;
      case 'ping':
        out.push(misuse('GoS has no message to ask for a sign of life'));
        break;
      case 'options':
      case 'press':
      case 'debug':
        out.push(...decline('GoS', intent));
        break;
    }
    this.#mind(before, out);
    return this.#advance(out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    const before = this.state;
    talk.wire.exchange.goesOut();
    if (talk.proposed === line) talk.proposed = null;
    const asked = talk.wire.requests.length;
    for (const text of talk.wire.sent(line, now)) out.push(misuse(text));
    const request = talk.wire.requests[asked];
    if (request) {
      talk.wire.exchange.ask(talk.limits.of(request));
      talk.wire.exchange.about(() => request.position);
    }
    talk.stream.drop();
    if (this.state === 'quitting' && talk.task)
      endTask(talk, talk.task, 'the match of this bot is over', out);
    this.#mind(before, out);
    return this.#advance(out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const faults: Fault[] = [];
    const before = this.state;
    this.#talk.wire.exchange.comesIn();
    for (const piece of this.#talk.stream.read(line)) {
      if (before !== 'quitting') hear(this.#talk, piece, now, faults, out);
      else faults.push({ name: 'talk-after-end', detail: quoted(line) });
    }
    // First, since whoever waits for a final report may listen no longer.
    out.unshift(...distinct(faults).map((fault): DriverEvent => ({ kind: 'oddity', oddity: oddity(fault) })));
    this.#mind(before, out);
    return this.#advance(out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    const before = this.state;
    const [request] = talk.wire.requests;
    if (!talk.over && request && now >= this.#dueOf(request)) {
      if (request.doubtful) {
        talk.wire.answered();
        out.push(misuse('A request that was typed while another was unanswered was not answered'));
      } else this.#fail(request, out);
    }
    this.#mind(before, out);
    return this.#advance(out);
  }

  nextWake(): number | null {
    const [request] = this.#talk.wire.requests;
    return request && !this.#talk.over ? this.#dueOf(request) : null;
  }

  #dueOf(request: Request): number {
    return request.at + this.#talk.limits.of(request);
  }

  /** Its time is up: it has not said a move, or what it has said is none. */
  #fail(request: Request, out: DriverEvent[]): void {
    const talk = this.#talk;
    const { pending } = talk.stream;
    const stray = pending === '' ? request.stray : { text: pending, reason: 'it has no end' };
    const within = inSeconds(talk.limits.of(request));
    const [ending, reason]: [FaultWord, string] =
      stray === null
        ? ['time', `no move within ${within} of ${request.isFirst ? 'its first request' : 'the request'}`]
        : ['malformed', `no move within ${within}, but ${quoted(stray.text)}: ${stray.reason}`];
    const both = talk.enums.hopeless ? `; ${noBetter(talk.enums)}` : '';
    talk.over = true;
    // It ends with the session, whose word for it says more than that it failed.
    talk.task = null;
    out.push({ kind: 'fault', ending, reason: reason + both });
  }

  /** Tells the state, which hangs on whether anybody waits for what is being thought about. */
  #mind(before: DriverState, out: DriverEvent[]): void {
    const { task, wire, over } = this.#talk;
    if (wire.requests.length > 0 && !over) {
      const isWanted = task !== null && this.#talk.toldOf(task.route) !== null;
      // A request that nobody asked for by a search was typed, or is on the way through a game.
      if (before === 'thinking' && this.#wasWanted && !isWanted) wire.conversation.follow('abandoned');
      else if (isWanted) wire.conversation.follow('resumed');
      this.#wasWanted = isWanted;
    } else this.#wasWanted = false;
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
  }

  /** Does what can be done, and proposes the next line unless one is still on its way out. */
  #advance(out: DriverEvent[]): readonly DriverEvent[] {
    const talk = this.#talk;
    if (talk.over || !talk.start) return out;
    if (!talk.welcomed) {
      talk.welcomed = true;
      out.push({ kind: 'ready' });
    }
    if (talk.proposed !== null || talk.wire.requests.length > 0) return out;
    while (serve(talk, out));
    const line = this.#nextLine();
    if (line === null) return out;
    talk.proposed = line;
    out.push({ kind: 'send', line });
    return out;
  }

  /** Towards the search, whose route ends with a question, or else towards the game that is followed. */
  #nextLine(): string | null {
    const { task, followed } = this.#talk;
    const route: Route | null = task?.route ?? followed;
    const told = route && this.#talk.toldOf(route);
    if (route === null || told === null) return null;
    return told < route.length || (task && told === route.length) ? route.plan.line(told) : null;
  }
}
