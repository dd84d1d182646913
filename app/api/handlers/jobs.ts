import { analyse } from '../../analysis/analyse.ts';
import { audit, toTheEnd } from '../../analysis/audit.ts';
import type { AskTruth } from '../../analysis/truth-asker.ts';
import type { Line } from '../../games/line.ts';
import { whenReady } from '../../play/ask.ts';
import { Refused } from '../../shapes/refused.ts';
import { limitsFor } from '../../play/judge.ts';
import { playGame, type GameOptions } from '../../play/play-game.ts';
import type { EngineLauncher } from '../engine-launcher.ts';
import { lineOf } from '../known.ts';
import { refusing } from '../refusal.ts';
import { requireMoves, requireOpenGame, requireOptions, requireServed, type Asked } from '../requirements.ts';
import { os } from './base.ts';
import { checkHandlers } from './check.ts';
import { perft } from './perft.ts';

const { jobs } = os;

/** An engine for a job, with its limit and options. */
type JobEngine = Asked & { readonly engine: string };

export const jobHandlers = {
  perft,
  ...checkHandlers,
  analyse: jobs.analyse.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireOpenGame(line);
    requireServed(core.engines.get(input.engine), line, input);
    return refusing(analyseJob(core.launcher, line, input, signal));
  }),
  audit: jobs.audit.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireMoves(line);
    requireServed(core.engines.get(input.engine), line, { ...input, limit: toTheEnd });
    return refusing(auditJob(core.launcher, core.truth.ask, line, input, input.limit.seconds, signal));
  }),
  play: jobs.play.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireOpenGame(line);
    for (const player of input.players) requireServed(core.engines.get(player.engine), line, player);
    const limits = limitsFor(line.game, core.settings.value.gameLimits, input.limits);
    return refusing(playJob(core.launcher, line, input.players, { limits, signal }));
  }),
};

/** Starts an engine for a job. `ready` resolves when it can be asked or has ended. */
function startEngine(launcher: EngineLauncher, { engine, protocol, options }: JobEngine) {
  const handle = launcher.open(engine, protocol, 'command line', options);
  const { session } = handle;
  const misuse: string[] = [];
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'misuse') misuse.push(event.text);
  });
  /** @throws Refused for an option that the engine lacks, or a value that it does not accept */
  const ready = async (signal?: AbortSignal): Promise<void> => {
    const ended = await whenReady(session, signal);
    unsubscribe();
    if (ended || signal?.aborted) return;
    requireOptions(session, options);
    const [wrong] = misuse;
    if (wrong !== undefined) throw new Refused(wrong, 'The engine was not asked anything.');
  };
  return { handle, ready };
}

/** The engine runs until the caller stops listening. */
async function* analyseJob(launcher: EngineLauncher, line: Line, asked: JobEngine, signal?: AbortSignal) {
  const { handle, ready } = startEngine(launcher, asked);
  try {
    await ready(signal);
    yield* analyse(handle, line, asked.limit, signal);
  } finally {
    await handle.close();
  }
}

async function* auditJob(
  launcher: EngineLauncher,
  askTruth: AskTruth,
  line: Line,
  asked: JobEngine,
  seconds: number,
  signal?: AbortSignal,
) {
  const { handle, ready } = startEngine(launcher, asked);
  try {
    await ready(signal);
    yield* audit(askTruth, handle, line, seconds, signal);
  } finally {
    await handle.close();
  }
}

async function* playJob(
  launcher: EngineLauncher,
  line: Line,
  [first, second]: readonly [JobEngine, JobEngine],
  options: GameOptions,
) {
  const players = [
    { ...first, ...startEngine(launcher, first) },
    { ...second, ...startEngine(launcher, second) },
  ] as const;
  const ids = (): [string, string] => [players[0].handle.session.id, players[1].handle.session.id];
  try {
    for (const { ready } of players) await ready(options.signal);
    for await (const event of playGame(line, players, options)) {
      if (event.kind !== 'result') yield event;
      else yield { ...event, journals: ids() };
    }
  } finally {
    await Promise.all(players.map(({ handle }) => handle.close()));
  }
}
