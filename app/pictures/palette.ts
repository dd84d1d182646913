/** The colours of the window, for pictures and pages: those of `renderer/styles/tokens.css`, light and dark. */
export const palette = {
  'board-plate': ['#316bc9', '#376dc4'],
  'board-plate-top': ['#4a85e2', '#4a80d6'],
  'board-plate-edge': ['#1e4a93', '#1b3f7e'],
  'board-hole': ['#eef0f3', '#636c78'],
  'board-hole-rim': ['#1a3f7d', '#0a1a38'],
  'board-groove': ['#8a6a44', '#7a5e3d'],
  'board-cell': ['#efdfbe', '#dbc8a1'],
  'board-goal-light': ['#fbf3e0', '#e9dcbd'],
  'board-goal-dark': ['#e0cba5', '#ccb68b'],
  'board-wood': ['#dcbb8a', '#b8966a'],
  'board-wood-edge': ['#a98557', '#8f7049'],
  'board-tray': ['#c9a672', '#a18058'],
  'board-ink': ['#4a351a', '#2d1f0e'],
  'board-slate': ['#b9c6c2', '#8f9e99'],
  'board-slate-edge': ['#7c8b86', '#64736e'],
  'board-line': ['#3d4754', '#9aa5b3'],
  'board-label': ['#535c67', '#a3acb7'],
  'side-light': ['#fff8e8', '#faf0d8'],
  'side-light-mark': ['#8a6d2f', '#86692b'],
  'side-light-edge': ['#4a3713', '#33260c'],
  'side-dark': ['#1a212e', '#10151d'],
  'side-dark-mark': ['#a5b4c8', '#a9b8cc'],
  'side-dark-edge': ['#05080d', '#04060a'],
  'disc-light': ['#ffcf3a', '#f6c534'],
  'disc-light-mark': ['#7a5600', '#6b4b00'],
  'mark-last': ['#2a6bcb', '#2a6bcb'],
  'mark-origin': ['#174a9c', '#123a7d'],
  'mark-hint': ['#174a9c', '#123a7d'],
  'mark-winning': ['#ffffff', '#ffffff'],
  'mark-best': ['#ffffff', '#ffffff'],
  'mark-best-edge': ['#17386b', '#10294f'],
  'drawn-green': ['#46c46f', '#46c46f'],
  'drawn-red': ['#f2564a', '#f2564a'],
  'drawn-blue': ['#4aa3ff', '#4aa3ff'],
  'drawn-yellow': ['#ffd13d', '#ffd13d'],
  'drawn-edge': ['#0d1520', '#05090e'],
  bg: ['#f3f4f6', '#16191d'],
  surface: ['#ffffff', '#1d2126'],
  'surface-2': ['#e9ecf0', '#282d34'],
  border: ['#d3d8df', '#343b44'],
  text: ['#1a1e23', '#e4e7eb'],
  'text-dim': ['#535c67', '#a3acb7'],
  accent: ['#1d5cb8', '#7db0ff'],
  ok: ['#17693b', '#6fcf97'],
  warn: ['#7d5000', '#e8b659'],
  bad: ['#ad231c', '#ff9187'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export type Colour = keyof typeof palette;

export type Theme = 'light' | 'dark';

/** Gives each colour as SVG and CSS take it. */
export type Paint = (colour: Colour) => string;

/** For a picture that stands alone. */
export const painted =
  (theme: Theme): Paint =>
  (colour) =>
    palette[colour][theme === 'light' ? 0 : 1];

/** For a page that has `themes` in its style. */
export const byTheme: Paint = (colour) => `var(--${colour})`;

const block = (theme: Theme): string =>
  Object.keys(palette)
    .map((colour) => `--${colour}:${painted(theme)(colour as Colour)}`)
    .join(';');

/** Style rules that give a page the colours of the reader's theme; paper is light. */
export const themes =
  `:root{color-scheme:light dark;${block('light')}}` +
  `@media screen and (prefers-color-scheme:dark){:root{${block('dark')}}}`;
