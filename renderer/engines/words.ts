/** Words about engines. */
import type {
  EngineState,
  HostState,
  ProbeResult,
  ProtocolSetting,
  SessionState,
} from '../../app/api/contract.ts';
import { endingAtAGlance, sessionAtAGlance, type Glance } from '../console/words.ts';

export interface ProtocolChoice {
  readonly id: string;
  /** The full name. */
  readonly name: string;
  readonly settings: readonly ProtocolSetting[];
}

/** Every protocol that the host speaks. */
export const protocolsOf = (state: HostState): readonly ProtocolChoice[] => state.about.protocols;

/** The full name of a protocol; its id if it is unknown. */
export const protocolName = (state: HostState | null, id: string): string =>
  state?.about.protocols.find((protocol) => protocol.id === id)?.name ?? id;

/** The short name of a protocol, for beside an engine's; its id if it is unknown. */
export const shortProtocol = (state: Pick<HostState, 'about'> | null, id: string): string =>
  state?.about.protocols.find((protocol) => protocol.id === id)?.shortName ?? id;

/** The state of an engine: that of its most active session, or else the result of its connection test. */
export function engineAtAGlance(engine: EngineState, sessions: readonly SessionState[]): Glance {
  const own = sessions.filter((session) => session.engine === engine.id && session.purpose !== 'contact');
  const alive = own.filter(({ ending }) => ending === null);
  const liveliest =
    alive.find(({ state }) => state === 'thinking') ??
    alive.find(({ state }) => state !== 'idle') ??
    alive.at(-1) ??
    own.findLast(({ ending, successor }) => ending !== null && ending.word !== 'quit' && successor === null);
  return liveliest ? sessionAtAGlance(liveliest) : contactAtAGlance(engine);
}

/** The state of an engine's connection test. */
export function contactAtAGlance(engine: Pick<EngineState, 'contact' | 'bundled'>): Glance {
  switch (engine.contact.state) {
    case 'waiting':
      return { tone: 'off', word: 'waiting for test' };
    case 'checking':
      return { tone: 'wait', word: 'testing' };
    case 'failed':
      return endingAtAGlance(engine.contact.ending);
    case 'ok':
      return { tone: 'ok', word: 'ready' };
    case 'unknown':
      return engine.bundled ? { tone: 'ok', word: 'ready' } : { tone: 'off', word: 'not tested' };
  }
}

/** The most characters shown of a line that a program printed. */
const mostHeard = 200;

/** The evidence that a program does or does not speak a protocol. */
export function probeWords({ speaks, how, heard }: ProbeResult): string {
  if (speaks) return `it ${how}`;
  // The reason may already quote the line.
  if (heard === null || how.includes(heard.slice(0, 20))) return how;
  return `${how}. Last line heard: \`${heard.slice(0, mostHeard).replaceAll('`', "'")}\``;
}

/** The state of the probe of one protocol, during and after the probe. */
export function probeAtAGlance(result: ProbeResult | undefined, begun: boolean, running: boolean): Glance {
  if (result?.speaks) return { tone: 'ok', word: result.sure ? 'speaks it' : 'likely' };
  if (result) return { tone: 'off', word: 'no' };
  if (!running) return { tone: 'off', word: 'unknown' };
  return begun ? { tone: 'busy', word: 'trying' } : { tone: 'off', word: 'waiting' };
}

/** The help text of a protocol's setting, with the detected value if the setting is `auto`. */
export function settingHint(
  { id, help, values }: ProtocolSetting,
  chosen: string,
  learned: Readonly<Record<string, string>>,
): string {
  const found = chosen === 'auto' ? values.find(({ value }) => value === learned[id]) : undefined;
  return found === undefined ? help : `${help} Detected: ${found.label}.`;
}
