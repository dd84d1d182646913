/** `plywire engines probe`: detects the protocols that a program speaks. */
import type { LocalClient } from '../api/transports/in-process.ts';
import type { ProbeResult } from '../api/contract.ts';
import { hasWords } from '../library/engine-name.ts';
import { columns } from '../matches/report/columns.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { engineWords, type EngineFlags } from './flags.ts';

/** The result of a probe. */
interface Probed {
  readonly results: readonly ProbeResult[];
  /** The best one first. */
  readonly speaks: readonly string[];
  /** What the program is if it is not an engine, with advice, in sentences; else null. */
  readonly hint: string | null;
  readonly seconds: number;
}

/** @throws Exit with 1 if it speaks no protocol, 3 if it could not be started */
export async function probe(
  ask: CommandContext<LocalClient>,
  text: string,
  flags: EngineFlags,
): Promise<void> {
  const { output } = ask;
  const probed = await findOut(ask, text, flags, process.cwd());
  const { results, speaks, hint, seconds } = probed;
  for (const line of tableOf(probed)) output.line(line);
  if (output.json) {
    for (const result of results) output.object({ kind: 'probe', ...result });
    output.object({ kind: 'summary', speaks, hint, seconds });
  }
  const verdict =
    speaks.length > 0 ? `It speaks ${speaks.join(' and ')}.` : 'It answered in none of these protocols.';
  output.line(`${verdict} (${seconds.toFixed(1)} s)`);
  if (hint !== null) output.line(hint);
  if (speaks.length === 0) throw new Exit(exitCodes.failed, '');
}

/**
 * The flags with the protocol of an executable, which is detected if not given.
 * @throws Exit if it speaks none or several, or cannot be started
 */
export async function withProtocol<Flags extends EngineFlags>(
  ask: CommandContext<LocalClient>,
  text: string,
  flags: Flags,
  folder = process.cwd(),
): Promise<Flags> {
  const { protocol } = await ask.client.local.protocol(engineWords(text, flags, folder));
  return protocol === null ? { ...flags, protocol: await protocolSpoken(ask, text, flags, folder) } : flags;
}

/** The engine that a text names; its protocol is detected if not given. @throws Exit as above */
export const engineMeant = async (
  ask: CommandContext<LocalClient>,
  text: string,
  flags: EngineFlags,
  folder = process.cwd(),
) => ask.client.local.engine(engineWords(text, await withProtocol(ask, text, flags, folder), folder));

/** The protocols that were detected, by how the program is run: a command may name one more than once. */
const detected = new WeakMap<LocalClient, Map<string, string>>();

async function protocolSpoken(
  ask: CommandContext<LocalClient>,
  text: string,
  flags: EngineFlags,
  folder: string,
): Promise<string> {
  const known = detected.get(ask.client) ?? new Map<string, string>();
  detected.set(ask.client, known);
  const { arg, setting, sandbox, writable } = flags;
  const key = JSON.stringify([text, folder, arg, setting, sandbox, writable]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const { speaks, hint } = await findOut(ask, text, flags, folder);
  const [first, ...others] = speaks;
  if (first === undefined) {
    const look = '`plywire engines probe` shows the attempts; --protocol sets the protocol.';
    const advice = hint === null ? look : `${hint} ${look}`;
    throw new Exit(exitCodes.failed, `handshake: ${text} answers in no known protocol. ${advice}`);
  }
  if (others.length > 0) throw new Exit(exitCodes.usage, `${text} ${choiceWords(speaks)}`);
  known.set(key, first);
  // The flag would be for all engines of a command.
  const word = hasWords(text) ? `protocol=${first}` : `--protocol ${first}`;
  ask.output.remark(`${text} speaks ${first} (detected); ${word} is quicker.`);
  return first;
}

/** The advice for a program that speaks several protocols, the best first. */
export const choiceWords = (speaks: readonly string[]): string =>
  `speaks ${speaks.join(' and ')}; ${speaks[0]} reports the most. ` +
  `Add ${speaks.map((id) => `--protocol ${id}`).join(' or ')}.`;

async function findOut(
  { client, output, signal }: CommandContext<LocalClient>,
  text: string,
  flags: EngineFlags,
  folder: string,
): Promise<Probed> {
  const results: ProbeResult[] = [];
  let open: readonly string[] = [];
  const tell = (): void => output.passing(`trying ${open.join(', ')}`);
  for await (const event of await client.local.probe(engineWords(text, flags, folder), { signal })) {
    switch (event.kind) {
      case 'begins':
        open = event.protocols;
        tell();
        break;
      case 'trying':
        break;
      case 'tried':
        results.push(event.result);
        open = open.filter((id) => id !== event.result.protocol);
        tell();
        break;
      case 'unstartable':
        throw new Exit(exitCodes.unstartable, `unstartable: ${event.reason}. ${event.advice}`);
      case 'summary':
        return { results, speaks: event.speaks, hint: event.hint, seconds: event.seconds };
    }
  }
  throw new Error('The detection has no summary.');
}

/** Characters to show of a line beside a reason that does not quote it. */
const mostShown = 60;

/** The protocols that it speaks, best first, then the others in alphabetical order. */
function tableOf({ results, speaks }: Probed): string[] {
  const spoken = speaks.flatMap((id) => results.filter(({ protocol }) => protocol === id));
  const rest = results
    .filter(({ speaks }) => !speaks)
    .sort((one, other) => (one.protocol < other.protocol ? -1 : 1));
  const rows = [...spoken, ...rest].map(({ protocol, speaks, sure, how, heard }) => {
    const line = heard === null ? '' : heard.slice(0, mostShown);
    const said =
      speaks || line === '' || how.includes(line.slice(0, 20)) ? how : `${how}; its last line: "${line}"`;
    return [protocol, speaks ? (sure ? 'yes' : 'likely') : 'no', said];
  });
  return columns([['PROTOCOL', 'SPEAKS', 'EVIDENCE'], ...rows]);
}
