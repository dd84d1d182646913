/**
 * How a conversation is opened. The text knows no handshake; `name` and `list_commands` are what every engine
 * bears at any time. The first tells what a fence is answered by, the second what can be asked for.
 */
import { readVertex } from './entities.ts';
import { fitOf } from './answers.ts';
import { LINE } from './asked.ts';
import { quoted } from './oddities.ts';

/** Lines kept to say what was heard instead. */
const HEARD_KEPT = 3;

export class Introduction {
  /** The next question of ours; null while one is unanswered, and when all are answered. */
  next: 'name' | 'list' | null = 'name';
  /** Both questions are answered. */
  over = false;
  /** The conversation was declared open, or failed. */
  welcomed = false;
  /** When the first one went out, in ms; null before. */
  began: number | null = null;
  /** What the engine lists; null where that is not known. */
  commands: ReadonlySet<string> | null = null;
  /** It answered one of them with `=`. */
  friendly = false;
  readonly #heard: string[] = [];

  note(line: string): void {
    if (line.trim() === '') return;
    this.#heard.push(quoted(line));
    if (this.#heard.length > HEARD_KEPT) this.#heard.shift();
  }

  /** For the sentence about an opening that failed. */
  get heard(): string {
    return this.#heard.length === 0
      ? 'nothing was heard at all'
      : `the last lines heard: ${this.#heard.join(', ')}`;
  }
}

/** Whether the answer to `name` cannot be taken for one to another command. */
export function tells(name: string): boolean {
  if (name === '' || name.length >= LINE) return false;
  return (
    (['boolean', 'winner', 'move'] as const).every((shape) => fitOf(shape, name) === 'unfit') &&
    readVertex(name) === null
  );
}
