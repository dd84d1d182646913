/**
 * The command line of fastchess and cutechess-cli, understood: what it asks for as a configuration of ours, and what
 * has no counterpart. Pure.
 */
import { counted } from '../games/sentences.ts';
import { Tournament, type MatchPlanInput } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { engineOf, withEach } from './fastchess-engine.ts';
import { flagsIn, keyed, numbered, numbersWith, pairsOf, type Pair } from './fastchess-words.ts';

export interface Translated {
  readonly plan: MatchPlanInput;
  /** What was left out or means something else here, in sentences. */
  readonly notes: readonly string[];
}

/** How many words these flags take; others take any. */
const mostWords: Readonly<Record<string, number>> = {
  ...{ rounds: 1, games: 1, concurrency: 1, srand: 1, wait: 1, seeds: 1, repeat: 1, maxmoves: 1 },
  ...{ tournament: 1, 'use-affinity': 1, ratinginterval: 1, noswap: 0, 'force-concurrency': 0 },
};

/**
 * In cutechess-cli, `repeat` is how often each opening is played, beside the games of an encounter; in fastchess it is
 * the games themselves.
 */
function repeatOpenings(
  plan: { -readonly [Key in keyof MatchPlanInput]: MatchPlanInput[Key] },
  repeat: number,
  notes: string[],
): void {
  const { rounds = 1, swap = true, tournament } = plan;
  plan.games ??= repeat;
  if (!swap || repeat !== 2) {
    const times = swap && plan.games !== 1 ? 2 : 1;
    if (repeat === times) return;
    const how = times === 2 ? 'twice here, with the sides swapped' : 'once here';
    notes.push(`repeat ${repeat} has no counterpart here: each opening is played ${how}.`);
    return;
  }
  const all = rounds * plan.games;
  // Other numbers are refused when the plan is read.
  if (plan.games === 2 || !Number.isSafeInteger(all) || all < 1 || tournament === 'swiss') return;
  if (all % 2 === 1) {
    notes.push('The number of games is odd: not each opening is played twice.');
    return;
  }
  const before = `${counted(rounds, 'round')} of ${counted(plan.games, 'game')}`;
  Object.assign(plan, { rounds: all / 2, games: 2 });
  notes.push(
    `repeat plays each opening twice: ${before} ${rounds === 1 ? 'is' : 'are'} ${counted(all / 2, 'round')} of 2 games here.`,
  );
}

