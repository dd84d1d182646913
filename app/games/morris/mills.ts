/** Mills as they are drawn. */
import type { Mark } from '../game.ts';
import { LINES, maskOf } from './board.ts';
import { MAN, place } from './geometry.ts';

/** What joins the men of every mill: a stroke from the rim of one to the rim of the next. */
export function millMarks(white: number, black: number): Mark[] {
  const mills = LINES.filter((line) => {
    const mask = maskOf(line);
    return (white & mask) === mask || (black & mask) === mask;
  });
  return mills.flatMap(([first, middle, last]) => [link(first!, middle!), link(middle!, last!)]);
}

function link(one: number, other: number): Mark {
  const [from, to] = [place(one), place(other)];
  const across = Math.abs(to.x - from.x);
  const down = Math.abs(to.y - from.y);
  const length = across + down - 2 * MAN - 0.06;
  const [width, height] = across > 0 ? [length, 0] : [0, length];
  return {
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    look: 'link',
    shape: { kind: 'rect', width, height },
  };
}
