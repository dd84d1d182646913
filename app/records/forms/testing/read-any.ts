/** Decides and reads a text that is wholly here, as `app/library` does with files, piece by piece. */
import { gameById } from '../../../games/registry.ts';
import { Decider, type Decision } from '../decide.ts';
import { GamesReader } from '../games-reader.ts';
import type { Reading } from '../reading.ts';
import { candidatesOf } from '../registry.ts';

/** @param wanted ids of a form and a game, or null for any */
export const deciderOf = (wanted: { readonly form: string | null; readonly game: string | null }): Decider =>
  new Decider(candidatesOf(wanted.form, wanted.game === null ? null : gameById(wanted.game).id));

export interface TextGames {
  readonly decision: Decision;
  /** Empty unless one form was found. */
  readonly readings: readonly Reading[];
}

/** Reads a text that is wholly here, of any form of any game. Never throws for what the text says. */
export function readAny(
  text: string,
  wanted: { readonly form: string | null; readonly game: string | null } = { form: null, game: null },
): TextGames {
  const decider = deciderOf(wanted);
  decider.push(text);
  const decision = decider.decide(true);
  if (decision.kind !== 'one') return { decision, readings: [] };
  const reader = new GamesReader(decision.candidate);
  return { decision, readings: [...reader.push(text), ...reader.end()] };
}
