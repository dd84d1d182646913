/** Which matches cannot be played, as far as their flags and their plan tell it: before an engine is started. */
import { gameById } from '../games/registry.ts';
import { requireTimes } from '../matches/engine-words.ts';
import { faultInPlan } from '../matches/statistics/sprt.ts';
import { limitPresets } from '../matches/time.ts';
import type { MatchHead, MatchPlan } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';
import type { MatchFlags } from './match-flags.ts';

/** @throws Exit for a flag that says how a match goes on, where one begins */
export function requireFlags(flags: Pick<MatchFlags, 'all' | 'replayGame' | 'trust'>): void {
  const { all, replayGame, trust } = flags;
  const given = { '--all': all, '--replay-game': replayGame, '--trust': trust };
  const [flag] = Object.entries(given).find(([, isGiven]) => isGiven === true) ?? [];
  if (flag === undefined) return;
  throw new Exit(exitCodes.usage, `${flag} is for a match that goes on: name its folder with --resume.`);
}

/** @throws Exit for seeds of another tournament than a gauntlet, in which all engines meet alike */
export function requireSeeds(
  { tournament, seeds }: Pick<MatchPlan, 'tournament' | 'seeds'>,
  flags: Pick<MatchFlags, 'seeds'>,
): void {
  if (tournament === 'gauntlet' || (flags.seeds === undefined && seeds === 1)) return;
  throw new Exit(exitCodes.usage, '--seeds is for a gauntlet: add --tournament gauntlet, or leave it out.');
}

/** @param count of the openings @throws Exit if the one to begin with does not exist */
export function requireStart({ openings: { start } }: Pick<MatchPlan, 'openings'>, count: number): void {
  if (start <= count) return;
  throw new Exit(
    exitCodes.usage,
    `--start ${start} is too large: there ${count === 1 ? 'is one opening' : `are ${count} openings`}.`,
  );
}

/** @throws Exit for a plan that cannot be played */
export function requirePlan(plan: MatchPlan): void {
  const { sprt, tournament, rounds, engines, seeds, limits, game } = plan;
  const fault = sprt === null ? null : faultInPlan(sprt);
  if (fault !== null) throw new Exit(exitCodes.usage, fault);
  if (sprt !== null && engines.length !== 2) {
    throw new Exit(
      exitCodes.usage,
      '--sprt compares two engines. Leave it out, or play them in matches of two.',
    );
  }
  requireTimes(plan);
  const preset = limits === 'text' ? null : limitPresets[limits];
  if (preset !== null && game !== undefined && preset.game !== game) {
    throw new Exit(exitCodes.usage, `--limits ${limits} is for ${gameById(preset.game).name} alone.`);
  }
  // Of an odd number each rests once.
  const most = Math.max(1, engines.length - 1 + (engines.length % 2));
  if (tournament === 'swiss' && rounds > most) {
    throw new Exit(
      exitCodes.usage,
      `${engines.length} engines can meet in at most ${most} Swiss rounds; use --tournament round-robin.`,
    );
  }
  if (tournament === 'gauntlet' && seeds >= engines.length) {
    throw new Exit(exitCodes.usage, '--seeds must leave an engine for the others to meet.');
  }
}

export function requireCores({
  concurrency,
  cores,
  plan,
}: Pick<MatchHead, 'concurrency' | 'cores' | 'plan'>): void {
  if (concurrency <= cores || plan.forceConcurrency) return;
  throw new Exit(
    exitCodes.usage,
    `This machine has ${cores} ${cores === 1 ? 'core' : 'cores'}: ${concurrency} games at once would disturb each other. Lower --concurrency, or add --force-concurrency.`,
  );
}
