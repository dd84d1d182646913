/**
 * Whether the engines of a match that goes on may be started. Its folder may come from another user, and its journal says
 * which programs are run, how, and from which folder: one that this home has not written is shown first.
 */
import { sandboxNew, type Core } from '../api/core.ts';
import { partsOf, readProgramWords } from '../api/engine-words.ts';
import { KnownMatches } from '../library/known-matches.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import type { MatchEngine } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { Exit, exitCodes } from './exit.ts';
import type { Output } from './output.ts';

/** The matches that this home knows. */
export async function knownMatches({
  home,
  presence,
}: Pick<Core, 'home' | 'presence'>): Promise<KnownMatches> {
  const { matches, trouble } = await KnownMatches.open(
    home.knownMatches,
    presence.keeping('the list of known matches'),
  );
  if (trouble !== null) presence.trouble.tell(trouble);
  return matches;
}

/** @param folder that relative paths start from */
const wordsOf = ({ engine, protocol }: MatchEngine, folder: string) => ({
  ...{ text: engine, protocol, args: [], folder },
});

/** Whether all are engines that come with Plywire, by their names. @throws Refused for words that name no engine */
export const areBundled = (
  { engines }: Pick<Core, 'engines'>,
  all: readonly MatchEngine[],
  folder: string,
): boolean => all.every((own) => engines.find(partsOf(wordsOf(own, folder)).command)?.bundled === true);

/** What decides how an engine of a match is run. */
type Naming = Pick<Core, 'engines' | 'builds' | 'confinement' | 'settings'>;

/**
 * Shows each engine with its whole command line, and what weakens the protection against it.
 * @param folder of the match @param from the folder that relative paths in its plan start from
 * @throws Exit always
 */
export async function refuseUnknown(
  output: Output,
  core: Naming,
  engines: readonly MatchEngine[],
  { folder, from }: { readonly folder: string; readonly from: string },
): Promise<never> {
  output.remark(
    `The match in ${folder} is not known to this Plywire, or not all of its engines are: nothing was started. Its engines are:`,
  );
  for (const own of engines) {
    const name = own.name === undefined ? '' : `${own.name}: `;
    const { command, weakens } = await shownOf(core, own, from);
    output.remark(`  ${name}${command}`);
    for (const sentence of weakens) output.remark(`    ! ${sentence}`);
  }
  throw new Exit(
    exitCodes.usage,
    'If you trust these programs, add --trust: they are started, and the match is remembered.',
  );
}

async function shownOf(
  core: Naming,
  own: MatchEngine,
  from: string,
): Promise<{ readonly command: string; readonly weakens: readonly string[] }> {
  const words = wordsOf(own, from);
  try {
    const meant = await readProgramWords(words, core.engines, core.builds, sandboxNew(core));
    const options = Object.entries(meant.parts.options).map(([name, value]) => `option.${name}=${value}`);
    if (meant.kind === 'known' && meant.engine.bundled) {
      return { command: [meant.engine.record.id, ...options].map(shellWord).join(' '), weakens: [] };
    }
    const run = meant.kind === 'known' ? meant.engine.record : meant.fields;
    const { interpreter, interpreterArgs, file, args, folder } = run;
    const before = interpreter === null ? [] : [interpreter, ...interpreterArgs];
    const place = folder === null ? [] : [`(in ${shellWord(folder)})`];
    return {
      command: [...[...before, file, ...args, ...options].map(shellWord), ...place].join(' '),
      weakens: weakensOf(run),
    };
  } catch (error) {
    // It is shown although it cannot be started here.
    if (error instanceof Refused) return { command: own.engine, weakens: [error.message] };
    throw error;
  }
}

function weakensOf(run: { readonly sandbox: boolean; readonly writesFolder?: boolean }): readonly string[] {
  if (!run.sandbox) return ['It runs without the sandbox: it can do what any of your programs can.'];
  return run.writesFolder === true
    ? ['In the sandbox, it may write to its own folder: it can change and delete every file there.']
    : [];
}
