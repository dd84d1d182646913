/** A driver's events about one line, in a few words. */
import type { DriverEvent } from '../protocols/protocol.ts';

/** Null for what has events of its own, or says nothing of the line. */
function wordsOf(event: DriverEvent): string | null {
  switch (event.kind) {
    case 'understood':
      return event.what;
    case 'ready':
      return 'the conversation is open';
    case 'identity':
      return event.name === undefined ? `its author is ${event.author}` : `its name is ${event.name}`;
    case 'option':
      return `an option: ${event.option.name} (${event.option.type})`;
    case 'stale':
      return `answers nothing: ${event.text}`;
    case 'progress':
      return event.nodes === null ? 'how far it has come' : `how far it has come: ${event.nodes} nodes`;
    case 'info':
      return 'words of its own';
    case 'alive':
      return 'a sign of life';
    case 'drawing':
      return `a drawing of ${event.lines.length} lines`;
    case 'undrawn':
      return `no drawing: ${event.reason}`;
    case 'learned':
      return `${event.setting}: ${event.value}, as is found out by this`;
    case 'send':
    case 'state':
    case 'report':
    case 'failed':
    case 'oddity':
    case 'fault':
    case 'misuse':
      return null;
  }
}

/** Empty where there is nothing to say. */
export function understoodWords(events: readonly DriverEvent[]): string {
  let words = '';
  for (const event of events) {
    const more = wordsOf(event);
    if (more !== null && more !== words) words = words === '' ? more : `${words}; ${more}`;
  }
  return words;
}
