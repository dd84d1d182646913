/** What is known of an engine that no line of the protocol says: how it writes walls, which boards it plays. */
import type { Line } from '../../games/line.ts';
import type { DriverEvent } from '../protocol.ts';
import type { WallForm } from './entities.ts';
import { tellingOf, tokenObjection } from './telling.ts';

export class Dialect {
  /** How the engine writes walls; null as long as that is not known. */
  form: WallForm | null;
  /** Sizes that it does not play. */
  readonly refusedSizes = new Set<number>();

  constructor(form: WallForm | null) {
    this.form = form;
  }

  learn(form: WallForm, out: DriverEvent[]): void {
    if (this.form !== null) return;
    this.form = form;
    out.push({ kind: 'learned', setting: 'walls', value: form });
  }

  /** Why the position at the end of a line cannot be told to this engine, in words; null where it can. */
  objection(line: Line): string | null {
    const telling = tellingOf(line);
    if (typeof telling === 'string') return telling;
    const { size } = telling;
    if (this.refusedSizes.has(size)) return `the engine has refused the board of ${size} by ${size}`;
    return this.form === 'token' ? tokenObjection(telling) : null;
  }
}
