/** A summary of a session's journal, collected during its replay and shown to readers of a bundle. */
import { readForfeit, type Forfeit } from '../sessions/forfeit.ts';
import type { ReplayEvent } from '../replay/events.ts';
import type { EntryDirection, RecordedEntry } from '../replay/recording.ts';
import { endingPattern } from '../sessions/ending/endings.ts';

export interface OddityCount {
  readonly name: string;
  readonly clause: string;
  readonly count: number;
  /** The journal line of the first occurrence, and its text. */
  readonly line: number;
  readonly text: string;
}

export interface LastPosition {
  readonly line: number;
  readonly position: string;
  readonly move?: string;
  readonly fault?: string;
  /** The line of the engine that answers with the move, as on the wire; absent if the move is not an answer. */
  readonly answer?: string;
}

export interface JournalDigest {
  readonly lines: number;
  readonly requests: number;
  readonly answered: number;
  readonly oddities: readonly OddityCount[];
  /** Failures, late answers and missing answers, with their lines; at most `mostTroubles`. */
  readonly troubles: readonly { readonly line: number; readonly text: string }[];
  /** The last position that was set or asked about. */
  readonly place: LastPosition | null;
  /** The session's ending word, or how its process exited; null if the journal has neither. */
  readonly ending: string | null;
  /** The sentence that explains the ending word. */
  readonly reason: string | null;
  /** The answer that lost a game; null if none did. */
  readonly forfeit: Forfeit | null;
  /** The last lines of the conversation. */
  readonly tail: readonly { readonly direction: EntryDirection; readonly text: string }[];
}

const mostTroubles = 20;
/** Characters of the sentence that explains the ending. */
const reasonCharacters = 4000;
const tailLines = 20;
/** Characters of each of these lines. */
const tailCharacters = 300;

export class DigestCollector {
  readonly #oddities = new Map<string, { -readonly [Key in keyof OddityCount]: OddityCount[Key] }>();
  readonly #troubles: { line: number; text: string }[] = [];
  readonly #tail: { direction: EntryDirection; text: string }[] = [];
  #place: LastPosition | null = null;
  #reason: string | null = null;
  #forfeit: Forfeit | null = null;
  #lines = 0;
  #summary: Extract<ReplayEvent, { kind: 'summary' }> | null = null;

  entry({ line, direction, text }: RecordedEntry): void {
    this.#lines = line;
    const sentence = direction === 'note' ? endingPattern.exec(text)?.groups?.['reason'] : undefined;
    if (sentence) this.#reason = sentence.slice(0, reasonCharacters);
    const forfeit = direction === 'note' ? readForfeit(text) : null;
    if (forfeit) this.#forfeit = { ...forfeit, reason: forfeit.reason.slice(0, reasonCharacters) };
    if (this.#tail.length === tailLines) this.#tail.shift();
    this.#tail.push({ direction, text: text.slice(0, tailCharacters) });
  }

  events(events: readonly ReplayEvent[]): void {
    for (const event of events) this.#event(event);
  }

  get account(): JournalDigest {
    return {
      lines: this.#lines,
      requests: this.#summary?.requests ?? 0,
      answered: this.#summary?.answered ?? 0,
      oddities: [...this.#oddities.values()],
      troubles: this.#troubles,
      place: this.#place,
      ending: this.#summary?.ending ?? null,
      reason: this.#reason,
      forfeit: this.#forfeit,
      tail: this.#tail,
    };
  }

  #event(event: ReplayEvent): void {
    switch (event.kind) {
      case 'oddity': {
        const { name, clause, line, text } = event;
        const met = this.#oddities.get(name);
        if (met) met.count++;
        else this.#oddities.set(name, { name, clause, count: 1, line, text });
        break;
      }
      case 'silence':
      case 'unanswered':
        this.#trouble(event.line, event.text);
        break;
      case 'fault':
        this.#trouble(event.line, `${event.ending}: ${event.reason}`);
        break;
      case 'summary':
        this.#summary = event;
        break;
      case 'sent':
      case 'heard':
      case 'settled': {
        const { line, position, move, fault } = event;
        if (fault !== undefined) this.#trouble(line, `${move ?? 'the answer'} is not a legal move: ${fault}`);
        if (position === undefined) break;
        this.#place = {
          line,
          position,
          ...(move !== undefined && { move }),
          ...(fault !== undefined && { fault }),
          ...(event.kind === 'heard' && { answer: event.text.slice(0, tailCharacters) }),
        };
        break;
      }
      default:
        break;
    }
  }

  #trouble(line: number, text: string): void {
    if (this.#troubles.length < mostTroubles) this.#troubles.push({ line, text });
  }
}
