/** Columns of signs, as the terminal reckons them. */
import { Unicode11Addon } from '@xterm/addon-unicode11';
import type { IUnicodeVersionProvider, Terminal } from '@xterm/xterm';

/** What the add-on registers: a terminal does not give it away. */
function provider(): IUnicodeVersionProvider {
  let found: IUnicodeVersionProvider | undefined;
  const unicode = { register: (given: IUnicodeVersionProvider) => (found = given) };
  new Unicode11Addon().activate({ unicode } as unknown as Terminal);
  if (found === undefined) throw new Error('the add-on for Unicode has registered no widths');
  return found;
}

const widths = provider();

export const signWidth = (codePoint: number): number => widths.wcwidth(codePoint);
