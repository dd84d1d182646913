/** `plywire regress`: checks a build of an engine, plays it against an earlier one, and asks it the engine's suite. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { pathsOf, shortId, type KeptBuild } from '../builds/build-store.ts';
import { counted } from '../games/sentences.ts';
import { buildPrefix, hasWords } from '../library/engine-name.ts';
import { suitePath } from '../builds/own-suite.ts';
import type { Build, BuildMatch, SuitePosition } from '../shapes/builds.ts';
import { check } from './check.ts';
import { bundledWords, matchWords, idOf } from './builds.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { keepBuild } from './keep-build.ts';
import { match, requireResult } from './match.ts';
import type { MatchFlags } from './match-flags.ts';
import { quotedWord } from '../matches/engine-words.ts';
import { engineMeant } from './probe.ts';
import { readSuite, requireGames, unreadPlaces, type SuiteReading } from './suite-file.ts';
import { runOn, type SuiteOutcome } from './suite.ts';

type Ask = CommandContext<LocalClient>;

export interface RegressFlags extends MatchFlags {
  /** `last`, or the beginning of a build's id. */
  readonly against: string;
  readonly check: boolean;
  readonly jobs: number;
  readonly suite?: string;
  readonly truth: number;
}

/** The test that a new build is no worse: H0 is that it lost this much, H1 that it lost nothing. */
const usualTest = 'elo0=-10 elo1=0';

/** Rounds of two games, if the test decides no sooner. */
const usualRounds = 500;

/**
 * @throws Exit with 1 if the build is worse: it breaks its protocol, loses the test, fails more often, or solves less;
 * also if no game against the earlier build had a result
 */
export async function regress(ask: Ask, core: Core, text: string, flags: RegressFlags): Promise<void> {
  const { output, signal } = ask;
  const meant = await engineMeant(ask, text, flags);
  const { engine, protocol, game } = meant;
  const build = await keepBuild(core, output, meant);
  if (build === null) {
    throw new Exit(
      exitCodes.usage,
      core.engines.get(engine).bundled
        ? bundledWords(meant.name)
        : `No build of ${meant.name} was kept, which could be compared: its program cannot be started, or the setting "Builds of engines" is 0.`,
    );
  }
  // What is named wrongly is told before hours of games.
  const named = flags.against === 'last' ? null : await core.builds.find(idOf(flags.against));
  const given = flags.suite === undefined ? null : await givenSuite(ask, core, flags.suite, flags, meant);
  if (signal.aborted) return;
  output.line(`${build.name}, build ${shortId(build.id)}`);
  const worse: string[] = [];
  if (flags.check) {
    const holds = await holdsTo(ask, core, text, flags);
    if (!holds)
      throw new Exit(exitCodes.failed, `Build ${shortId(build.id)} breaks what ${protocol} requires.`);
    if (signal.aborted) return;
  }
  const { before, passedOver } =
    named === null ? await predecessor(ask, core, build) : { before: named, passedOver: 0 };
  const played = before === null ? null : await playAgainst(ask, core, text, before, flags);
  if (signal.aborted) return;
  if (before === null) {
    output.remark(
      passedOver === 0
        ? `There is no earlier build of ${build.engine} to play against: the next one is compared with this one.${await namesakeWords(core, build)}`
        : `There is no earlier build of ${build.engine} that can be played against: this one was compared with none.`,
    );
  }
  const last = lastMatch(core, build);
  if (played !== null && last !== undefined) {
    output.line(matchWords(last));
    if (last.verdict === 'H0') worse.push('it lost the test');
    const other = lastMatch(core, before!.build);
    const [failed, earlier] = [failuresOf(last), other === undefined ? 0 : failuresOf(other)];
    if (failed > earlier)
      worse.push(`it lost ${counted(failed, 'game')} by faults, and the earlier build ${earlier || 'none'}`);
  }
  const asked = await askSuite(ask, core, { text, build, game, given }, flags);
  if (asked !== null && (asked.before?.lost.length ?? 0) > 0) worse.push('it solves less of its suite');
  if (asked !== null && asked.failed > 0)
    worse.push(`it failed at ${counted(asked.failed, 'position')} of its suite`);
  if (output.json) {
    output.object({
      ...{ kind: 'regression', build: build.id, against: before?.build.id ?? null },
      ...{ match: played === null ? null : (last ?? null), suite: asked, worse },
    });
  }
  if (signal.aborted) return;
  if (worse.length > 0)
    throw new Exit(exitCodes.failed, `Build ${shortId(build.id)} is worse: ${worse.join(', and ')}.`);
  if (played !== null) requireResult(played);
}

/** What a build broke of its protocol when it was checked last; empty if nothing, or if it was not checked. */
function failedChecks(core: Core, id: string): readonly string[] {
  const checked = core.builds
    .events(id)
    .filter((event) => event.kind === 'check')
    .findLast(({ level }) => level === 'must');
  return checked === undefined || checked.holds ? [] : checked.failed;
}

const lastMatch = (core: Core, { id }: Build) =>
  core.builds.events(id).findLast((event) => event.kind === 'match');

