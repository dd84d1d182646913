/** The engine's findings in words: CFP has no other place for them than `info`, which a GUI prints. */
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import type { Finding, Job } from '../responder.ts';
import type { Score } from '../../shapes/games.ts';

const moves = (count: number): string => (count === 1 ? '1 move' : `${count} moves`);

function score(value: Score): string {
  if (value.type === 'static') return `score ${value.value}`;
  const verdict = value.winner === 'mover' ? 'win' : 'loss';
  return `${verdict} in ${value.plies} ${value.plies === 1 ? 'ply' : 'plies'}`;
}

/** `depth 8, 12345 nodes, score 0.05, columns 3 3 2`: columns as CFP counts them, from 0. */
export function describe(job: Job, finding: Finding): string {
  const parts = [`depth ${finding.depth}`, `${finding.nodes} nodes`];
  if (finding.score) parts.push(score(finding.score));
  const line = playable(job.position as Connect4Position, finding.line);
  if (line.length > 0) parts.push(`columns ${line.join(' ')}`);
  return parts.join(', ');
}

/** The part of a line that the rules bear out. */
function playable(start: Connect4Position, line: readonly unknown[]): number[] {
  const columns: number[] = [];
  let position = start;
  for (const move of line) {
    if (typeof move !== 'number' || !connect4.moves(position).includes(move)) break;
    columns.push(move);
    position = connect4.play(position, move);
  }
  return columns;
}

/** The text's own example for a win: `Forced win found in 5 moves`, moves being the winner's own. */
export function describeDecisive({ score: value }: Finding): string | null {
  if (value?.type !== 'decisive') return null;
  const found = value.winner === 'mover' ? 'Forced win found' : 'Forced loss found';
  return `${found} in ${moves(Math.ceil(value.plies / 2))}`;
}