/** @throws Refused for a command line of ours with one dash too few */
export function translateFastchess(args: readonly string[]): Translated {
  const notes: string[] = [];
  const plan: { -readonly [Key in keyof MatchPlanInput]: MatchPlanInput[Key] } = { engines: [] };
  const each: Pair[] = [];
  const engines: (readonly Pair[])[] = [];
  const number = numbersWith(notes);
  let repeat: number | undefined;
  const { flags, stray } = flagsIn(args);
  if (!flags.some(({ name }) => name === 'engine')) {
    throw new Refused(
      "-each has one dash: Plywire's own flag is --each.",
      'A command line of fastchess or cutechess-cli names its engines as -engine cmd=….',
    );
  }
  for (const word of stray) notes.push(`${word} is before the first flag and was left out.`);
  for (const flag of flags) {
    const { name, words } = flag;
    const first = words[0] ?? '';
    for (const word of words.slice(mostWords[name] ?? Infinity)) {
      notes.push(`${word} behind ${name} has no counterpart here and was left out.`);
    }
    switch (name) {
      case 'engine':
        engines.push(pairsOf(words));
        break;
      case 'each':
        each.push(...pairsOf(words));
        break;
      case 'rounds':
      case 'games':
      case 'concurrency':
      case 'srand':
      case 'wait':
      case 'seeds':
        Object.assign(plan, numbered(name, number(name, first)));
        break;
      case 'repeat':
        repeat = first === '' ? 2 : number(name, first);
        break;
      case 'noswap':
        plan.swap = false;
        break;
      case 'tournament': {
        const kind = first === 'roundrobin' ? 'round-robin' : first;
        const known = Tournament.options.find((option) => option === kind);
        if (known !== undefined) plan.tournament = known;
        else notes.push(`There is no tournament "${first}": round-robin, gauntlet and swiss are known.`);
        break;
      }
      case 'openings': {
        const pairs = keyed(flag, ['file', 'order', 'plies', 'start', 'format', 'policy'], notes);
        const [order, policy] = [pairs.get('order'), pairs.get('policy')];
        plan.openings = {
          ...(pairs.has('file') && { file: pairs.get('file')! }),
          ...((order === 'random' || order === 'sequential') && { order }),
          ...numbered('plies', number('plies of openings', pairs.get('plies'))),
          ...numbered('start', number('start of openings', pairs.get('start'))),
        };
        if (order !== undefined && plan.openings.order === undefined) {
          notes.push(`There is no order "${order}" of openings: random and sequential are known.`);
        }
        if (policy !== undefined && policy !== 'round') {
          notes.push(
            `The policy "${policy}" of openings has no counterpart here: all pairings of a round have the same.`,
          );
        }
        if (pairs.has('format')) notes.push('The format of openings is seen from the file itself.');
        break;
      }
      case 'sprt': {
        const pairs = keyed(flag, ['elo0', 'elo1', 'alpha', 'beta', 'model'], notes);
        const model = pairs.get('model');
        if (model === 'bayesian')
          notes.push('The Bayesian model needs draws; normalized Elo stands in for it.');
        else if (model !== undefined && model !== 'logistic' && model !== 'normalized')
          notes.push(`There is no model "${model}" of a test: it is normalized Elo here.`);
        plan.sprt = {
          elo0: number('elo0 of sprt', pairs.get('elo0')) ?? 0,
          elo1: number('elo1 of sprt', pairs.get('elo1')) ?? 5,
          alpha: number('alpha of sprt', pairs.get('alpha')) ?? 0.05,
          beta: number('beta of sprt', pairs.get('beta')) ?? 0.05,
          model: model === 'logistic' ? 'logistic' : 'normalized',
        };
        break;
      }
      case 'draw':
      case 'resign': {
        const own = name === 'draw' ? 'movenumber' : 'twosided';
        const pairs = keyed(flag, ['movecount', 'score', own], notes);
        // Centipawns there, the protocol's own unit here.
        const score = number(`score of ${name}`, pairs.get('score') ?? '0');
        // With another score than was meant, the rule would end other games.
        if (score === undefined) {
          notes.push(`${name} has no score and was left out.`);
          break;
        }
        const movecount = number(`movecount of ${name}`, pairs.get('movecount'));
        const rule = { ...numbered('movecount', movecount), score };
        if (name === 'draw') {
          const from = number('movenumber of draw', pairs.get('movenumber'));
          plan.draw = { ...rule, ...numbered('movenumber', from, 2) };
        } else {
          const twosided = pairs.get('twosided') ?? 'false';
          if (twosided !== 'true' && twosided !== 'false') {
            notes.push(`twosided=${twosided} of resign is neither true nor false: it is false here.`);
          }
          plan.resign = { ...rule, twosided: twosided === 'true' };
        }
        notes.push(`The score of ${name} is in the protocol's unit here; look at it again.`);
        break;
      }
      case 'maxmoves':
        Object.assign(plan, numbered('maxPlies', number(name, first), 2));
        break;
      case 'force-concurrency':
        plan.forceConcurrency = true;
        break;
      case 'use-affinity':
        plan.useAffinity = true;
        if (first !== '') {
          notes.push(`use-affinity chooses the core of each game here: ${first} was left out.`);
        }
        break;
      case 'ratinginterval': {
        const interval = number(name, first);
        if (interval === undefined) break;
        notes.push(
          Number.isSafeInteger(interval) && interval >= 1
            ? `The configuration has no ratinginterval: add --rating-interval ${interval} to the command that runs it.`
            : 'ratinginterval is a whole number from 1 here and was left out.',
        );
        break;
      }
      case 'recover':
        notes.push('recover is not needed: an engine that fails loses the game and is started anew.');
        break;
      case 'pgnout':
        notes.push('pgnout is not needed: the folder of the match has games.pgn.');
        break;
      default:
        notes.push(`${name} has no counterpart here and was left out.`);
    }
  }
  // Known only now: the flags come in any order.
  if (repeat !== undefined) repeatOpenings(plan, repeat, notes);
  plan.engines = engines.flatMap((own, at) => {
    const pairs = withEach(own, each, notes);
    const { cmd = '', name } = Object.fromEntries(pairs);
    if (cmd !== '') return [engineOf(cmd, pairs, notes)];
    notes.push(
      `${name === undefined ? `Engine ${at + 1}` : `The engine "${name}"`} has no cmd and was left out.`,
    );
    return [];
  });
  return { plan, notes: [...new Set(notes)] };
}
