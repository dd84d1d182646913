import type { ITheme } from '@xterm/xterm';
import { resolveColour } from '../styles/resolve.ts';

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
