import { analyse } from '../../analysis/analyse.ts';
import { compareSymmetric, symmetricLines } from '../../analysis/symmetry.ts';
import type { Game } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import type { EngineHandle } from '../../play/engine-handle.ts';
import { Refused } from '../../shapes/refused.ts';
import { limitsFor } from '../../play/judge.ts';
import { playGame, type GameOptions } from '../../play/play-game.ts';
import { capabilitiesOf } from '../../protocols/registry.ts';
import type { Capabilities, Limit } from '../../shapes/engines.ts';
import type { SymmetryEvent } from '../../shapes/symmetry.ts';
import { spokenBy, type EngineLauncher } from '../engine-launcher.ts';
import { lineOf } from '../known.ts';
import { refusing } from '../refusal.ts';
import { requireOpenGame, requireServed, takesOptions, type Asked } from '../requirements.ts';
import { os } from './base.ts';
import { checkHandlers } from './check.ts';
import { perft } from './perft.ts';
import { reportJob } from './report.ts';

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
  report: reportJob,
  symmetry: jobs.symmetry.handler(({ input, context: { core }, signal }) => {
    const engine = core.engines.get(input.engine);
    const protocol = spokenBy(engine, input.protocol);
    const game = engine.games.find((id) => protocol.games.includes(id));
    const limit = briefLimit(capabilitiesOf(protocol));
    const asked = { ...input, protocol: protocol.id, limit };
    const initial = lineOf({ game: game ?? protocol.games[0]! });
    requireServed(engine, initial, asked);
    return refusing(symmetryJob(core.launcher, initial.game, asked, signal));
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
  const ready = takesOptions(handle.session, options, 'The engine was not asked anything.');
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

/** Deep enough to use the whole evaluation, and the same at every run where the protocol limits the depth. */
const briefLimit = ({ depth, time }: Capabilities): Limit =>
  depth ? { kind: 'depth', plies: 4 } : time ? { kind: 'time', seconds: 0.1 } : { kind: 'none' };

/** Positions that an engine is asked about, each with its image. */
const symmetricPositions = 50;

async function* symmetryJob(
  launcher: EngineLauncher,
  game: Game,
  asked: JobEngine,
  signal?: AbortSignal,
): AsyncGenerator<SymmetryEvent> {
  const engines: ReturnType<typeof startEngine>[] = [];
  try {
    for (let process = 0; process < 3; process++) engines.push(startEngine(launcher, asked));
    for (const { ready } of engines) await ready(signal);
    const [original, image, again] = engines.map(({ handle }) => handle) as [
      EngineHandle,
      EngineHandle,
      EngineHandle,
    ];
    const { session } = original;
    if (session.ending) return yield { kind: 'ended', ending: session.ending };
    const pairs = symmetricLines(game, symmetricPositions, (line) => session.accepts(line) === null);
    if (pairs.length === 0) {
      throw new Refused('The protocol cannot express any image of a position.', 'Use another protocol.');
    }
    yield* compareSymmetric({ original, image, again }, pairs, asked.limit, signal);
  } finally {
    await Promise.all(engines.map(({ handle }) => handle.close()));
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
