/**
 * The command line of fastchess and cutechess-cli, understood: what it asks for as a configuration of ours, and what
 * has no counterpart. Pure.
 */
import { counted } from '../games/counted.ts';
import { protocols } from '../protocols/registry.ts';
import { Restart, Tournament, type MatchPlanInput } from '../shapes/matches.ts';
import { quotedWord } from './engine-words.ts';

export interface Translated {
  readonly plan: MatchPlanInput;
  /** What was left out or means something else here, in sentences. */
  readonly notes: readonly string[];
}

interface Flag {
  readonly name: string;
  readonly words: readonly string[];
}

function flagsIn(args: readonly string[]): readonly Flag[] {
  const flags: { name: string; words: string[] }[] = [];
  for (const arg of args) {
    if (/^-{1,2}[a-z]/i.test(arg)) flags.push({ name: arg.replace(/^-+/, ''), words: [] });
    else flags.at(-1)?.words.push(arg);
  }
  return flags;
}

const pairsOf = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    words.map((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );

/** Reads numbers; one that is none is noted, and undefined like one that is absent. */
const numbersWith =
  (notes: string[]) =>
  (what: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return value;
    notes.push(
      `The ${what} is ${text === '' ? 'empty' : `"${text}"`}, which is not a number, and was left out.`,
    );
    return undefined;
  };

/** The key with its number, or nothing without a number. */
const numbered = (key: string, value: number | undefined, factor = 1): Record<string, number> =>
  value === undefined ? {} : { [key]: factor * value };

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

export function translateFastchess(args: readonly string[]): Translated {
  const notes: string[] = [];
  const plan: { -readonly [Key in keyof MatchPlanInput]: MatchPlanInput[Key] } = { engines: [] };
  const each = new Map<string, string>();
  const engines: ReadonlyMap<string, string>[] = [];
  const number = numbersWith(notes);
  let repeat: number | undefined;
  for (const { name, words } of flagsIn(args)) {
    const pairs = pairsOf(words);
    const first = words[0] ?? '';
    switch (name) {
      case 'engine':
        engines.push(pairs);
        break;
      case 'each':
        for (const [key, value] of pairs) each.set(key, value);
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
        const order = pairs.get('order');
        plan.openings = {
          ...(pairs.has('file') && { file: pairs.get('file')! }),
          ...((order === 'random' || order === 'sequential') && { order }),
          ...numbered('plies', number('plies of openings', pairs.get('plies'))),
          ...numbered('start', number('start of openings', pairs.get('start'))),
        };
        if (pairs.has('format')) notes.push('The format of openings is seen from the file itself.');
        break;
      }
      case 'sprt': {
        const model = pairs.get('model');
        if (model === 'bayesian')
          notes.push('The Bayesian model needs draws; normalized Elo stands in for it.');
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
        } else plan.resign = { ...rule, twosided: pairs.get('twosided') === 'true' };
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
    const pairs = new Map([...own, ...[...each].filter(([key]) => !own.has(key))]);
    const cmd = pairs.get('cmd') ?? '';
    const name = pairs.get('name');
    if (cmd !== '') return [engineOf(cmd, pairs, notes)];
    notes.push(
      `${name === undefined ? `Engine ${at + 1}` : `The engine "${name}"`} has no cmd and was left out.`,
    );
    return [];
  });
  return { plan, notes: [...new Set(notes)] };
}

function engineOf(
  cmd: string,
  pairs: ReadonlyMap<string, string>,
  notes: string[],
): MatchPlanInput['engines'][number] {
  const words: string[] = [];
  const engine: {
    -readonly [Key in keyof MatchPlanInput['engines'][number]]?: MatchPlanInput['engines'][number][Key];
  } = {};
  const number = numbersWith(notes);
  for (const [key, value] of pairs) {
    if (key === 'cmd' || key === 'dir') words.push(quotedWord(key, value, false));
    else if (key === 'args') {
      const args = value.split(/\s+/).filter((arg) => arg !== '');
      words.push(...args.map((arg) => quotedWord('arg', arg, false)));
    } else if (key.startsWith('option.')) words.push(quotedWord(key, value, false));
    else if (key === 'name') engine.name = value;
    else if (key === 'st' || key === 'depth' || key === 'plies') {
      const word = key === 'plies' ? 'depth' : key;
      Object.assign(engine, numbered(word, number(`${key} of an engine`, value)));
    } else if (key === 'tc') {
      if (value === 'inf' || value === 'infinite') continue;
      const seconds = value.replace(/^(\d+):(\d+(?:\.\d+)?)/, (_, minutes, rest) =>
        String(60 * Number(minutes) + Number(rest)),
      );
      if (seconds.includes('/')) notes.push('A time control for a number of moves has no counterpart here.');
      else engine.tc = seconds;
    } else if (key === 'timemargin') {
      // Milliseconds there, seconds here.
      const margin = number('timemargin of an engine', value);
      Object.assign(engine, numbered('timeMargin', margin === undefined ? undefined : margin / 1000));
    } else if (key === 'restart') {
      const restart = Restart.options.find((option) => option === value);
      if (restart === undefined) notes.push(`restart=${value} of an engine is not known and was left out.`);
      else engine.restart = restart;
    } else if (key === 'nodes') notes.push("No protocol here limits nodes: use the engine's own option.");
    else if (key === 'proto' && protocols.has(value)) engine.protocol = value;
    else if (key === 'proto') notes.push('The protocols differ: name one of them, or let it be detected.');
    else notes.push(`${key} of an engine has no counterpart here and was left out.`);
  }
  // There an engine runs in the current folder, here in that of its program. A mere name may be that of a registered
  // engine, which has its own folder.
  const isExecutable = /[\\/]/.test(cmd) || words.some((word) => word.startsWith('arg='));
  if (isExecutable && !pairs.has('dir')) words.push('dir=.');
  return { ...engine, engine: words.join(' ') };
}
