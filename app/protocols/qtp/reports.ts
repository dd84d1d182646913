/** What an answer to `genmove` is as a report, and as a text. */
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import type { Generated } from './answers.ts';
import { writePlacement, type Placement } from './entities.ts';
import { briefly } from './oddities.ts';
import { moveOf } from './telling.ts';

/** In the game's own words: `e8`, `e2h`. */
export function placementText(placement: Placement): string {
  const turned = placement.kind === 'wall' ? placement.orientation.charAt(0) : '';
  return writePlacement({ kind: 'pawn', vertex: placement.vertex }, 'vertex+word').toLowerCase() + turned;
}

/** @param text the engine's own words */
export function answerOf(generated: Generated, text: string, position: QuoridorPosition): Answer {
  switch (generated.kind) {
    case 'placement':
      return { kind: 'move', move: moveOf(position.size, generated.placement), text: briefly(text.trim()) };
    case 'none':
      return { kind: 'none', text: briefly(text) };
    case 'unreadable':
      return { kind: 'unreadable', text: briefly(text), reason: `genmove: ${generated.reason}` };
  }
}

/** QTP gives a move and nothing else. */
export function reportOf(
  generated: Generated,
  text: string,
  position: QuoridorPosition,
  seconds: number,
): Report {
  return bareReport(answerOf(generated, text, position), seconds);
}