/** Games lost by a fault of the program. On a busy machine any build may exceed its time. */
const failuresOf = ({ faults }: BuildMatch): number =>
  Object.entries(faults).reduce((sum, [word, count]) => (word === 'time' ? sum : sum + count), 0);

/** Whether it does what its protocol requires. */
async function holdsTo(ask: Ask, core: Core, text: string, flags: RegressFlags): Promise<boolean> {
  try {
    await check(ask, core, text, { ...flags, level: 'must', only: [], isBrief: true });
    return true;
  } catch (error) {
    if (error instanceof Exit && error.code === exitCodes.failed && error.message === '') return false;
    throw error;
  }
}

/** A build of a program of this name in another folder, which may be an earlier one: a checkout may have been moved. */
async function namesakeWords(core: Core, { id, engine, protocol }: Build): Promise<string> {
  const other = (await core.builds.list()).findLast(
    ({ build, bytes }) =>
      bytes > 0 &&
      build.id !== id &&
      build.protocol === protocol &&
      pathsOf(build).some((path) => basename(path) === basename(engine)),
  );
  if (other === undefined) return '';
  const short = shortId(other.build.id);
  return ` Builds belong together by the path of their program: to play against build ${short} of ${other.build.engine}, add --against ${short}.`;
}

interface Predecessor {
  /** The last build that does what its protocol requires; null if there is none. */
  readonly before: KeptBuild | null;
  /** The number of later ones, which do not. */
  readonly passedOver: number;
}

/** The build to play against. */
async function predecessor({ output }: Ask, core: Core, build: Build): Promise<Predecessor> {
  const others = (await core.builds.of(build.engine)).filter(
    (other) => other.build.id !== build.id && other.build.protocol === build.protocol && other.bytes > 0,
  );
  // An older build that is built again is compared with the one before it.
  const earlier = others.filter((other) => other.build.at <= build.at);
  let passedOver = 0;
  for (const other of (earlier.length > 0 ? earlier : others).toReversed()) {
    const { id } = other.build;
    const failed = failedChecks(core, id);
    if (failed.length === 0) return { before: other, passedOver };
    passedOver++;
    output.remark(
      `Build ${shortId(id)} is passed over: it breaks what ${build.protocol} requires (${failed.join(', ')}). To play against it, add --against ${shortId(id)}.`,
    );
  }
  return { before: null, passedOver };
}

async function playAgainst(ask: Ask, core: Core, text: string, { build }: KeptBuild, flags: RegressFlags) {
  ask.output.line(`against build ${shortId(build.id)} of ${new Date(build.at).toISOString().slice(0, 10)}`);
  // The kept build has its own arguments and settings.
  const { arg, setting } = flags;
  const own = [
    ...(hasWords(text) ? [text] : [quotedWord('cmd', text, false)]),
    ...arg.map((word) => quotedWord('arg', word, false)),
    ...setting.map((word) =>
      quotedWord(`setting.${word.split('=')[0]}`, word.slice(word.indexOf('=') + 1), false),
    ),
  ];
  const isPlain = arg.length === 0 && setting.length === 0;
  // By its build, which `--against` and `plywire builds` know: the hash of a program's file means nothing to them.
  const earlier = [
    quotedWord('cmd', `${buildPrefix}${build.id}`, false),
    quotedWord('name', `${build.name}@${shortId(build.id)}`, false),
  ];
  return match(ask, core, [isPlain ? text : own.join(' '), earlier.join(' ')], {
    ...flags,
    ...{ arg: [], setting: [] },
    rounds: flags.rounds ?? usualRounds,
    sprt: flags.sprt ?? usualTest,
    swap: true,
  });
}

const suiteIn = (ask: Ask, core: Core, file: string, flags: RegressFlags, reading: SuiteReading) =>
  readSuite(ask, core, file, { ...flags, from: 'auto' }, reading);

/** The suite of `--suite`. @throws Exit if some of it cannot be read, or if the engine does not play its game */
async function givenSuite(
  ask: Ask,
  core: Core,
  file: string,
  flags: RegressFlags,
  meant: Awaited<ReturnType<typeof engineMeant>>,
): Promise<readonly SuitePosition[]> {
  const { positions, unread } = await suiteIn(ask, core, file, flags, {
    usual: () => Promise.resolve(meant.game),
    require: (read) => requireGames(core, meant, read, file),
  });
  if (unread > 0) throw unreadPlaces(file, unread);
  return positions;
}

async function askSuite(
  ask: Ask,
  core: Core,
  of: {
    readonly text: string;
    readonly build: Build;
    readonly game: string;
    /** The positions of `--suite`. */
    readonly given: readonly SuitePosition[] | null;
  },
  flags: RegressFlags,
): Promise<SuiteOutcome | null> {
  const { text, build, game, given } = of;
  const file = flags.suite ?? suitePath(core.home.builds, build.engine);
  if (flags.suite === undefined && !existsSync(file)) return null;
  // The engine's own suite has also what the games have just added.
  const usual = () => Promise.resolve(game);
  const positions = given ?? (await suiteIn(ask, core, file, flags, { usual })).positions;
  const meant = await engineMeant(ask, text, flags);
  return runOn(ask, core, { file, positions, meant, flags: { ...flags, from: 'auto' } });
}
