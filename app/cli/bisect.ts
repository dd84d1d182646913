/** `plywire bisect`: finds the build of an engine that changed its answer to a position. */
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { lineOf } from '../api/known.ts';
import { turnWords } from '../records/score-words.ts';
import { shortId, type KeptBuild } from '../builds/build-store.ts';
import { counted } from '../games/sentences.ts';
import { buildPrefix } from '../library/engine-name.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Build } from '../shapes/builds.ts';
import { bundledWords, programOf } from './builds.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { limitOf, positionOf, type EngineFlags, type PositionFlags } from './flags.ts';
import { keepBuild } from './keep-build.ts';
import { scoreWords } from './output.ts';
import { engineMeant } from './probe.ts';

type Ask = CommandContext<LocalClient>;

export interface BisectFlags extends EngineFlags, PositionFlags {
  readonly game?: string;
  readonly st?: number;
  readonly depth?: number;
  /** Asks every build instead of halving. */
  readonly all?: boolean;
}

interface Answer {
  readonly build: Build;
  /** Null if there is none. */
  readonly move: string | null;
  readonly words: string;
  /** It could not be asked: that says nothing about its answer. */
  readonly isFailure: boolean;
}

/** @throws Exit if fewer than two builds can be asked */
export async function bisect(ask: Ask, core: Core, text: string, flags: BisectFlags): Promise<void> {
  const { output, signal } = ask;
  const program = await programOf(ask, core, text, flags);
  // The engine as it is now is the newest build.
  const meant = await engineMeant(ask, text, flags);
  if (!text.startsWith(buildPrefix)) await keepBuild(core, output, meant);
  const kept = (await core.builds.of(program)).filter(
    ({ build, bytes }) => bytes > 0 && build.protocol === meant.protocol,
  );
  if (kept.length < 2) {
    throw new Exit(
      exitCodes.usage,
      core.engines.get(meant.engine).bundled
        ? bundledWords(meant.name)
        : `${kept.length === 0 ? 'No build' : 'Only one build'} of ${program} is kept: there is nothing to compare.`,
    );
  }
  const answers = new Map<number, Answer>();
  const answerAt = async (at: number): Promise<Answer> => {
    const known = answers.get(at);
    if (known !== undefined) return known;
    const answer = await answerOf(ask, kept[at]!, flags);
    answers.set(at, answer);
    if (!signal.aborted) printAnswer(ask, at, kept.length, answer);
    return answer;
  };
  const isAll = flags.all === true;
  if (isAll) for (let at = 0; at < kept.length && !signal.aborted; at++) await answerAt(at);
  const everyBuild = kept.map((_, at) => at);
  const oldest = await firstToAnswer(answerAt, everyBuild, signal);
  const newest = await firstToAnswer(answerAt, everyBuild.toReversed(), signal);
  if (signal.aborted) return;
  if (oldest === null || newest === null || oldest === newest) {
    throw new Exit(
      exitCodes.failed,
      `${oldest === null ? 'No build' : 'Only one build'} of ${program} answers: there is nothing to compare.`,
    );
  }
  const moveAt = (at: number): string | null => answers.get(at)!.move;
  const changes: { readonly before: number; readonly at: number }[] = [];
  if (isAll) {
    const answered = everyBuild.filter((at) => !answers.get(at)!.isFailure);
    answered.slice(1).forEach((at, index) => {
      const before = answered[index]!;
      if (moveAt(at) !== moveAt(before)) changes.push({ before, at });
    });
  } else if (moveAt(oldest) !== moveAt(newest)) {
    changes.push(await firstChange(answerAt, oldest, newest, signal));
  }
  if (signal.aborted) return;
  for (const { before, at } of changes) {
    output.line(
      `Build ${shortId(kept[at]!.build.id)} changed the answer from ${moveAt(before) ?? 'none'} to ${moveAt(at) ?? 'none'}.`,
    );
    const between = at - before - 1;
    if (between > 0)
      output.remark(
        `${counted(between, 'build')} before it could not be asked: it may have been one of them.`,
      );
  }
  if (changes.length === 0) {
    const answer = moveAt(oldest) ?? 'nothing';
    output.line(
      isAll
        ? `All builds that could be asked answer ${answer}.`
        : `The oldest and the newest build that can be asked both answer ${answer}; --all asks those between.`,
    );
  }
  if (output.json) {
    output.object({
      kind: 'summary',
      builds: kept.length,
      asked: answers.size,
      changed: changes.map(({ at }) => kept[at]!.build.id),
    });
  }
}

/** The first of these builds that answers; null if none does. */
async function firstToAnswer(
  answerAt: (at: number) => Promise<Answer>,
  builds: readonly number[],
  signal: AbortSignal,
): Promise<number | null> {
  for (const at of builds) {
    if (signal.aborted) return null;
    if (!(await answerAt(at)).isFailure) return at;
  }
  return null;
}

/**
 * The first build that answers otherwise than the one at `oldest`, which the one at `newest` does, and the last that
 * answers as that one. Those between them could not be asked.
 */
async function firstChange(
  answerAt: (at: number) => Promise<Answer>,
  oldest: number,
  newest: number,
  signal: AbortSignal,
): Promise<{ readonly before: number; readonly at: number }> {
  const old = (await answerAt(oldest)).move;
  let [before, at] = [oldest, newest];
  while (!signal.aborted) {
    const between = Array.from({ length: at - before - 1 }, (_, index) => before + 1 + index);
    // From the middle on, and then those before it.
    const later = between.splice(Math.floor((between.length - 1) / 2));
    const found = await firstToAnswer(answerAt, [...later, ...between.reverse()], signal);
    if (found === null) break;
    if ((await answerAt(found)).move === old) before = found;
    else at = found;
  }
  return { before, at };
}

function printAnswer({ output }: Ask, at: number, total: number, answer: Answer): void {
  const { build, move, words, isFailure } = answer;
  if (output.json) {
    return output.object({ kind: 'answer', build: build.id, at: build.at, move, words, failed: isFailure });
  }
  output.line(
    `${at + 1} of ${total}  ${shortId(build.id)}  ${new Date(build.at).toISOString().slice(0, 16).replace('T', ' ')}  ${move ?? (isFailure ? 'failed' : 'none')}  ${words}`,
  );
}

/** The last answer of a build. */
async function answerOf(ask: Ask, { build }: KeptBuild, flags: BisectFlags): Promise<Answer> {
  const { client, signal } = ask;
  const found = await engineMeant(ask, `${buildPrefix}${build.id}`, {
    ...flags,
    protocol: build.protocol,
    arg: [],
  });
  const { st, depth } = flags;
  const limit = limitOf(
    { ...(st !== undefined && { time: st }), ...(depth !== undefined && { depth }) },
    found.limited,
  );
  const asked = positionOf(flags.game ?? found.game, flags);
  // A position that cannot be read is not the fault of a build.
  lineOf(asked);
  let report: JudgedReport | null = null;
  const { engine, protocol, options } = found;
  for await (const event of await client.jobs.analyse(
    { engine, protocol, options, limit, ...asked },
    { signal },
  )) {
    if (event.kind === 'report') ({ report } = event);
    else if (event.kind === 'failed') return { build, move: null, words: event.reason, isFailure: true };
    else if (event.kind === 'ended') {
      const words = `${event.ending.word}: ${event.ending.reason}`;
      return { build, move: null, words, isFailure: true };
    }
  }
  if (report === null) return { build, move: null, words: 'no answer', isFailure: true };
  const words = report.fault ?? scoreWords(report.score, report.exhaustive);
  return { build, move: turnWords(report), words, isFailure: false };
}
