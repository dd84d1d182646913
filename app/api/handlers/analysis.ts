import { Refused } from '../../shapes/refused.ts';
import type { Place } from '../../shapes/analysis.ts';
import type { Core } from '../core.ts';
import { spokenBy } from '../engine-launcher.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';

const { analysis, proofs } = os;

/** @throws Refused */
function requireShown({ games }: Core, { game, node }: Place): void {
  if (game !== games.place.game || node !== games.place.node) {
    throw new Refused('That position is no longer shown.');
  }
}

export const analysisHandlers = {
  start: analysis.start.handler(async ({ input, context: { core } }) => {
    spokenBy(core.engines.get(input.engine), input.protocol);
    const leaving = core.analyst.disengage()?.close();
    // At the limit on running engines, the new engine takes the place of the one that is ending.
    if (core.sessionRegistry.room.free === 0) await leaving;
    const handle = core.launcher.open(input.engine, input.protocol, 'analysis');
    // Another client may have started an analysis meanwhile.
    void core.analyst.disengage()?.close();
    core.analyst.engage(handle);
    core.analyst.follow(core.games.shown.line(), core.games.place);
  }),
  stop: analysis.stop.handler(({ context: { core } }) => {
    void core.analyst.disengage()?.close();
  }),
  line: analysis.line.handler(({ input: { at, move }, context: { core }, signal }) => {
    requireShown(core, at);
    const leader = core.analyst.session;
    if (!leader || leader.ending) throw new Refused('No engine is analysing.', 'Start an analysis first.');
    const line = core.games.shown.line();
    const first = line.game.parseMove(line.position, move);
    return refusing(core.explorer.explore(line, first, signal, core.analyst.foretells(line, first)));
  }),
};

export const proofHandlers = {
  line: proofs.line.handler(({ input: { at, move }, context: { core }, signal }) => {
    requireShown(core, at);
    const line = core.games.shown.line();
    return refusing(core.proofs.line(line, line.game.parseMove(line.position, move), signal));
  }),
};
