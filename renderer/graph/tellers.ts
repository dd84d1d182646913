/** The engines whose evaluations are shown: their names, and the letters and colours of their curves. Pure. */
import type { AnalysisState, EvaluationsState, HostState, Teller } from '../../app/api/contract.ts';
import { colourOf, letterOf } from '../analysis/letters.ts';
import { shortProtocol } from '../engines/words.ts';
import { visible } from '../ui/visible.ts';
import type { ColourToken } from './curves.ts';

export interface TellerLook {
  readonly id: string;
  /** `mine CFP`; of several builds or settings of one engine, each has a number: `mine CFP 2`. */
  readonly name: string;
  readonly letter: string;
  readonly colour: ColourToken;
}

const none: EvaluationsState = { key: null, tellers: [], place: null, here: [], nodes: [] };

/** What engines said about the game shown. */
export function evaluationsOf(state: HostState | null): EvaluationsState {
  const evaluations = state?.evaluations ?? none;
  return evaluations.key === state?.game.key ? evaluations : none;
}

/** Whether a teller is an engine that analyses: the same engine and protocol, with the options chosen for it. */
const isThis = (
  { engine, protocol, options }: Teller,
  analysis: Pick<AnalysisState, 'engine' | 'protocol' | 'options'>,
): boolean =>
  engine === analysis.engine &&
  protocol === analysis.protocol &&
  Object.entries(analysis.options).every(([name, value]) => options[name] === value);

/**
 * By teller, its number: that of the engine on the panel of analysis, of whose builds the newest one, or else one that
 * no engine there has.
 */
function numbersOf(
  tellers: readonly Teller[],
  analyses: readonly AnalysisState[],
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const analysis of analyses) {
    const own = tellers.findLast((teller) => !numbers.has(teller.id) && isThis(teller, analysis));
    if (own !== undefined) numbers.set(own.id, analysis.number);
  }
  const taken = new Set(analyses.map(({ number }) => number));
  let next = 0;
  for (const { id } of tellers) {
    if (numbers.has(id)) continue;
    while (taken.has(next)) next++;
    numbers.set(id, next++);
  }
  return numbers;
}

/** By their letters. @param state for the names of protocols */
export function tellerLooks(
  tellers: readonly Teller[],
  analyses: readonly AnalysisState[],
  state: HostState | null,
): readonly TellerLook[] {
  const numbers = numbersOf(tellers, analyses);
  const times = new Map<string, number>();
  return tellers
    .toSorted((one, other) => numbers.get(one.id)! - numbers.get(other.id)!)
    .map(({ id, name, protocol, origin }) => {
      const title = `${visible(name)} ${origin === 'file' ? '(from a file)' : shortProtocol(state, protocol)}`;
      const time = (times.get(title) ?? 0) + 1;
      times.set(title, time);
      const number = numbers.get(id)!;
      return {
        ...{ id, name: time === 1 ? title : `${title} ${time}`, letter: letterOf({ number }) },
        colour: `--engine-${colourOf({ number })}` as const,
      };
    });
}
