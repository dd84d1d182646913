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

/** Maximum number of concurrent checks, so that checking a folder of engines does not stall the machine. */
const checksAtOnce = 4;

/** The state of each engine's first contact, and the checks that determine it. */
export class Contacts {
  readonly #launcher: EngineLauncher;
  readonly #sessionRegistry: SessionRegistry;
  readonly #engines: EngineRegistry;
  readonly #onChange: () => void;
  readonly #contacts = new Map<string, Contact>();
  readonly #turns = new Turns(checksAtOnce);
  /** The waiting or running check of each engine, by engine id. */
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

  /** Updates the contact from a session of the engine, whatever its purpose. */
  watch(engineId: string, session: Session): void {
    const opens = session.protocol.opening !== undefined;
    session.subscribe((event) => {
      const shows = opens
        ? event.kind === 'ready'
        : event.kind === 'report' && event.report.answer.kind === 'move' && !this.#checks.has(engineId);
      if (shows) this.#set(engineId, { state: 'ok' });
      else if (event.kind === 'ended') this.#handleEnding(engineId, session, event.ending);
    });
  }

  /**
   * Starts an engine over each of its protocols, waits for the handshake to finish (or asks one question if the
   * protocol has none), and ends it. `contactOf` has the result. The check waits for its turn, and replaces an
   * unfinished check of the same engine.
   * @throws Refused
   */
  async check(engineId: string): Promise<void> {
    const { protocols } = this.#engines.get(engineId);
    this.callOff(engineId);
    const check = new AbortController();
    this.#checks.set(engineId, check);
    try {
      for (const protocol of protocols) {
        this.#set(engineId, { state: 'waiting' });
        const speaks = await this.#turns.run(
          () => this.#speaks(engineId, protocol, check.signal),
          check.signal,
        );
        if (!speaks) return;
      }
    } finally {
      if (this.#checks.get(engineId) === check) {
        this.#checks.delete(engineId);
        // The check was cancelled or could not be completed: the contact is unknown, and the user can check again.
        const { state } = this.contactOf(engineId);
        if (state === 'waiting' || state === 'checking') this.#set(engineId, { state: 'unknown' });
      }
    }
  }

  /** As `check`, without waiting. Errors are ignored, for example if the engine is removed meanwhile. */
  checkSoon(engineId: string): void {
    this.check(engineId).catch(() => undefined);
  }

  /** Cancels the check of an engine, if one waits or runs. */
  callOff(engineId: string): void {
    this.#checks.get(engineId)?.abort();
  }

  /** Cancels every check; waiting ones do not start. */
  close(): void {
    for (const check of this.#checks.values()) check.abort();
  }

  /** Whether the engine speaks this protocol. A failed session stays on the list, because its console shows why. */
  async #speaks(engineId: string, protocol: string, signal: AbortSignal): Promise<boolean> {
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

  #handleEnding(engineId: string, session: Session, ending: SessionEnding): void {
    // Another way to speak to the engine is tried next.
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
 * Asks a real question. If a protocol has no opening answer, only the answer to a question shows that the engine speaks
 * it. The game in question has one move, so that the engine also receives a move.
 * @returns why the answer proves nothing; null if it is a legal move, the engine has ended, or `signal` was aborted
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
