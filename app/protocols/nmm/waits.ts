/** What an NMM conversation waits for, and until when. Times are in ms. */
import type { Talk } from './talk.ts';
import { stopTime, type Purpose } from './tasks.ts';
import type { Go } from './wire.ts';

/** When the handshake has taken too long; null where none is under way. */
export function handshakeDue({ wire, state, startedAt, deadlines }: Talk): number | null {
  const isOpen = wire.started || state === 'quitting';
  return startedAt === null || isOpen ? null : startedAt + deadlines.handshake;
}

/** When something is due next; null where nothing is awaited. */
export function nextWakeOf(talk: Talk): number | null {
  const { wire, deadlines, proposed } = talk;
  if (talk.over || talk.state === 'quitting') return null;
  const times: (number | null)[] = [handshakeDue(talk)];
  const go = wire.gos[0];
  if (go && go.stoppedAt !== null) {
    const { stop, move } = deadlines;
    times.push(go.stoppedAt + (go.late ? move : Math.min(stop, move)));
  } else if (go && proposed === null) times.push(stopTime(go));
  else if (!go && talk.task && proposed === null) times.push(talk.quietUntil);
  const due = times.filter((time) => time !== null && Number.isFinite(time)) as number[];
  return due.length > 0 ? Math.min(...due) : null;
}

/** Whether this `go` is to be stopped now. */
export function wantsStop(talk: Talk, go: Go<Purpose>, now: number): boolean {
  if (go.stoppedAt !== null) return false;
  const { purpose } = go;
  const until = stopTime(go);
  if (until !== null && now >= until) return true;
  if (go.mistold || go.board?.told?.refusal) return purpose !== null;
  if (purpose === null) return talk.task !== null || talk.next !== null;
  return purpose.kind === 'task' && purpose.task.ending;
}
