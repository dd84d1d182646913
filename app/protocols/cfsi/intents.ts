/** What can be asked of a CFSI server, and why some intents cannot be served. */
import type { Capabilities, DriverState, Intent } from '../protocol.ts';
import { quoted } from './oddities.ts';

export const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: true,
  setPosition: 'any',
  score: true,
  scoresPerMove: true,
  options: false,
  debug: false,
  ping: true,
};

/** Why nothing can be sent for this intent, in words; null where something can. */
export function objection(intent: Intent, state: DriverState): string | null {
  switch (intent.kind) {
    case 'start':
      return state === 'quitting' ? 'after stop the server cannot be started again' : null;
    case 'ping':
      return state === 'quitting' ? 'after stop the server answers no ping' : null;
    case 'options': {
      const names = Object.keys(intent.values).join(', ');
      return names === '' ? null : `CFSI has no options; ${quoted(names)} cannot be set`;
    }
    case 'press':
      return `CFSI has no options; ${quoted(intent.option)} cannot be pressed`;
    case 'debug':
      return 'CFSI has no debug mode; a server sends debug lines as it likes';
    case 'search':
    case 'stop':
      return null;
  }
}
