/** What shows that an engine has not understood what it was told, besides its answers. */
import type { Again, DriverEvent } from '../protocol.ts';
import { AUTO } from '../settings.ts';
import type { NotationSettings } from './notations.ts';
import { oddity, quoted } from './oddities.ts';
import type { Talk } from './talk.ts';

/** What engines write to stderr when they do not take a position or a move. */
const REFUSAL =
  /invalid|illegal|malformed|wrong|bad\b|cannot|could not|fail|reject|error|unknown|unexpected/i;

/** A line of stderr: engines have no other way to say that they have not taken something. */
export function hearComplaint(talk: Talk, line: string, out: DriverEvent[]): void {
  if (!REFUSAL.test(line)) return;
  const { wire, notations } = talk;
  const told = wire.board?.told;
  if (told && told.refusal === null && /position/i.test(line)) {
    told.refusal = quoted(line);
    out.push({ kind: 'oddity', oddity: oddity({ name: 'position-refused', detail: told.refusal }) });
    if (notations.isSupposed('positions')) findOutAnew(talk, 'positions');
  } else if (/move/i.test(line) && wire.board?.moves.length && notations.isSupposed('moves')) {
    findOutAnew(talk, 'moves');
  }
}

/** What was told on the strength of another process's word may mean anything to this one. */
function findOutAnew({ wire, notations }: Talk, id: keyof NotationSettings): void {
  notations.forget(id);
  wire.board = null;
  for (const go of wire.gos) go.mistold = true;
}

/** Settings to try once it has ended: some engines die of what they do not read. */
export function otherSettings({ told, notations, settings }: Talk): Again | null {
  const doubtful = (['moves', 'positions'] as const).filter((id) => told.has(id) && notations.isSupposed(id));
  if (doubtful.length === 0) return null;
  return {
    settings: { ...settings, ...Object.fromEntries(doubtful.map((id) => [id, AUTO])) },
    reason: `it may read ${doubtful.join(' and ')} in another notation than it once did`,
    doubtsKnown: true,
  };
}
