import { gameById } from '../games/registry.ts';
import { makeLine } from '../games/line.ts';
import { whenReady } from '../play/ask.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { faultInWords, judge } from '../play/judge.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { EngineRegistry } from '../library/engines.ts';
import type { Contact } from './contract.ts';
import type { EngineLauncher } from './engine-launcher.ts';
import { Turns } from '../sessions/turns.ts';
import type { Limit } from '../shapes/engines.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

/** Checks of first contact at a time: a folder of engines is gone through without stalling the machine. */
const checksAtOnce = 4;

/** What is known of each engine's first contact, and the checks that find it out. */
export class Contacts {
  readonly #launcher: EngineLauncher;
  readonly #sessionRegistry: SessionRegistry;
  readonly #engines: EngineRegistry;
  readonly #onChange: () => void;
  readonly #contacts = new Map<string, Contact>();
  readonly #turns = new Turns(checksAtOnce);
  /** The check of an engine that waits or is under way. */
  readonly #checks = new Map<string, AbortController>();

  constructor(
    launcher: EngineLauncher,
    sessionRegistry: SessionRegistry,
    engines: EngineRegistry,
    onChange: () => void,
  ) {
    this.#launcher = launcher;
    this.#sessionRegistry = sessionRegistry;
    this.#engines = engines;
    this.#onChange = onChange;
  }

  contactOf(engine: string): Contact {
    return this.#contacts.get(engine) ?? { state: 'unknown' };
  }

  /** Learns from a session of an engine whether it can be talked to; the purpose of the session does not matter. */
  watch(engineId: string, session: Session): void {
    const opens = session.protocol.opening !== undefined;
    session.subscribe((event) => {
      const shows = opens
        ? event.kind === 'ready'
        : event.kind === 'report' && event.report.answer.kind === 'move' && !this.#checks.has(engineId);
      if (shows) this.#set(engineId, { state: 'ok' });
      else if (event.kind === 'ended') this.#mourn(engineId, session, event.ending);
    });
  }

  /**
   * Starts an engine, waits for the end of its handshake and ends it, over each of its protocols;
   * `contactOf` has what was found. It waits for its turn before, and takes the place of a check of the same
   * engine that is not over. @throws Refused
   */
  async check(engineId: string): Promise<void> {
    const { protocols } = this.#engines.get(engineId);
    this.callOff(engineId);
    const check = new AbortController();
    this.#checks.set(engineId, check);
    try {
      for (const protocol of protocols) {
        this.#set(engineId, { state: 'waiting' });
        const met = await this.#turns.run(() => this.#meet(engineId, protocol, check.signal), check.signal);
        if (!met) return;
      }
    } finally {
      if (this.#checks.get(engineId) === check) {
        this.#checks.delete(engineId);
        // Called off, or it could not be tried to the end: nothing is known of it, and a person may ask again.
        const { state } = this.contactOf(engineId);
        if (state === 'waiting' || state === 'checking') this.#set(engineId, { state: 'unknown' });
      }
    }
  }

  /** The same without waiting; an engine that is removed meanwhile is not an error. */
  checkSoon(engineId: string): void {
    this.check(engineId).catch(() => undefined);
  }

  /** Ends the check of an engine, if one waits or is under way. */
  callOff(engineId: string): void {
    this.#checks.get(engineId)?.abort();
  }

  /** No check begins any more. */
  close(): void {
    for (const check of this.#checks.values()) check.abort();
  }

  /** Whether the engine speaks this protocol; a failed contact stays on the list, for its console says why. */
  async #meet(engineId: string, protocol: string, signal: AbortSignal): Promise<boolean> {
    const start = (): Session => {
      const { session } = this.#launcher.open(engineId, protocol, 'contact');
      this.#set(engineId, { state: 'checking' });
      return session;
    };
    const session = await this.#sessionRegistry.room.whenFree(start, signal);
    if (session === null) return false;
    const tried = [session];
    const handle = new EngineHandle(session, async (before, renewal) => {
      const fresh = await this.#launcher.restart(before, renewal);
      tried.push(fresh);
      this.#set(engineId, { state: 'checking' });
      return fresh;
    });
    if (await whenReady(session, signal)) return false;
    const opens = session.protocol.opening !== undefined;
    const fault = opens || signal.aborted ? null : await faultOfAnswer(handle, signal);
    if (handle.session.ending) return false;
    if (!opens && fault === null && !signal.aborted) this.#set(engineId, { state: 'ok' });
    const ending = await handle.session.close();
    if (fault !== null) {
      const advice = 'Check that the engine speaks this protocol, and whether it needs arguments to do so.';
      this.#set(engineId, {
        state: 'failed',
        ending: { ...ending, word: 'handshake', reason: fault, advice },
      });
      return false;
    }
    for (const { id } of tried) this.#sessionRegistry.dismiss(id);
    return !signal.aborted;
  }

  #mourn(engineId: string, session: Session, ending: SessionEnding): void {
    // It is spoken to in another way next.
    if (session.again !== null) return;
    const checking = this.contactOf(engineId).state === 'checking';
    if (
      ending.word === 'unstartable' ||
      ending.word === 'handshake' ||
      (checking && ending.word !== 'quit')
    ) {
      this.#set(engineId, { state: 'failed', ending });
    } else if (checking) this.#set(engineId, { state: 'unknown' });
  }

  #set(engineId: string, contact: Contact): void {
    this.#contacts.set(engineId, contact);
    this.#onChange();
  }
}

/**
 * Where no answer opens a conversation, one to a real question has to show that the engine speaks the protocol. It is
 * asked about a game in which one move was made, so that it has heard of one, too. Why its answer shows nothing, in
 * words; null where it is a legal move, where the engine has ended, and where the caller has aborted.
 */
async function faultOfAnswer(handle: EngineHandle, signal: AbortSignal): Promise<string | null> {
  const { protocol, capabilities } = handle.session;
  const game = gameById(protocol.games[0]!);
  const start = game.initial();
  const line = makeLine(game, 'first contact', start, game.moves(start).slice(0, 1));
  const limit: Limit = capabilities.time ? { kind: 'time', seconds: 1 } : { kind: 'none' };
  const decision = await handle.ask(line, limit, { signal });
  switch (decision.kind) {
    case 'cancelled':
    case 'ended':
      return null;
    case 'failed':
      return decision.reason;
    case 'report':
      return faultInWords(judge(line, decision.report.answer));
  }
}
