/**
 * Our side of QTP. The states and their arrows stand in `states.ts`; how lines become answers in `splitter.ts`, and
 * what those mean in `hearing.ts`; what goes out in `serving.ts`, and how a position is told in `telling.ts`. Here
 * wishes, lines and time come in and events go out.
 *
 * There is at most one search that is served and one that waits (`searches.ts`):
 *
 * | search   | request search                         | its position is told | its move is answered |
 * |----------|----------------------------------------|----------------------|----------------------|
 * | none     | serve it                               |                      |                      |
 * | told     | failed; the new one is served          | `genmove`            |                      |
 * | thinking | the same position: it is the new one's | report, final        | report, final        |
 * |          | another: failed; the answer is stale   |                      |                      |
 * | waiting  | failed; the new one waits              |                      |                      |
 *
 * Nothing stops an engine, so a search that is given up while it thinks is answered all the same, and only then
 * is the next position told. `genmove` plays on the engine's own board: what stands there is kept in mind
 * (`engine-board.ts`), so that the next search tells the moves that are new, or all of them where that is not known.
 */
import type { Line } from '../../games/line.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent } from '../protocol.ts';
import { decline, misuse } from '../wishes.ts';
import type { WallForm } from './entities.ts';
import { raiseFence, wantsFence } from './fence.ts';
import { takeHeard } from './hearing.ts';
import { offersAt } from './manual.ts';
import { misuseOf } from './misuse.ts';
import { quoted } from './oddities.ts';
import { spoil, stopSearches, takeSearch } from './searches.ts';
import { follow } from './sending.ts';
import { serve, tellMore } from './serving.ts';
import { receive } from './splitter.ts';
import { Talk } from './talk.ts';
import { answerOverdue, handshakeOverdue, nextWakeOf, waitsOf } from './waits.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

export class QtpDriver implements Driver {
  readonly #talk: Talk;

  /** @param form how the engine writes walls; null to find out */
  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.#talk = new Talk(deadlines, form);
  }

  get state(): DriverState {
    return this.#talk.state;
  }

  get exchange(): Exchange {
    return this.#talk.ledger.exchange;
  }

  get capabilities(): Capabilities {
    return this.#talk.capabilities;
  }

  accepts(line: Line): string | null {
    return this.#talk.dialect.objection(line);
  }

  offers(word: string, line: Line): readonly string[] {
    return offersAt(word, line, this.#talk.dialect.form);
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    const open = !talk.over && talk.state !== 'quitting';
    switch (intent.kind) {
      case 'start':
        talk.start = true;
        break;
      case 'search':
        takeSearch(talk, intent.search, out);
        break;
      case 'stop':
        stopSearches(talk, out);
        break;
      case 'resynchronise':
        spoil(talk);
        if (talk.running) talk.running.asked = null;
        break;
      case 'follow':
        // A search says all that is to be known of its game.
        break;
      case 'showBoard':
        if (open) talk.board = true;
        else out.push({ kind: 'undrawn', reason: 'the engine was told to leave' });
        break;
      case 'ping':
        talk.ping = open;
        break;
      case 'options':
      case 'press':
      case 'debug':
        out.push(...decline('QTP', intent));
        break;
    }
    return this.#advance(now, out);
  }

  wants(line: string): boolean {
    return this.#talk.proposed.some((proposal) => proposal.line === line);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    talk.ledger.exchange.goesOut();
    const index = talk.proposed.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : talk.proposed.splice(index, 1);
    const purpose = proposal?.purpose ?? null;
    if (talk.state === 'quitting') {
      return [misuse(`${quoted(line)} was sent after quit; nobody reads it any more`)];
    }
    talk.sentAt = now;
    if (purpose === null) out.push(...misuseOf(line, talk.introduction.commands).map(misuse));
    const { asked, ...heard } = talk.ledger.sent(line, purpose, now);
    takeHeard(talk, heard, now, out);
    if (asked !== null) follow(talk, asked, now, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const { introduction, ledger } = this.#talk;
    ledger.exchange.comesIn();
    if (!introduction.over) introduction.note(line);
    takeHeard(this.#talk, receive(ledger, line, now), now, out);
    return this.#advance(now, out);
  }

  muted(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.#talk.ledger.exchange.comesIn();
    takeHeard(this.#talk, this.#talk.ledger.muted(now), now, out);
    return out;
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const talk = this.#talk;
    for (const wait of waitsOf(talk)) {
      if (wait.at > now || talk.over) continue;
      switch (wait.kind) {
        case 'quiet':
          takeHeard(talk, talk.ledger.quiet(now), now, out);
          break;
        case 'handshake':
          handshakeOverdue(talk, out);
          break;
        case 'overdue':
          answerOverdue(talk, now, out);
          break;
        case 'go on':
          talk.pace.resync = false;
          break;
        case 'fence':
          // It goes out below.
          break;
      }
    }
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    return nextWakeOf(this.#talk);
  }

  /** Proposes what has become possible. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    const talk = this.#talk;
    if (talk.over || !talk.start || talk.state === 'quitting') return out;
    for (let before = -1; !talk.over && talk.proposed.length === 0 && before !== out.length;) {
      before = out.length;
      this.#step(now, out);
    }
    return out;
  }

  #step(now: number, out: DriverEvent[]): void {
    const talk = this.#talk;
    const { introduction, ledger, pace, wished } = talk;
    const { oldest } = ledger;
    if (oldest) {
      if (wantsFence(talk, oldest, now)) raiseFence(talk, out);
      else if (oldest.purpose?.kind === 'tell' && !ledger.fenced && !ledger.doubtful && !pace.resync) {
        tellMore(talk, out);
      }
    } else if (introduction.next !== null) {
      const kind = introduction.next;
      introduction.next = null;
      talk.propose(kind === 'name' ? 'name' : 'list_commands', { kind }, out);
    } else if (!introduction.welcomed) this.#welcome(out);
    else if (pace.resync) {
      // Without a fence only silence tells; see `waits.ts`.
      if (ledger.fence !== null && wished) raiseFence(talk, out);
    } else if (wished) serve(talk, out);
  }

  /** Only now does anything count: the engine has answered both questions. */
  #welcome(out: DriverEvent[]): void {
    const { introduction } = this.#talk;
    introduction.welcomed = true;
    if (!introduction.friendly) {
      const reason = `the engine knows neither name nor list_commands; ${introduction.heard}`;
      this.#talk.fail('handshake', reason, out);
      return;
    }
    this.#talk.pass('opened', out);
    out.push({ kind: 'ready' });
  }
}
