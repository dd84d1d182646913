/** A driver whose bot is the test, with searches for it. */
import type { Game, Seat } from '../../games/game.ts';
import { type Line, makeLine } from '../../games/line.ts';
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import type { Search } from '../protocol.ts';
import { DriverProbe } from '../testing/driver-probe.ts';
import { GosDriver } from './driver.ts';
import type { Json } from './json.ts';
import type { GosSettings } from './settings.ts';

/** A game from the start, or from another position. */
export const lineOf = (moves = '', start = stones.initial()): Line =>
  makeLine(stones as Game, 'g', start, stones.parseMoves(start, moves));

/** A board that no short game leads to. */
export const FAR =
  '[[5,5,0,5,0,0,0,0,0],[-5,6,6,6,0,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,0,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,0,-5,-5,-5,-5]]';
export const far = (words: string): StonesPosition => stones.parsePosition(`${FAR} ${words}`);

/** A bot's move, from a type and two places, `attack H7G7`, or from `pass`. */
export function said(words: string): string {
  const [type = '', places = ''] = words.split(' ');
  const at = (index: number): { X: number; Y: number } => ({
    X: places.charCodeAt(index) - 65,
    Y: Number(places[index + 1]) - 1,
  });
  const Type = ['pass', 'attack', 'strengthen'].indexOf(type);
  return JSON.stringify(Type === 0 ? { Type, From: null, To: null } : { Type, From: at(0), To: at(2) });
}

/** A referee's line in short: `Color 1`, `request attack`, `processed 1 H7G7`, `processed -1 pass, winner 1`. */
export function brief(line: string): string {
  const message = JSON.parse(line) as {
    Color?: unknown;
    AllowedMoves?: unknown[];
    Player?: unknown;
    Move?: { From?: { X: number; Y: number } | null; To?: { X: number; Y: number } | null };
    Winner?: unknown;
  };
  if (message.Color !== undefined) return `Color ${String(message.Color)}`;
  if (message.AllowedMoves) return `request ${message.AllowedMoves.length === 1 ? 'attack' : 'any'}`;
  const { From, To } = message.Move!;
  const place = ({ X, Y }: { X: number; Y: number }): string => `${'ABCDEFGHI'[X]}${Y + 1}`;
  const move = From && To ? `${place(From)}${place(To)}` : 'pass';
  const winner = String(message.Winner) === '0' ? '' : `, winner ${String(message.Winner)}`;
  return `processed ${String(message.Player)} ${move}${winner}`;
}

export class Desk extends DriverProbe {
  #searches = 0;

  constructor(settings: GosSettings = {}) {
    super(new GosDriver(settings));
    this.request({ kind: 'start' });
  }

  /** The methods return the lines that went out in consequence, in short. */
  search(line: Line, rest: Partial<Search> = {}): string[] {
    const id = ++this.#searches;
    const search: Search = { id, line, limit: { kind: 'none' }, purpose: 'play', ...rest };
    return this.request({ kind: 'search', search }).map(brief);
  }

  analyse(line: Line): string[] {
    return this.search(line, { purpose: 'analyse' });
  }

  follow(line: Line, seat: Seat): string[] {
    return this.request({ kind: 'follow', line, seat }).map(brief);
  }

  /** The bot says moves or other lines. */
  say(...lines: string[]): string[] {
    return lines
      .flatMap((line) =>
        this.hear(/^(pass|attack|strengthen)( [A-I]\d[A-I]\d)?$/.test(line) ? said(line) : line),
      )
      .map(brief);
  }

  get oddities(): string[] {
    return this.of('oddity').map(({ oddity }) => oddity.name);
  }

  /** The results of the searches in short. */
  get words(): string[] {
    return this.events.flatMap((event) => {
      if (event.kind === 'failed') return [`${event.search} failed: ${event.reason}`];
      if (event.kind === 'fault') return [`${event.ending}: ${event.reason}`];
      if (event.kind !== 'report') return [];
      const texts = [event.report.answer, ...event.report.rest].map((answer) =>
        answer.kind === 'move' ? stones.moveText(stones.initial(), answer.move as number) : answer.kind,
      );
      return [`${event.search} ${texts.join(' ')}${event.final ? '' : ' …'}`];
    });
  }
}

/** The value as `JSON.parse` returns it; NaN and Infinity as text. */
export function plain(json: Json): unknown {
  switch (json.kind) {
    case 'object':
      return Object.fromEntries([...json.members].map(([name, value]) => [name, plain(value)]));
    case 'array':
      return json.items.map(plain);
    case 'string':
      return json.text;
    case 'number':
      return Number.isFinite(json.value) ? json.value : json.text;
    case 'literal':
      return json.value;
  }
}
