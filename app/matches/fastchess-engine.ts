/** An engine of a command line of fastchess or cutechess-cli as one of a configuration. Pure. */
import { protocols } from '../protocols/registry.ts';
import { Restart, type MatchEngine } from '../shapes/matches.ts';
import { quotedWord } from './engine-words.ts';
import { numbered, numbersWith, type Pair } from './fastchess-words.ts';

/** The only key that cutechess-cli repeats: each is an argument. */
const repeated = 'arg';

/** Keys of which the engine's own replaces any of them for all engines. */
const alternatives: readonly (readonly string[])[] = [
  ['st', 'tc'],
  ['depth', 'plies'],
];

/** A time control as ours, in seconds; null if it has no counterpart. */
function controlOf(value: string): string | null {
  if (value.includes('/') || value === 'inf' || value === 'infinite') return null;
  return value.replace(/^(\d+):(\d+(?:\.\d+)?)/, (_, minutes, rest) =>
    String(60 * Number(minutes) + Number(rest)),
  );
}

/** Whether a limit among the `alternatives` has a counterpart. */
const isLimit = ([key, value]: Pair): boolean =>
  key === 'tc' ? controlOf(value) !== null : numbersWith([])(key, value) !== undefined;

/** An engine's own words, with those of all engines that it has none for; arguments come behind its own. */
export function withEach(own: readonly Pair[], each: readonly Pair[], notes: string[]): readonly Pair[] {
  const keys = new Set(own.map(([key]) => key));
  const limits = new Set(own.filter(isLimit).map(([key]) => key));
  const added = each.filter(([key]) => {
    if (key === repeated) return true;
    if (keys.has(key)) return false;
    const other = alternatives.find((group) => group.includes(key))?.find((like) => limits.has(like));
    if (other === undefined) return true;
    notes.push(`${key} of each was left out for an engine with a ${other} of its own.`);
    return false;
  });
  const all = [...own, ...added];
  return all.filter(([key], at) => key === repeated || all.findLastIndex(([other]) => other === key) === at);
}

/** @param cmd the last of the pairs with this key */
export function engineOf(cmd: string, pairs: readonly Pair[], notes: string[]): MatchEngine {
  const words: string[] = [];
  const engine: { -readonly [Key in keyof MatchEngine]?: MatchEngine[Key] } = {};
  const number = numbersWith(notes);
  for (const [key, value] of pairs) {
    if (key === 'cmd' || key === 'dir' || key === repeated) words.push(quotedWord(key, value, false));
    else if (key === 'args') {
      const args = value.split(/\s+/).filter((arg) => arg !== '');
      words.push(...args.map((arg) => quotedWord('arg', arg, false)));
    } else if (key.startsWith('option.')) words.push(quotedWord(key, value, false));
    else if (key === 'name') engine.name = value;
    else if (key === 'st' || key === 'depth' || key === 'plies') {
      const word = key === 'plies' ? 'depth' : key;
      Object.assign(engine, numbered(word, number(`${key} of an engine`, value)));
    } else if (key === 'tc') {
      const control = controlOf(value);
      if (control !== null) engine.tc = control;
      else if (value.includes('/'))
        notes.push('A time control for a number of moves has no counterpart here.');
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
  if (engine.st !== undefined && engine.tc !== undefined) {
    delete engine.st;
    notes.push('An engine with tc and st has the former here: st was left out.');
  }
  // There an engine runs in the current folder, here in that of its program. A mere name may be that of a registered
  // engine, which has its own folder.
  const isExecutable = /[\\/]/.test(cmd) || words.some((word) => word.startsWith('arg='));
  if (isExecutable && !pairs.some(([key]) => key === 'dir')) words.push('dir=.');
  return { ...engine, engine: words.join(' ') };
}
