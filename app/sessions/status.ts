/** What is known of a session at a glance; folded from what passes by. */
import type { Forfeit } from './forfeit.ts';
import type { DriverEvent } from '../protocols/protocol.ts';
import { withoutReturn } from './wire/lines.ts';
import { quoteLimit } from './ending/endings.ts';
import { namesError } from './ending/telling-line.ts';
import type { EngineOption } from '../shapes/engines.ts';
import type { Rung } from '../shapes/sessions.ts';

/** Lines of stderr that an ending quotes. */
const tailLines = 20;
/** Characters of each: a stack trace's lines are shorter, and the console has them whole. */
const tailCharacters = 10 * quoteLimit;

export interface Identity {
  readonly name: string | null;
  readonly author: string | null;
}

export class Status {
  identity: Identity = { name: null, author: null };
  options: readonly EngineOption[] = [];
  /** Searches are served, or were. */
  opened = false;
  /** A search was answered. */
  answered = false;
  /** How often each departed from the protocol's text, by name. */
  readonly oddities = new Map<string, number>();
  forfeit: Forfeit | null = null;
  lastHeard: string | null = null;
  exit: { readonly exitCode: number | null; readonly signal: string | null; readonly rung: Rung } | null =
    null;
  readonly #stderr: string[] = [];
  /** Where in it the newest line is that names an error; -1 where none does. */
  #telling = -1;
  #settled = false;

  get stderrTail(): readonly string[] {
    return [...this.#stderr];
  }

  /** What the engine says from here on, on its way out, is not what its end is told by. */
  settle(): void {
    this.#settled = true;
  }

  heard(text: string): void {
    // A blank line ends an answer in some protocols, and tells nobody anything.
    if (!this.#settled && text.trim() !== '') this.lastHeard = withoutReturn(text);
  }

  complained(text: string): void {
    const line = withoutReturn(text).slice(0, tailCharacters);
    // What names the error stays for as long as only a trace follows it, however long that is.
    if (namesError(line)) this.#telling = this.#stderr.length;
    if (this.#stderr.length === tailLines) {
      const dropped = this.#telling === 0 ? 1 : 0;
      this.#stderr.splice(dropped, 1);
      if (this.#telling > dropped) this.#telling--;
    }
    this.#stderr.push(line);
  }

  event(event: DriverEvent): void {
    switch (event.kind) {
      case 'ready':
        this.opened = true;
        break;
      case 'report':
        this.answered = true;
        break;
      case 'identity':
        this.identity = {
          name: event.name ?? this.identity.name,
          author: event.author ?? this.identity.author,
        };
        break;
      case 'oddity':
        this.oddities.set(event.oddity.name, (this.oddities.get(event.oddity.name) ?? 0) + 1);
        break;
      case 'option':
        // An option that is told twice is the later one.
        this.options = [...this.options.filter((option) => !sameOption(option, event.option)), event.option];
        break;
      default:
        break;
    }
  }
}

function sameOption(a: EngineOption, b: EngineOption): boolean {
  if (a.type === 'unreadable' || b.type === 'unreadable') return false;
  return a.name.toLowerCase() === b.name.toLowerCase();
}
