/** Headers in properties that all programs with SGF share, and how they write a result. */
import type { Game } from '../../games/game.ts';
import { headerProperties, seatOf, terminations } from './native.ts';

/** The header that a property of its own stands for. */
export function headerOf(game: Game, property: string): string | undefined {
  if (property === 'RE') return 'result';
  if (property === 'PW' || property === 'PB') return seatOf(game, property[1]!) === 0 ? 'white' : 'black';
  return headerProperties.find(([, name]) => name === property)?.[0];
}

/** The reasons of SGF, which stand after the side that won; any other text is the reason in another program's words. */
const reasons: Readonly<Record<string, string>> = {
  ...terminations,
  RESIGN: terminations['R']!,
  TIME: terminations['T']!,
  FORFEIT: terminations['F']!,
};

/** What a result tells; nothing if it cannot be read, or says that it is unknown. */
export function resultIn(
  game: Game,
  text: string,
): { readonly result?: string; readonly termination?: string } {
  const said = text.trim();
  const match = /^([WB])\+(.*)$/s.exec(said);
  if (match !== null) {
    const reason = match[2]!.trim();
    return {
      result: seatOf(game, match[1]!) === 0 ? '1-0' : '0-1',
      termination: reasons[reason.toUpperCase()] ?? reason,
    };
  }
  if (/^(?:0|draw|jigo)$/i.test(said)) return { result: '1/2-1/2' };
  if (/^draw\b/i.test(said)) return { result: '1/2-1/2', termination: said };
  return /^void$/i.test(said) ? { result: '*' } : {};
}
