/** What can be asked of a CFSI server, and why some intents cannot be served. */
import type { Line } from '../../games/line.ts';
import type { Intent, Search } from '../protocol.ts';
import { quoted } from './oddities.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

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
  drawing: false,
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
    case 'resynchronise':
    case 'follow':
    case 'stop':
    case 'showBoard':
      return null;
  }
}

/** Why no search can be about this line of play, in words. */
export function lineObjection({ game }: Line): string | null {
  return game.id === 'connect4' ? null : `CFSI carries Connect Four, not ${game.name}`;
}

/** Why no server could be asked for this search, in words. */
export function searchObjection(search: Search): string | null {
  const { game, position } = search.line;
  const objected = lineObjection(search.line);
  if (objected !== null) return objected;
  const result = game.result(position);
  return result ? `the game is over: ${result.reason}` : limitFault(search);
}

/** Why a search asks for what CFSI cannot be asked for, in words; null where it can. */
function limitFault({ limit, only }: Search): string | null {
  if (limit.kind === 'depth' && !(Number.isSafeInteger(limit.plies) && limit.plies >= 1)) {
    return `the depth must be a whole number greater than zero, not ${limit.plies}`;
  }
  if (limit.kind === 'time' && !(limit.seconds > 0)) return `there is no time to search: ${limit.seconds} s`;
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time to search has no end';
  return only === undefined || only === null || Number.isSafeInteger(only)
    ? null
    : 'a column is a whole number';
}
