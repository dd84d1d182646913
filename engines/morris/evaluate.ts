/** Static evaluation, in hundredths of a man. */
import type { MorrisBoard } from './board.ts';
import { ALL, closable, closers, count, inMills, mills, neighbours, steps } from './rings.ts';

/** By men, including those in hand: the fewer there are, the more each counts. */
const MEN = [-500, -400, -250, 0, 150, 275, 385, 490, 590, 690];

/** A position that no game leads to may have more on the board and in hand than a side begins with. */
const menValue = (men: number): number => MEN[Math.min(men, MEN.length - 1)];

const threat = 22;
/** A free point that completes a mill, while men are placed: it is soon occupied. */
const placedThreat = 14;
const secondThreat = 12;
/** A mill whose man steps back and forth between two mills. */
const swing = 38;
const placedSwing = 19;
const mill = 12;
const step = 4;
const blockedMan = -14;
/** While men are placed; later, steps are the only moves. */
const placedStep = 8;
/** For having the move. */
const tempo = 5;

/** From the mover's view. */
export function evaluate({ own, enemy, placing }: MorrisBoard): number {
  const empty = ALL & ~(own | enemy);
  if (placing > 0) {
    const ownMen = count(own) + ((placing + 1) >> 1);
    const enemyMen = count(enemy) + (placing >> 1);
    return tempo + menValue(ownMen) - menValue(enemyMen) + placed(own, empty) - placed(enemy, empty);
  }
  return tempo + standing(own, empty) - standing(enemy, empty);
}

function placed(men: number, empty: number): number {
  const threats = count(closers(men) & empty);
  const swings = count(closable(men, empty, inMills(men)));
  return placedStep * steps(men, empty) + placedThreat * threats + placedSwing * swings + mill * mills(men);
}

function standing(men: number, empty: number): number {
  const total = count(men);
  if (total <= 3) {
    const threats = count(closers(men) & empty);
    return menValue(total) + threat * threats + (threats > 1 ? 2 * threat : 0);
  }
  const threats = count(closable(men, empty, men));
  const swings = count(closable(men, empty, inMills(men)));
  return (
    menValue(total) +
    step * steps(men, empty) +
    blockedMan * count(men & ~neighbours(empty)) +
    threat * threats +
    (threats > 1 ? secondThreat : 0) +
    swing * swings +
    mill * mills(men)
  );
}
