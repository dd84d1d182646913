/** Short names of sessions, by which their lines are told apart among those of others. */
import type { SessionState } from '../../app/api/contract.ts';
import { visible } from '../ui/visible.ts';
import type { Tag } from './lines.ts';

/** Columns of the longest name. */
export const tagColumns = 14;
/** Tokens `--session-1` and on. */
export const tagHues = 6;

/** What all our engines' names begin with says nothing. */
const common = /^Plywire /;

export class Tags {
  /** A name once given stays: lines bear it. */
  readonly #tags = new Map<string, Tag>();

  name(sessions: readonly Pick<SessionState, 'id' | 'title'>[]): void {
    for (const { id, title } of sessions) {
      if (this.#tags.has(id)) continue;
      this.#tags.set(id, { name: this.#free(title), hue: this.#tags.size % tagHues });
    }
  }

  /** @throws Error of a session that was not named */
  of(session: string): Tag {
    const tag = this.#tags.get(session);
    if (tag === undefined) throw new Error(`no session ${session} was named`);
    return tag;
  }

  #free(title: string): string {
    const names = new Set([...this.#tags.values()].map(({ name }) => name));
    const whole = visible(title).replace(common, '');
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const room = tagColumns - suffix.length;
      const name = `${fitting(whole, room)}${suffix}`;
      if (!names.has(name)) return name;
    }
  }
}

/** Both ends of a name that is too long: versions of an engine differ at the end. */
function fitting(whole: string, room: number): string {
  if (whole.length <= room) return whole;
  const end = Math.floor((room - 1) / 2);
  return `${whole.slice(0, room - 1 - end)}…${whole.slice(-end)}`;
}
