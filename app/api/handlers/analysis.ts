import { Refused } from '../../shapes/refused.ts';
import { turnLine } from '../../analysis/best-line.ts';
import type { AnalysisChoices, Place } from '../../shapes/analysis.ts';
import type { Core } from '../core.ts';
import { refusing } from '../refusal.ts';
import { requireChoices } from '../requirements.ts';
import { os } from './base.ts';

const { analysis, proofs } = os;

/** @throws Refused */
function requireShown({ games }: Core, { game, node }: Place): void {
  if (game !== games.place.game || node !== games.place.node) {
    throw new Refused('That position is no longer shown.');
  }
}

/** @throws Refused if an analysis of the game shown cannot have these choices */
function requireAnalysable(
  core: Core,
  engine: string,
  protocol: string,
  choices: Partial<AnalysisChoices>,
): void {
  const { limit = { kind: 'none' }, options = {} } = choices;
  const { game } = core.games.shown.line();
  requireChoices(core.engines.get(engine), game, { protocol, limit, options });
}

export const analysisHandlers = {
  start: analysis.start.handler(async ({ input, context: { core } }) => {
    const { engine, protocol, ...choices } = input;
    requireAnalysable(core, engine, protocol, choices);
    return { analysis: await core.analysts.start(engine, protocol, choices) };
  }),
  resume: analysis.resume.handler(({ input, context: { core } }) => core.analysts.resume(input.analysis)),
  stop: analysis.stop.handler(({ input, context: { core } }) => core.analysts.stop(input.analysis)),
  remove: analysis.remove.handler(({ input, context: { core } }) => core.analysts.remove(input.analysis)),
  change: analysis.change.handler(({ input, context: { core } }) => {
    const { analysis: id, ...choices } = input;
    const { engine, protocol } = core.analysts.setup(id);
    requireAnalysable(core, engine, protocol, choices);
    return core.analysts.change(id, choices);
  }),
  line: analysis.line.handler(({ input: { at, move, analysis: id }, context: { core }, signal }) => {
    requireShown(core, at);
    const { analyst, session } = core.analysts.running(id);
    const line = core.games.shown.line();
    const first = line.game.parseMove(line.position, move);
    const { report } = analyst.assessment;
    if (
      session.protocol.singleMatch &&
      report?.fault === null &&
      report.bestmove === line.game.moveText(line.position, first)
    ) {
      return turnLine(line, report.turn);
    }
    return refusing(core.explorer.explore(session, line, first, signal, analyst.foretells(line, first)));
  }),
};

export const proofHandlers = {
  line: proofs.line.handler(({ input: { at, move }, context: { core }, signal }) => {
    requireShown(core, at);
    const line = core.games.shown.line();
    return refusing(core.proofs.line(line, line.game.parseMove(line.position, move), signal));
  }),
};
