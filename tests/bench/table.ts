/** The benchmark table as plain text. */
import type { BenchRow, Target } from './harness.ts';

const headings = ['work', 'ours', 'reference', 'ratio', 'target', ''];

/** Numbers are right-aligned, words left-aligned. */
const toTheRight = [false, true, true, true, false, false];

export function ratioOf(row: BenchRow): number | null {
  const { ours, reference } = row;
  return reference === null ? null : (reference.ratio ?? ours / reference.value);
}

/** Null if there is no target. */
export function meetsTarget(row: BenchRow): boolean | null {
  if (row.target === null) return null;
  const figure = row.target.of === 'ours' ? row.ours : ratioOf(row);
  if (figure === null) return false;
  return 'atLeast' in row.target ? figure >= row.target.atLeast : figure <= row.target.atMost;
}

/** Three significant digits, two below one, with thousands separated. */
export function figureText(figure: number): string {
  const digits =
    figure >= 100 ? 0 : figure >= 10 ? 1 : figure >= 0.1 || figure <= 0 ? 2 : smallDigits(figure);
  const [whole = '', fraction] = figure.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Decimals, so that two digits are significant. */
function smallDigits(figure: number): number {
  return Math.min(8, 1 - Math.floor(Math.log10(figure)));
}

function targetText(target: Target | null, unit: string): string {
  if (target === null) return '';
  const bound =
    'atLeast' in target ? `at least ${figureText(target.atLeast)}` : `at most ${figureText(target.atMost)}`;
  return target.of === 'ratio' ? `${bound} x` : `${bound} ${unit}`;
}

export function tableText(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => {
    const ratio = ratioOf(row);
    const met = meetsTarget(row);
    return [
      row.work,
      `${figureText(row.ours)} ${row.unit}`,
      row.reference === null ? '' : `${row.reference.name} ${figureText(row.reference.value)}`,
      ratio === null ? '' : `${ratio.toFixed(2)} x`,
      targetText(row.target, row.unit),
      met === null ? '' : met ? 'met' : 'missed',
    ];
  });
  const all = [headings, ...cells];
  const widths = headings.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) =>
          toTheRight[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
