/** `plywire bisect`: finds the build of an engine that changed its answer to a position. */
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { lineOf } from '../api/known.ts';
import { turnWords } from '../api/score-words.ts';
import { buildPrefix, shortId, type KeptBuild } from '../builds/build-store.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Build } from '../shapes/builds.ts';
import { programOf } from './builds.ts';
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
}

/** @throws Exit if fewer than two builds can be asked */
export async function bisect(ask: Ask, core: Core, text: string, flags: BisectFlags): Promise<void> {
  const { output, signal } = ask;
  const program = await programOf(ask, core, text, flags);
  // The engine as it is now is the newest build.
  if (!text.startsWith(buildPrefix)) await keepBuild(core, output, await engineMeant(ask, text, flags));
  const kept = (await core.builds.of(program)).filter(({ bytes }) => bytes > 0);
  if (kept.length < 2) {
    throw new Exit(
      exitCodes.usage,
      `${kept.length === 0 ? 'No build' : 'Only one build'} of ${program} is kept: there is nothing to compare.`,
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
  if (flags.all === true) for (let at = 0; at < kept.length && !signal.aborted; at++) await answerAt(at);
  const oldest = await answerAt(0);
  const newest = await answerAt(kept.length - 1);
  if (signal.aborted) return;
  const changes =
    flags.all === true
      ? [...answers.keys()].filter((at) => at > 0 && answers.get(at)!.move !== answers.get(at - 1)!.move)
      : oldest.move === newest.move
        ? []
        : [await firstChange(answerAt, oldest.move, kept.length - 1, signal)];
  if (signal.aborted) return;
  for (const at of changes) {
    const [before, after] = [await answerAt(at - 1), await answerAt(at)];
    output.line(
      `Build ${shortId(after.build.id)} changed the answer from ${before.move ?? 'none'} to ${after.move ?? 'none'}.`,
    );
  }
  if (changes.length === 0) {
    output.line(
      flags.all === true
        ? `All ${kept.length} builds answer ${oldest.move ?? 'nothing'}.`
        : `The oldest and the newest build both answer ${oldest.move ?? 'nothing'}; --all asks those between.`,
    );
  }
  if (output.json) {
    output.object({
      kind: 'summary',
      builds: kept.length,
      asked: answers.size,
      changed: changes.map((at) => kept[at]!.build.id),
    });
  }
}

/** The first build that answers otherwise than the oldest, which the one at `last` does. */
async function firstChange(
  answerAt: (at: number) => Promise<Answer>,
  old: string | null,
  last: number,
  signal: AbortSignal,
): Promise<number> {
  let [same, other] = [0, last];
  while (other - same > 1 && !signal.aborted) {
    const middle = Math.floor((same + other) / 2);
    if ((await answerAt(middle)).move === old) same = middle;
    else other = middle;
  }
  return other;
}

function printAnswer({ output }: Ask, at: number, total: number, { build, move, words }: Answer): void {
  if (output.json) {
    return output.object({ kind: 'answer', build: build.id, at: build.at, move, words });
  }
  output.line(
    `${at + 1} of ${total}  ${shortId(build.id)}  ${new Date(build.at).toISOString().slice(0, 16).replace('T', ' ')}  ${move ?? 'none'}  ${words}`,
  );
}

/** The last answer of a build; its failure is an answer too. */
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
  // A position that cannot be read is no build's fault.
  lineOf(asked);
  let report: JudgedReport | null = null;
  const { engine, protocol, options } = found;
  for await (const event of await client.jobs.analyse(
    { engine, protocol, options, limit, ...asked },
    { signal },
  )) {
    if (event.kind === 'report') ({ report } = event);
    else if (event.kind === 'failed') return { build, move: null, words: event.reason };
    else if (event.kind === 'ended') {
      return { build, move: null, words: `${event.ending.word}: ${event.ending.reason}` };
    }
  }
  if (report === null) return { build, move: null, words: 'no answer' };
  const words = report.fault ?? scoreWords(report.score, report.exhaustive);
  return { build, move: turnWords(report), words };
}
