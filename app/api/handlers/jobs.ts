import { analyse } from '../../analysis/analyse.ts';
import { perftSteps } from '../../games/perft.ts';
import type { Line } from '../../games/line.ts';
import { playGame } from '../../play/play-game.ts';
import type { Session } from '../../sessions/session.ts';
import type { Limit } from '../../protocols/protocol.ts';
import { Refused } from '../../library/refused.ts';
import { capabilitiesOf, protocolById } from '../../protocols/registry.ts';
import type { OptionValues, Report } from '../contract.ts';
import type { Core } from '../core.ts';
import { lineOf } from '../line-of.ts';
import { endingState } from '../state.ts';
import { os } from './base.ts';

const { jobs } = os;

/** Milliseconds of counting before the event loop gets its turn. */
const perftSlice = 20;

export const jobHandlers = {
  perft: jobs.perft.handler(({ input, signal }) => perftJob(lineOf(input), input.depth, signal)),
  analyse: jobs.analyse.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    requireServed(core, input);
    const { session } = core.crew.open(input.engine, input.protocol, 'command line', input.options);
    return analyseJob(session, line, input.limit, signal);
  }),
  play: jobs.play.handler(({ input, context: { core }, signal }) => {
    const line = lineOf(input);
    for (const player of input.players) requireServed(core, player);
    const open = (seat: 0 | 1) => {
      const { engine, protocol, limit, options } = input.players[seat];
      return { session: core.crew.open(engine, protocol, 'command line', options).session, limit };
    };
    return playJob(line, [open(0), open(1)], signal);
  }),
};

/** Refuses before anything is started what the protocol cannot be asked for. @throws Refused */
function requireServed(
  core: Core,
  asked: { engine: string; protocol?: string | undefined; limit: Limit; options?: OptionValues | undefined },
): void {
  const { record } = core.engines.get(asked.engine);
  const protocol = protocolById(asked.protocol ?? record.protocol);
  const capabilities = capabilitiesOf(protocol);
  if (asked.limit.kind === 'depth' && !capabilities.depth) {
    throw new Refused(`${protocol.name} has no depth to ask for.`, 'Give a time instead.');
  }
  if (asked.limit.kind === 'time' && !capabilities.time) {
    throw new Refused(`${protocol.name} cannot be given a time.`, 'Give a depth instead.');
  }
  if (Object.keys(asked.options ?? {}).length > 0 && !capabilities.options) {
    throw new Refused(`${protocol.name} has no options.`, 'Leave them out or choose another protocol.');
  }
}

async function* perftJob(line: Line, depth: number, signal?: AbortSignal) {
  const started = performance.now();
  const steps = perftSteps(line.game, line.position, depth);
  let told = started;
  for (let step = steps.next(); !signal?.aborted; step = steps.next()) {
    if (step.done) {
      yield { kind: 'result' as const, nodes: step.value, seconds: (performance.now() - started) / 1000 };
      return;
    }
    if (performance.now() - told < perftSlice) continue;
    told = performance.now();
    yield { kind: 'progress' as const, nodes: step.value.nodes, share: step.value.share };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function* analyseJob(session: Session, line: Line, limit: Limit, signal?: AbortSignal) {
  try {
    for await (const event of analyse(session, line, limit, signal)) {
      if (event.kind === 'ended') yield { ...event, ending: endingState(event.ending) };
      else if (event.kind === 'report') yield { ...event, report: event.report as Report };
      else yield event;
    }
  } finally {
    await session.close();
  }
}

async function* playJob(line: Line, players: Parameters<typeof playGame>[1], signal?: AbortSignal) {
  try {
    for await (const event of playGame(line, players, signal)) {
      if (event.kind === 'move') yield { ...event, report: event.report as Report };
      else yield { ...event, session: event.session && endingState(event.session) };
    }
  } finally {
    await Promise.all(players.map(({ session }) => session.close()));
  }
}
