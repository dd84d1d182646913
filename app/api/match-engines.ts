/** The engines of a match: opened from the library, with a folder of journals and deadlines of their own. */
import { rmSync } from 'node:fs';
import { asScript } from '../builds/script.ts';
import { launchOf } from '../library/engines.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Deadlines } from '../protocols/protocol.ts';
import type { TrafficLimits } from '../sessions/journal/traffic.ts';
import type { Caretaker } from '../sessions/managed-process.ts';
import { SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { OptionValues } from '../shapes/engines.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import type { Core } from './core.ts';
import { EngineLauncher } from './engine-launcher.ts';
import { takesOptions } from './requirements.ts';
import { causeOf } from './trouble.ts';

export interface MatchEngineOptions {
  /** The id of the engine. */
  readonly engine: string;
  readonly protocol: string;
  readonly options: OptionValues;
  /** Deadlines that replace those of the settings. */
  readonly deadlines: Partial<Deadlines>;
}

/** No one looks at the lines of a match while it is played: they are in the journals. */
export const matchTraffic: TrafficLimits = { lines: 1000, bytes: 1024 ** 2 };

export class MatchEngines {
  readonly #registry: SessionRegistry;
  readonly #launchers: readonly EngineLauncher[];
  readonly #players: readonly MatchEngineOptions[];
  /** Started before the match, and not used yet; those that do not play at its beginning have ended. */
  readonly #warm = new Map<number, EngineHandle>();

  /**
   * @param wires the folder of journals; null keeps none
   * @param say takes sentences for the user
   */
  constructor(
    core: Pick<Core, 'confinement' | 'caretaker' | 'engines' | 'settings'>,
    wires: string | null,
    players: readonly MatchEngineOptions[],
    say: (sentence: string) => void,
  ) {
    this.#players = players;
    this.#registry = new SessionRegistry({
      ...{ journals: wires, confinement: core.confinement },
      // The home's own report would name the home, and not the folder of the match.
      caretaker: { ...core.caretaker, journalled: tellingFaults(wires, say) },
      trafficLimits: matchTraffic,
    });
    const nothing = (): undefined => undefined;
    const listener = { onOpened: nothing, onOptions: nothing, onLearned: nothing };
    this.#launchers = players.map(({ deadlines }) => {
      const settings = {
        get value() {
          const { value } = core.settings;
          return { ...value, deadlines: { ...value.deadlines, ...deadlines } };
        },
      };
      return new EngineLauncher(this.#registry, core.engines, settings, listener);
    });
  }

  /** Starts the engine of a player. @throws Refused */
  open(player: number): EngineHandle {
    const warm = this.#warm.get(player);
    this.#warm.delete(player);
    if (warm?.serves) return warm;
    const { engine, protocol, options } = this.#players[player]!;
    return this.#launchers[player]!.open(engine, protocol, 'match', options);
  }

  /**
   * Starts the engine of a player to see whether it can play. One that does not play soon is then ended: an engine that
   * waits takes memory from those that play, and time too if it polls its input.
   * @returns how it ended; null if it is ready
   * @throws Refused for an option that it lacks, or a value that it does not accept
   */
  async test(player: number, playsSoon: boolean, signal: AbortSignal): Promise<SessionEnding | null> {
    const handle = this.open(player);
    this.#warm.set(player, handle);
    const { options } = this.#players[player]!;
    const ready = takesOptions(handle.session, options, 'The match was not begun.');
    try {
      return await ready(signal);
    } finally {
      if (!playsSoon) {
        await handle.close();
        this.forget(handle.session);
      }
    }
  }

  /** Removes the journal of a session that has ended. */
  forget(session: Session): void {
    this.#registry.dismiss(session.id);
    if (session.journalPath !== null) rmSync(session.journalPath, { force: true });
  }

  /** An engine that has been tested and does not play yet; its process may have ended since. */
  tested(player: number): EngineHandle {
    return this.#warm.get(player)!;
  }

  async close(): Promise<void> {
    await this.#registry.closeAll();
  }
}

/** Says once that journals cannot be written, and again after they could. */
function tellingFaults(wires: string | null, say: (sentence: string) => void): Caretaker['journalled'] {
  let isTold = false;
  return (error) => {
    if (error !== null && !isTold)
      say(`The journals of sessions cannot be written in ${wires}: ${causeOf(error)}.`);
    isTold = error !== null;
  };
}

/** SHA-256 of an engine's program, or of the script that it runs; null if it cannot be read. */
export const programHash = (
  { engines, tellers }: Pick<Core, 'engines' | 'tellers'>,
  engine: string,
): Promise<string | null> => tellers.programHash(asScript(launchOf(engines.get(engine))));
