import { analyse } from '../../analysis/analyse.ts';
import { audit, toTheEnd } from '../../analysis/audit.ts';
import type { Line } from '../../games/line.ts';
import { whenReady } from '../../play/ask.ts';
import { Chair } from '../../play/chair.ts';
import { Refused } from '../../library/refused.ts';
import { limitsFor } from '../../play/judge.ts';
import { playGame, type GameOptions } from '../../play/play-game.ts';
import type { Crew } from '../crew.ts';
import { lineOf } from '../known.ts';
import { refusing } from '../refusal.ts';
import { requireMoves, requireOpenGame, requireOptions, requireServed, type Asked } from '../requirements.ts';
import { os } from './base.ts';
import { checkHandlers } from './check.ts';
import { perft } from './perft.ts';

const { jobs } = os;

/** An engine with what it is asked for. */
type Hired = Asked & { readonly engine: string };

export const jobHandlers = {
  perft,
  ...checkHandlers,
  analyse: jobs.analyse.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireOpenGame(line);
    requireServed(core.engines.get(input.engine), line, input);
    return refusing(analyseJob(core.crew, line, input, signal));
  }),
  audit: jobs.audit.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireMoves(line);
    requireServed(core.engines.get(input.engine), line, { ...input, limit: toTheEnd });
    return refusing(auditJob(core.crew, line, input, input.limit.seconds, signal));
  }),
  play: jobs.play.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireOpenGame(line);
    for (const player of input.players) requireServed(core.engines.get(player.engine), line, player);
    const limits = limitsFor(line.game, core.settings.value.gameLimits, input.limits);
    return refusing(playJob(core.crew, line, input.players, { limits, signal }));
  }),
};

/** Starts an engine. `ready` resolves when it can be asked, or has ended. */
function hire(crew: Crew, { engine, protocol, options }: Hired) {
  const { session } = crew.open(engine, protocol, 'command line', options);
  const misuse: string[] = [];
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'misuse') misuse.push(event.text);
  });
  /** @throws Refused for an option that the engine does not have, or a value that it does not take */
  const ready = async (signal?: AbortSignal): Promise<void> => {
    const ended = await whenReady(session, signal);
    unsubscribe();
    if (ended || signal?.aborted) return;
    requireOptions(session, options);
    const [wrong] = misuse;
    if (wrong !== undefined) throw new Refused(wrong, 'Nothing was asked of the engine.');
  };
  return { chair: new Chair(session, crew.restart), ready };
}

/** The engine runs for as long as somebody listens. */
async function* analyseJob(crew: Crew, line: Line, hired: Hired, signal?: AbortSignal) {
  const { chair, ready } = hire(crew, hired);
  try {
    await ready(signal);
    yield* analyse(chair, line, hired.limit, signal);
  } finally {
    await chair.close();
  }
}

async function* auditJob(crew: Crew, line: Line, hired: Hired, seconds: number, signal?: AbortSignal) {
  const { chair, ready } = hire(crew, hired);
  try {
    await ready(signal);
    yield* audit(chair, line, seconds, signal);
  } finally {
    await chair.close();
  }
}

async function* playJob(
  crew: Crew,
  line: Line,
  [first, second]: readonly [Hired, Hired],
  options: GameOptions,
) {
  const players = [
    { ...first, ...hire(crew, first) },
    { ...second, ...hire(crew, second) },
  ] as const;
  const ids = (): [string, string] => [players[0].chair.session.id, players[1].chair.session.id];
  try {
    for (const { ready } of players) await ready(options.signal);
    for await (const event of playGame(line, players, options)) {
      if (event.kind !== 'result') yield event;
      else yield { ...event, journals: ids() };
    }
  } finally {
    await Promise.all(players.map(({ chair }) => chair.close()));
  }
}
