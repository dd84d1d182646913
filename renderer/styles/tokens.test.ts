import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Colours = ReadonlyMap<string, readonly [light: string, dark: string]>;

/** The colours by token that a part of the sheet declares. */
const declared = (part: string): Colours =>
  new Map(
    [...part.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(
      ([, name, light, dark]) => [name!, [light!, dark!]],
    ),
  );

const [usual = '', more = ''] = css.split(":root[data-contrast='more']");
const colours = declared(usual);
/** With more contrast, which replaces some of them. */
const contrasting: Colours = new Map([...colours, ...declared(more)]);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

const grounds = ['bg', 'surface', 'surface-2'];
const text: [string, string[]][] = [
  [
    'text',
    [...grounds, 'surface-3', 'accent-soft', 'ok-soft', 'warn-soft', 'bad-soft', 'line-match', 'selection'],
  ],
  ['text-dim', grounds],
  ['accent', [...grounds, 'accent-soft']],
  ['accent-text', ['accent']],
  ['ok', [...grounds, 'ok-soft']],
  ['warn', [...grounds, 'warn-soft']],
  ['bad', [...grounds, 'bad-soft']],
  ['board-label', ['bg', 'surface']],
  ...[1, 2, 3, 4, 5, 6].map((session): [string, string[]] => [`session-${session}`, grounds]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((engine): [string, string[]] => [`engine-${engine}`, grounds]),
  ...['sent', 'heard', 'word', 'stderr', 'note', 'oddity'].map((line): [string, string[]] => [
    `line-${line}`,
    grounds,
  ]),
];
const cells = ['board-cell', 'board-goal-light', 'board-goal-dark'];
const tables = ['board-wood', 'board-tray', 'board-slate'];
/** Of several fronts one is enough: a piece is told from its ground by its body or by its edge. */
const shapes: [string | string[], string[]][] = [
  ['border-strong', ['bg', 'surface']],
  ['focus', [...grounds, 'surface-3']],
  ['board-plate', ['bg']],
  [['board-plate', 'board-hole-rim'], ['board-hole']],
  [['board-hole', 'board-hole-rim'], ['board-plate']],
  ['board-groove', cells],
  ['board-line', ['bg', 'surface']],
  ...[1, 2, 3, 4].map((measure): [string, string[]] => [`measure-${measure}`, ['surface', 'surface-3']]),
  ['side-light', ['side-dark', 'board-plate', 'board-groove']],
  ['side-light-mark', ['side-light']],
  ['side-light-edge', ['side-light', ...cells, ...tables]],
  ['side-dark', [...cells, ...tables]],
  ['side-dark-mark', ['side-dark']],
  [
    ['side-dark', 'side-dark-mark'],
    ['board-groove', 'board-plate'],
  ],
  ['disc-light', ['board-plate', 'side-dark']],
  ['disc-light-mark', ['disc-light']],
  [['side-light-edge', 'disc-light'], ['board-hole']],
  ['side-dark', ['board-hole', 'board-plate']],
  ['mark-last', ['side-light', 'side-dark', 'disc-light']],
  ['board-ink', ['board-wood', 'board-slate']],
  ['mark-origin', ['board-wood', 'board-slate']],
  ['mark-hint', ['board-wood']],
  ...['mark-winning', 'mark-best'].map((mark): [string[], string[]] => [
    [mark, 'mark-best-edge'],
    ['board-plate', 'board-hole', 'side-dark', 'side-light', 'disc-light', ...cells, ...tables],
  ]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((engine): [string, string[]] => [
    `mark-engine-${engine}`,
    ['mark-best-edge'],
  ]),
  ['ghost-edge', ['ghost-ok', 'ghost-bad', ...cells]],
  [
    ['hatch', 'hatch-dark'],
    ['board-plate', 'board-hole', ...cells, ...tables],
  ],
];

describe.each([
  ['text', 4.5, text, colours],
  ['shapes', 3, shapes, colours],
  ['text with more contrast', 7, text, contrasting],
  ['shapes with more contrast', 3, shapes, contrasting],
] as const)('contrast of %s is at least %f', (_, least, pairs, theme) => {
  for (const [front, backs] of pairs) {
    const fronts = [front].flat();
    for (const back of backs) {
      it(`${fronts.join(' or ')} on ${back}`, () => {
        for (const scheme of [0, 1] as const) {
          const ratios = fronts.map((each) => contrast(theme.get(each)![scheme], theme.get(back)![scheme]));
          expect(Math.max(...ratios), scheme === 0 ? 'light' : 'dark').toBeGreaterThanOrEqual(least);
        }
      });
    }
  }
});
