/** Checks before an engine is started or asked. A request that cannot succeed is refused with advice. */
import { capital } from '../games/sentences.ts';
import type { Game } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import { Refused } from '../shapes/refused.ts';
import { settingsFor, type Engine } from '../library/engines.ts';
import { defaultDeadlines, type Protocol } from '../protocols/protocol.ts';
import { whenReady } from '../play/ask.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import type { Session } from '../sessions/session.ts';
import type { OptionValues } from './contract.ts';
import { spokenBy } from './engine-launcher.ts';
import type { Capabilities, Limit } from '../shapes/engines.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

export interface Asked {
  readonly protocol?: string | undefined;
  readonly limit: Limit;
  readonly options?: OptionValues | undefined;
}

/** @throws Refused if the line has no moves */
export function requireMoves({ moves }: Line): void {
  if (moves.length > 0) return;
  throw new Refused('No moves to report on yet.', 'Play a game, or enter its moves.');
}

/** @throws Refused if the game is over at the end of the line */
export function requireOpenGame({ game, position }: Line): void {
  const result = game.result(position);
  if (!result) return;
  throw new Refused(
    `The game is over at that position: ${result.reason}.`,
    'Choose a position before the end.',
  );
}

/**
 * @param limit `none` is any analysis without an end
 * @throws Refused if the engine or its protocol does not support the game, the limit or the options
 */
export function requireChoices(engine: Engine, game: Game, { protocol: id, limit, options }: Asked): void {
  const protocol = requireGame(engine, game, id);
  const capabilities = capabilitiesOf(protocol);
  if (limit.kind !== 'none') requireLimit(protocol, capabilities, limit);
  requireOptional(protocol, capabilities, options);
}

/** @throws Refused if the engine or its protocol does not support the game, the limit, the options or the line */
export function requireServed(engine: Engine, line: Line, asked: Asked): void {
  const protocol = requireGame(engine, line.game, asked.protocol);
  const capabilities = capabilitiesOf(protocol);
  requireLimit(protocol, capabilities, asked.limit);
  requireOptional(protocol, capabilities, asked.options);
  const refusal = protocol.createDriver(defaultDeadlines, settingsFor(engine, protocol)).accepts(line);
  if (refusal === null) return;
  const others = engine.protocols.filter((id) => id !== protocol.id);
  throw new Refused(
    `${engine.record.name} cannot be asked over ${protocol.id}: ${refusal}`,
    others.length > 0 ? `Try --protocol ${others.join(' or --protocol ')}.` : 'Choose another engine.',
  );
}

/** @throws Refused */
function requireGame(engine: Engine, game: Game, id: string | undefined): Protocol {
  const protocol = spokenBy(engine, id);
  if (engine.games.includes(game.id) && protocol.games.includes(game.id)) return protocol;
  throw new Refused(
    `${engine.record.name} does not play ${game.name} over ${protocol.id}.`,
    'Choose another engine.',
  );
}

/** @throws Refused */
function requireOptional({ name }: Protocol, capabilities: Capabilities, options: OptionValues = {}): void {
  if (Object.keys(options).length === 0 || capabilities.options) return;
  throw new Refused(`${name} has no options.`, 'Omit them or choose another protocol.');
}

/** @throws Refused if the protocol does not support this kind of limit, or needs a limit and none is given */
function requireLimit({ name, settings }: Protocol, { time, depth }: Capabilities, { kind }: Limit): void {
  if (!time && !depth) {
    if (kind === 'none') return;
    const own = settings.filter(({ isLimit }) => isLimit).map(({ id }) => id);
    throw new Refused(
      `${name} sets neither time nor depth: ${own.length > 0 ? 'a setting of the engine limits its time' : 'the engine decides how long it thinks'}.`,
      own.length > 0 ? `Omit the limit, or set ${own.join(' and ')} instead.` : 'Omit the limit.',
    );
  }
  if (kind === 'none') throw new Refused('The limit is missing.', 'Set a time or a depth.');
  if (kind === 'depth' && !depth) {
    throw new Refused(`${name} has no depth limit.`, 'Set a time instead.');
  }
  if (kind === 'time' && !time) throw new Refused(`${name} has no time limit.`, 'Set a depth instead.');
}

/**
 * Watches how an engine takes its options while it starts.
 * @param consequence a sentence, for a refusal
 * @returns a function that waits until the engine can be asked, and resolves with null, or until it has ended. It throws
 * Refused for an option that the engine lacks, or a value that it does not accept
 */
export function takesOptions(
  session: Session,
  options: OptionValues | undefined,
  consequence: string,
): (signal?: AbortSignal) => Promise<SessionEnding | null> {
  const misuse: string[] = [];
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'misuse') misuse.push(event.text);
  });
  return async (signal) => {
    const ending = await whenReady(session, signal);
    unsubscribe();
    if (ending !== null || signal?.aborted) return ending;
    requireOptions(session, options);
    const [wrong] = misuse;
    if (wrong !== undefined) throw new Refused(`${session.title}: ${capital(wrong)}`, consequence);
    return null;
  };
}

/** @throws Refused for an option that the engine did not offer at its handshake; names are compared ignoring case */
function requireOptions(session: Session, options: OptionValues | undefined): void {
  const offered = new Set(session.options.map(({ name }) => name.toLowerCase()));
  for (const name of Object.keys(options ?? {})) {
    if (offered.has(name.toLowerCase())) continue;
    const names = session.options.map((option) => option.name).join(', ');
    throw new Refused(
      `${session.title} has no option "${name}".`,
      names === '' ? 'It has no options.' : `Its options: ${names}.`,
    );
  }
}
