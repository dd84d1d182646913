/** The engines whose evaluations are shown: their names, and the letters and colours of their curves. Pure. */
import type { EvaluationsState, HostState, Teller } from '../../app/api/contract.ts';
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

/** There are this many colours; further engines are told apart by their letters alone. */
const COLOURS = 6;

const letterOf = (number: number): string => {
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : `${letter}${Math.floor(number / 26) + 1}`;
};

const none: EvaluationsState = { key: null, tellers: [], place: null, here: [], nodes: [] };

/** What engines said about the game shown. */
export function evaluationsOf(state: HostState | null): EvaluationsState {
  const evaluations = state?.evaluations ?? none;
  return evaluations.key === state?.game.key ? evaluations : none;
}

/** @param tellers in a fixed order, so that a curve keeps its colour */
export function tellerLooks(tellers: readonly Teller[]): readonly TellerLook[] {
  const times = new Map<string, number>();
  return tellers.map(({ id, name, protocol }, at) => {
    const title = `${visible(name)} ${shortProtocol(protocol)}`;
    const time = (times.get(title) ?? 0) + 1;
    times.set(title, time);
    return {
      ...{ id, name: time === 1 ? title : `${title} ${time}`, letter: letterOf(at) },
      colour: `--session-${(at % COLOURS) + 1}` as const,
    };
  });
}
