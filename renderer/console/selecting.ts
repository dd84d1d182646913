/** What is selected in a terminal, as the engine and Plywire said it: not as it was broken, shortened or folded. */
import type { IBuffer, IBufferCell, IBufferRange } from '@xterm/xterm';
import type { Piece } from './fitting.ts';
import { layOut, plainText, SeenOddities } from './format.ts';
import type { Lines } from './lines.ts';
import type { PaintedRows } from './painted.ts';

/** The text of a row and the part of it that is selected, in characters. */
interface Cut {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** @param lines what folded rows stand for is taken from these */
export function selectedText(
  buffer: IBuffer,
  { start, end }: IBufferRange,
  painted: PaintedRows,
  lines: Lines,
): string {
  const texts: string[] = [];
  for (const { row, y } of painted.upFrom(buffer)) {
    const { height: rows, fold, pieces } = row;
    if (y > end.y || (y === end.y && end.x === 0 && y > start.y)) continue;
    if (y + rows <= start.y) break;
    if (fold !== undefined) {
      const seen = new SeenOddities();
      const folded = lines.slice(lines.indexOf(fold.from), lines.indexOf(fold.to));
      texts.unshift(plainText(folded.flatMap((line) => layOut(line, seen))));
      continue;
    }
    const cut = cutOf(buffer, y, rows, { start, end });
    texts.unshift(pieces === undefined ? cut.text.slice(cut.from, cut.to) : exactly(pieces, cut));
  }
  return texts.join('\n');
}

/** Blanks that stand there for looks are none of the text. */
function cutOf(buffer: IBuffer, y: number, rows: number, { start, end }: IBufferRange): Cut {
  let text = '';
  let from: number | null = null;
  let to: number | null = null;
  let cell: IBufferCell | undefined;
  for (let row = y; row < y + rows; row++) {
    const line = buffer.getLine(row);
    for (let x = 0; line !== undefined && x < line.length; x++) {
      if (from === null && (row > start.y || (row === start.y && x >= start.x))) from = text.length;
      if (to === null && (row > end.y || (row === end.y && x >= end.x))) to = text.length;
      cell = line.getCell(x, cell);
      if (cell && !cell.isInvisible()) text += cell.getChars();
    }
  }
  return { text, from: from ?? text.length, to: to ?? text.length };
}

/** Of a piece that is shorter than what it stands for the whole is given, however little of it was selected. */
function exactly(pieces: readonly Piece[], { from, to }: Cut): string {
  let out = '';
  let at = 0;
  for (const { text, exact } of pieces) {
    const [begins, ends] = [Math.max(from - at, 0), Math.min(to - at, text.length)];
    if (begins < ends) out += exact ?? text.slice(begins, ends);
    at += text.length;
  }
  return out;
}
