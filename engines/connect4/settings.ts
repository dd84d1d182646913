/** Columns from the middle outwards, the left one of a pair first. */
export function centreFirst(width: number): number[] {
  const middle = (width - 1) / 2;
  const columns = Array.from({ length: width }, (_, column) => column);
  return columns.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}
