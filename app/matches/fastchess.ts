/**
 * The command line of fastchess and cutechess-cli, understood: what it asks for as a configuration of ours, and what
 * has no counterpart. Pure.
 */
import type { MatchPlanInput } from '../shapes/matches.ts';

export interface Translated {
  readonly plan: MatchPlanInput;
  /** What was left out or means something else here, in sentences. */
  readonly notes: readonly string[];
}

/** Whether arguments are of that kind: words with one dash. */
export const looksLikeFastchess = (args: readonly string[]): boolean =>
  args.some((arg) => /^-[a-z]{2,}$/.test(arg));

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

export function translateFastchess(args: readonly string[]): Translated {
  const notes: string[] = [];
  const plan: { -readonly [Key in keyof MatchPlanInput]: MatchPlanInput[Key] } = { engines: [] };
  const each = new Map<string, string>();
  const engines: ReadonlyMap<string, string>[] = [];
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
        plan[name] = Number(first);
        break;
      case 'repeat':
        plan.games = first === '' ? 2 : Number(first);
        break;
      case 'noswap':
        plan.swap = false;
        break;
      case 'tournament':
        if (first === 'roundrobin') plan.tournament = 'round-robin';
        else if (first === 'gauntlet') plan.tournament = 'gauntlet';
        else notes.push(`There is no tournament "${first}": round-robin, gauntlet and swiss are known.`);
        break;
      case 'openings': {
        const order = pairs.get('order');
        plan.openings = {
          ...(pairs.has('file') && { file: pairs.get('file')! }),
          ...((order === 'random' || order === 'sequential') && { order }),
          ...(pairs.has('plies') && { plies: Number(pairs.get('plies')) }),
          ...(pairs.has('start') && { start: Number(pairs.get('start')) }),
        };
        if (pairs.has('format')) notes.push('The format of openings is seen from the file itself.');
        break;
      }
      case 'sprt': {
        const model = pairs.get('model');
        if (model === 'bayesian')
          notes.push('The Bayesian model needs draws; normalized Elo stands in for it.');
        plan.sprt = {
          ...{ elo0: Number(pairs.get('elo0') ?? 0), elo1: Number(pairs.get('elo1') ?? 5) },
          ...{ alpha: Number(pairs.get('alpha') ?? 0.05), beta: Number(pairs.get('beta') ?? 0.05) },
          model: model === 'logistic' ? 'logistic' : 'normalized',
        };
        break;
      }
      case 'draw':
      case 'resign': {
        // Centipawns there, the protocol's own unit here.
        const rule = {
          ...(pairs.has('movecount') && { movecount: Number(pairs.get('movecount')) }),
          score: Number(pairs.get('score') ?? 0),
        };
        if (name === 'draw') {
          const from = pairs.get('movenumber');
          plan.draw = { ...rule, ...(from !== undefined && { movenumber: 2 * Number(from) }) };
        } else plan.resign = { ...rule, twosided: pairs.get('twosided') === 'true' };
        notes.push(`The score of ${name} is in the protocol's unit here; look at it again.`);
        break;
      }
      case 'maxmoves':
        plan.maxPlies = 2 * Number(first);
        break;
      case 'force-concurrency':
        plan.forceConcurrency = true;
        break;
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
  plan.engines = engines.map((own) =>
    engineOf(new Map([...own, ...[...each].filter(([key]) => !own.has(key))]), notes),
  );
  return { plan, notes: [...new Set(notes)] };
}

function engineOf(pairs: ReadonlyMap<string, string>, notes: string[]): MatchPlanInput['engines'][number] {
  const words: string[] = [];
  const engine: {
    -readonly [Key in keyof MatchPlanInput['engines'][number]]?: MatchPlanInput['engines'][number][Key];
  } = {};
  for (const [key, value] of pairs) {
    if (key === 'cmd' || key === 'dir') words.push(`${key}="${value}"`);
    else if (key === 'args') words.push(...value.split(/\s+/).map((arg) => `arg="${arg}"`));
    else if (key.startsWith('option.')) words.push(`${key}="${value}"`);
    else if (key === 'name') engine.name = value;
    else if (key === 'st' || key === 'depth') engine[key] = Number(value);
    else if (key === 'tc') {
      if (value === 'inf' || value === 'infinite') continue;
      const seconds = value.replace(/^(\d+):(\d+(?:\.\d+)?)/, (_, minutes, rest) =>
        String(60 * Number(minutes) + Number(rest)),
      );
      if (seconds.includes('/')) notes.push('A time control for a number of moves has no counterpart here.');
      else engine.tc = seconds;
    } else if (key === 'timemargin') engine.timeMargin = Number(value) / 1000;
    else if (key === 'restart') engine.restart = value === 'on' ? 'on' : 'auto';
    else if (key === 'nodes') notes.push("No protocol here limits nodes: use the engine's own option.");
    else if (key === 'proto') notes.push('The protocols differ: name one of them, or let it be detected.');
    else notes.push(`${key} of an engine has no counterpart here and was left out.`);
  }
  return { ...engine, engine: words.join(' ') };
}
