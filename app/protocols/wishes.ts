/** Wishes that a protocol has no words for: that we have them all the same is our misuse, and no engine hears of it. */
import { quoted } from './faults.ts';
import type { DriverEvent, Intent } from './protocol.ts';

/** @param text a sentence without its full stop */
export const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });

/** Where a protocol has neither options nor a debug mode. @param protocol as in "NMM has no debug mode" */
export function decline(
  protocol: string,
  intent: Extract<Intent, { kind: 'options' | 'press' | 'debug' }>,
): readonly DriverEvent[] {
  switch (intent.kind) {
    case 'options':
      // That there is nothing to set holds already.
      if (Object.keys(intent.values).length === 0) return [];
      return [misuse(`${protocol} has no options; none can be set`)];
    case 'press':
      return [misuse(`${protocol} has no options; ${quoted(intent.option)} cannot be pressed`)];
    case 'debug':
      return [misuse(`${protocol} has no debug mode`)];
  }
}
