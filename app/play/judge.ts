import { IllegalMove } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { Answer } from '../protocols/report.ts';
import type { GameFault } from './ending.ts';

/** What the rules say to an engine's answer. */
export type Verdict =
  | { readonly kind: 'move'; readonly move: unknown; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: GameFault };

/** Rules decide: holds an answer against the position that was asked about. */
export function judge(line: Line, answer: Answer): Verdict {
  switch (answer.kind) {
    case 'none':
      return { kind: 'fault', fault: { kind: 'no move', text: answer.text } };
    case 'unreadable':
      return { kind: 'fault', fault: { kind: 'unreadable', text: answer.text, why: answer.reason } };
    case 'illegal':
      return illegal(line, null, answer.text, answer.reason);
    case 'move': {
      const text = line.game.moveText(line.position, answer.move);
      try {
        line.game.play(line.position, answer.move);
        return { kind: 'move', move: answer.move, text };
      } catch (error) {
        if (!(error instanceof IllegalMove)) throw error;
        return illegal(line, text, answer.text, error.message);
      }
    }
  }
}

/** @param move ours for it; null where the rules have no such move */
function illegal({ game, position }: Line, move: string | null, text: string, why: string): Verdict {
  const fault = { kind: 'illegal', move, text, why, position: game.positionText(position) } as const;
  return { kind: 'fault', fault };
}

/** Why an answer is no legal move, in words; null when it is one. */
export function faultInWords(verdict: Verdict): string | null {
  if (verdict.kind === 'move') return null;
  const { fault } = verdict;
  switch (fault.kind) {
    case 'illegal':
      return `${fault.move ?? fault.text} is illegal: ${fault.why}`;
    case 'no move':
      return 'the engine says that there is no move, but there is one';
    case 'unreadable':
    case 'disobeyed':
    case 'refused':
      return fault.why;
    case 'session':
      return fault.ending.reason;
  }
}
