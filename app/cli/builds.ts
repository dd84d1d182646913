/** `plywire builds`: the kept builds of engines with what was measured of them. */
import { resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { commandWords, shortId, type KeptBuild } from '../builds/build-store.ts';
import { counted } from '../games/sentences.ts';
import { buildPrefix } from '../library/engine-name.ts';
import { asScript } from '../builds/script.ts';
import { launchOf } from '../library/engines.ts';
import type { Build, BuildEvent, BuildMatch } from '../shapes/builds.ts';
import { columns } from '../matches/report/columns.ts';
import { fixed } from '../matches/report/fixed.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import type { EngineFlags } from './flags.ts';
import { engineMeant } from './probe.ts';

type Ask = CommandContext<LocalClient>;

export interface BuildsFlags extends EngineFlags {
  readonly remove?: string;
  readonly clear?: boolean;
}

/** Lists builds, or deletes them. @throws Exit, Refused */
export async function builds(
  ask: Ask,
  core: Core,
  text: string | undefined,
  flags: BuildsFlags,
): Promise<void> {
  const { output } = ask;
  if (flags.remove !== undefined) return remove(ask, core, [await core.builds.find(idOf(flags.remove))]);
  const program = text === undefined ? null : await programOf(ask, core, text, flags);
  const all = program === null ? await core.builds.list() : await core.builds.of(program);
  if (flags.clear === true) {
    if (program === null) {
      throw new Exit(
        exitCodes.usage,
        'Name the engine whose builds are to be deleted, or one build with --remove.',
      );
    }
    return remove(ask, core, all);
  }
  if (output.json) {
    for (const { build, bytes } of all) {
      output.object({ kind: 'build', ...build, bytes, history: core.builds.events(build.id) });
    }
    return;
  }
  if (all.length === 0) {
    // Those may be the ones that are asked for, and were told.
    if (core.builds.hasLeftOut) return;
    const isBundled = text !== undefined && core.engines.find(text)?.bundled === true;
    output.line(
      isBundled
        ? bundledWords(text)
        : 'No build is kept. `plywire check`, `match` and `regress` keep those that they run, except bundled engines.',
    );
    return;
  }
  for (const { build, bytes } of all) output.lines(linesOf(core, build, bytes));
}

/** Why an engine of Plywire has no builds. */
export const bundledWords = (name: string): string =>
  `${name} comes with Plywire. No builds of bundled engines are kept: they change only with Plywire itself.`;

/** The path of an engine's program, or of the script that it runs, by which its builds belong together. */
export async function programOf(ask: Ask, core: Core, text: string, flags: EngineFlags): Promise<string> {
  if (text.startsWith(buildPrefix)) return (await core.builds.find(idOf(text))).build.engine;
  // By its path a program need not run, as it would to detect its protocol: it may be broken, or gone.
  const path = resolve(text);
  const isName = core.engines.find(text) !== null;
  if (!isName && (await core.builds.of(path)).length > 0) return path;
  const { engine } = await engineMeant(ask, text, flags);
  return resolve(asScript(launchOf(core.engines.get(engine))).file);
}

/** The beginning of a build's id, with or without `build:`. */
export const idOf = (text: string): string =>
  text.startsWith(buildPrefix) ? text.slice(buildPrefix.length) : text;

async function remove({ output }: Ask, core: Core, all: readonly KeptBuild[]): Promise<void> {
  for (const { build } of all) {
    await core.builds.remove(build.id);
    output.line(`deleted build ${shortId(build.id)} of ${build.name}`);
    if (output.json) output.object({ kind: 'removed', id: build.id });
  }
}

function linesOf(core: Core, build: Build, bytes: number): string[] {
  const size = bytes === 0 ? 'its files were deleted' : `${(bytes / 1024).toFixed(0)} KiB`;
  const events = core.builds.events(build.id);
  return [
    `${shortId(build.id)}  ${build.name}  ${dateWords(build.at)}  ${build.protocol}  ${size}  ${commandWords(build)}`,
    ...(build.elsewhere ?? []).map((path) => `  also ${path}`),
    ...build.lacks.map((lack) => `  ${lack}`),
    ...columns(events.map((event) => ['', dateWords(event.at), event.kind, eventWords(event)])),
  ];
}

const dateWords = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function eventWords(event: BuildEvent): string {
  switch (event.kind) {
    case 'check':
      return event.holds
        ? `holds (${event.level})`
        : `fails (${event.level}): ${event.failed.join(', ') || 'no required check ran'}`;
    case 'suite': {
      const solved = Object.values(event.results).filter((seconds) => seconds !== null).length;
      return `${solved} of ${Object.keys(event.results).length} solved, ${event.limit}: ${event.suite}`;
    }
    case 'match':
      return matchWords(event);
  }
}

export function matchWords({
  opponent,
  against,
  wins,
  draws,
  losses,
  repeated = 0,
  faults,
  verdict,
  ...elo
}: BuildMatch): string {
  const name = against === null ? opponent : `${opponent} (${shortId(against)})`;
  const lost = Object.entries(faults).map(([word, count]) => `${word} ${count}`);
  return [
    `+${wins} =${draws} -${losses} against ${name}`,
    `Elo ${eloWords(elo)}${repeated === 0 ? '' : ` without ${counted(repeated, 'repeated game')}`}`,
    ...(verdict === null ? [] : [verdict === 'continue' ? 'undecided' : `${verdict} accepted`]),
    ...(lost.length > 0 ? [`faults: ${lost.join(', ')}`] : []),
  ].join(', ');
}

function eloWords({ elo, eloLow, eloHigh }: Pick<BuildMatch, 'elo' | 'eloLow' | 'eloHigh'>): string {
  if (eloLow === null && eloHigh === null) return 'unknown';
  if (eloLow === null) return `less than ${fixed(eloHigh!, 0)}`;
  if (eloHigh === null) return `more than ${fixed(eloLow, 0)}`;
  return `${elo === null ? '' : `${fixed(elo, 0)} `}[${fixed(eloLow, 0)}, ${fixed(eloHigh, 0)}]`;
}
