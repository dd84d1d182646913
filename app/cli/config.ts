/** Export and import of settings and engines. */
import type { ConfigPreview, HostState } from '../api/contract.ts';
import { configLimit } from '../library/config-file.ts';
import { fileSource, wholeText } from '../library/text-source.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { Exit, exitCodes, unreadable, type CommandContext } from './exit.ts';
import { writeNewFile } from './new-file.ts';

type Ask = CommandContext<LocalClient>;

export async function exportConfig(
  { client, output }: Ask,
  file: string | undefined,
  { environment = false }: { readonly environment?: boolean },
) {
  const { text } = await client.config.export({ environment });
  if (file === undefined) {
    for (const line of text.trimEnd().split('\n')) output.line(line);
    return;
  }
  // It may contain private data.
  await writeNewFile(file, text, { mode: 0o600 });
  output.remark(`Exported settings and engines to ${file}.`);
  if (!environment && (JSON.parse(text) as { engines: Left[] }).engines.some(leavesOut)) {
    output.remark('Values of environment variables are not included; use --environment to include them.');
  }
}

interface Left {
  readonly environmentLeftOut: readonly string[];
}
const leavesOut = ({ environmentLeftOut }: Left): boolean => environmentLeftOut.length > 0;

export async function importConfig(
  { client, output, signal }: Ask,
  file: string,
  {
    yes = false,
    sandbox,
    weaken = false,
  }: { readonly yes?: boolean; readonly sandbox: boolean; readonly weaken?: boolean },
) {
  const text = await exportIn(file, signal);
  const preview = await client.local.previewConfig({ text });
  for (const line of previewLines(preview, await settingsNow(client))) output.line(line);
  const fresh = preview.engines.filter(({ state }) => state === 'new');
  const weakensAlone = preview.weakens.length > 0 && fresh.length === 0 && preview.settings === null;
  if (fresh.length === 0 && preview.settings === null && (!weakensAlone || !weaken)) {
    output.remark(weakensAlone ? `Nothing else to change. ${leftOut}` : 'Nothing to change.');
    return;
  }
  if (!yes) {
    output.remark('Nothing was changed. Use --yes to apply.');
    if (preview.weakens.length > 0 && !weaken) output.remark(leftOut);
    return;
  }
  const { added, settings } = await client.local.importConfig({ text, sandbox, weaken });
  for (const { engine, name } of added) output.line(`added ${name} (${engine})`);
  if (settings !== null) output.line('settings applied');
  if (preview.weakens.length > 0 && !weaken) output.remark(leftOut);
  if (added.length > 0) output.remark('No engine was started. Each is tested when it is first used.');
}

/** @throws Exit if it cannot be read, or is too large to be an export */
async function exportIn(file: string, signal: AbortSignal): Promise<string> {
  // A character takes at most four bytes in UTF-8.
  const { text } = await fileSource(file, signal)
    .then((source) => wholeText(source, 4 * configLimit))
    .catch((error: unknown) => {
      throw unreadable(file, error);
    });
  if (text !== null && text.length <= configLimit) return text;
  throw new Exit(exitCodes.usage, `${file} is too large: an export has at most ${configLimit} characters.`);
}

const leftOut =
  'Changes that weaken protection (marked with "!") are not applied; use --weaken to apply them.';

type Settings = HostState['settings'];

async function settingsNow(client: Ask['client']): Promise<Settings> {
  for await (const event of await client.host.watch())
    if (event.kind === 'snapshot') return event.state.settings;
  throw new Error('the core sent no state');
}

const marks = { new: '+', known: '=', 'left out': '-' } as const;

function previewLines({ engines, settings, weakens }: ConfigPreview, now: Settings): string[] {
  const weakening = (of: number | null): string[] =>
    weakens.filter(({ engine }) => engine === of).map(({ words }) => words);
  return [
    ...engines.flatMap(({ state, name, command, reason, environmentLeftOut }, index) => [
      `${marks[state]} ${name}  ${command}`,
      ...(state === 'known' ? ['    Already registered.'] : []),
      ...(reason === null ? [] : [`    Skipped: ${reason}`]),
      ...environmentLeftOut.map((variable) => `    ${variable} has no value in the file.`),
      ...weakening(index).map((words) => `    ! ${words}`),
    ]),
    ...(settings === null ? [] : differences(now, settings).map((line) => `~ ${line}`)),
    ...weakening(null).map((words) => `! ${words}`),
  ];
}

/** `limits.memoryMiB: 4096 -> 512` */
function differences(before: object, after: object, path = ''): string[] {
  return Object.entries(after).flatMap(([key, value]: [string, unknown]) => {
    const old = (before as Record<string, unknown>)[key];
    if (typeof value === 'object' && value !== null && typeof old === 'object' && old !== null) {
      return differences(old, value, `${path}${key}.`);
    }
    return value === old ? [] : [`${path}${key}: ${String(old)} -> ${String(value)}`];
  });
}
