/** What the terminal is given: the colours of the theme, and the widths of characters. */
import { Unicode11Addon } from '@xterm/addon-unicode11';
import type { ITheme, IUnicodeVersionProvider, Terminal } from '@xterm/xterm';

/** The palette numbers that `paint` uses, filled from the tokens of the theme in force. */
export function terminalTheme(): ITheme {
  return {
    background: resolveColour('--surface'),
    foreground: resolveColour('--line-heard'),
    cursor: resolveColour('--surface'),
    selectionBackground: resolveColour('--selection'),
    red: resolveColour('--bad'),
    white: resolveColour('--line-stderr'),
    yellow: resolveColour('--line-oddity'),
    blue: resolveColour('--line-sent'),
    green: resolveColour('--session-1'),
    magenta: resolveColour('--session-2'),
    cyan: resolveColour('--session-3'),
    brightGreen: resolveColour('--session-4'),
    brightMagenta: resolveColour('--session-5'),
    brightCyan: resolveColour('--session-6'),
    brightBlack: resolveColour('--line-note'),
    brightYellow: resolveColour('--line-match'),
    scrollbarSliderBackground: resolveColour('--surface-3'),
    scrollbarSliderHoverBackground: resolveColour('--border-strong'),
    scrollbarSliderActiveBackground: resolveColour('--border-strong'),
  };
}

/**
 * The colour that a token stands for in the theme in force, as `rgb(…)`: for painters that cannot read
 * custom properties (a terminal, a canvas). The property alone would give the `light-dark()` pair.
 */
export function resolveColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** The widths that the add-on registers; a terminal has no way to read them. */
function provider(): IUnicodeVersionProvider {
  let found: IUnicodeVersionProvider | undefined;
  const unicode = { register: (given: IUnicodeVersionProvider) => (found = given) };
  new Unicode11Addon().activate({ unicode } as unknown as Terminal);
  if (found === undefined) throw new Error('the add-on for Unicode has registered no widths');
  return found;
}

const widths = provider();

export const signWidth = (codePoint: number): number => widths.wcwidth(codePoint);
