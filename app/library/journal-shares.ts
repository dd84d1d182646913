/**
 * Chooses the journals to delete when they exceed their limit. Each engine has an equal share of the room. The engine
 * that takes the most loses its oldest journals first, and an engine loses none while it is within its share, so that a
 * flood from one engine does not cost the journals of another.
 */
import type { EndedJournal } from './journals.ts';

export interface OwnedJournal extends EndedJournal {
  /** A key that all journals of one engine share. */
  readonly engine: string;
}

interface Owner {
  bytes: number;
  /** The journals of its ended sessions, the oldest last. */
  readonly ended: EndedJournal[];
}

/**
 * @param ended journals that may be deleted
 * @param inUse journals that count but are kept
 * @param room the allowed total, in bytes
 * @returns the journals to delete, in order; too few if the rest is in use or within its engine's share
 */
export function journalsToGo(
  ended: readonly OwnedJournal[],
  inUse: readonly OwnedJournal[],
  room: number,
): EndedJournal[] {
  const owners = new Map<string, Owner>();
  const ownerOf = (engine: string): Owner => {
    const owner = owners.get(engine) ?? { bytes: 0, ended: [] };
    owners.set(engine, owner);
    return owner;
  };
  let taken = 0;
  for (const { engine, bytes } of inUse) {
    ownerOf(engine).bytes += bytes;
    taken += bytes;
  }
  for (const journal of [...ended].sort((a, b) => b.openedAt - a.openedAt)) {
    const owner = ownerOf(journal.engine);
    owner.bytes += journal.bytes;
    owner.ended.push(journal);
    taken += journal.bytes;
  }
  const share = room / owners.size;
  const going: EndedJournal[] = [];
  while (taken > room) {
    const giving = [...owners.values()].filter((owner) => owner.bytes > share && owner.ended.length > 0);
    if (giving.length === 0) break;
    const most = giving.reduce((a, b) => (before(b, a) ? b : a));
    const journal = most.ended.pop()!;
    most.bytes -= journal.bytes;
    taken -= journal.bytes;
    going.push(journal);
  }
  return going;
}

/** Whether `a` loses a journal before `b`: it takes more, or takes the same and has the older journal. */
const before = (a: Owner, b: Owner): boolean =>
  a.bytes === b.bytes ? a.ended.at(-1)!.openedAt < b.ended.at(-1)!.openedAt : a.bytes > b.bytes;
