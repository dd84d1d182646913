/** Engines in words. */
import type { EngineState, HostState, SessionState } from '../../app/api/contract.ts';
import { endingAtAGlance, sessionAtAGlance, type Glance } from '../console/words.ts';

export interface ProtocolChoice {
  readonly id: string;
  readonly name: string;
}

/** The protocols that an engine may be said to speak, by their full names where the host told them. */
export function protocolsOf(state: HostState): ProtocolChoice[] {
  if (state.about.protocols) return [...state.about.protocols];
  const ids = new Set(state.engines.flatMap(({ protocols }) => protocols));
  return [...ids].map((id) => ({ id, name: id.toUpperCase() }));
}

export const shortProtocol = (id: string): string => id.toUpperCase();

/** How an engine is: as its liveliest session is, or what first contact found. */
export function engineAtAGlance(engine: EngineState, sessions: readonly SessionState[]): Glance {
  const own = sessions.filter((session) => session.engine === engine.id && session.purpose !== 'contact');
  const alive = own.filter(({ ending }) => ending === null);
  const liveliest =
    alive.find(({ state }) => state === 'thinking') ??
    alive.find(({ state }) => state !== 'idle') ??
    alive.at(-1) ??
    own.findLast(({ ending }) => ending !== null && ending.word !== 'quit');
  if (liveliest) return sessionAtAGlance(liveliest);
  switch (engine.contact.state) {
    case 'checking':
      return { tone: 'wait', word: 'checking' };
    case 'failed':
      return endingAtAGlance(engine.contact.ending);
    case 'ok':
      return { tone: 'ok', word: 'ready' };
    case 'unknown':
      return engine.bundled ? { tone: 'ok', word: 'ready' } : { tone: 'off', word: 'not tried yet' };
  }
}
