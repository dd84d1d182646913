/**
 * Which journals go where all together take too much room. Every engine has an equal share of the room. The engine
 * that takes the most gives its oldest journals first, and no engine gives any that fit into its share: so a flood
 * of one engine costs the journals of no other.
 */
import type { EndedJournal } from './journals.ts';

export interface OwnedJournal extends EndedJournal {
  /** The same text for all journals of one engine. */
  readonly engine: string;
}

interface Owner {
  bytes: number;
  /** Of ended sessions, the oldest last. */
  readonly ended: EndedJournal[];
}

/**
 * @param ended journals that may go
 * @param inUse journals that count and stay
 * @param room bytes that all of them may take
 * @returns those that are to go, in that order; too few for `room` where what is left is in use, or in its share
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

/** Whether an owner gives before another: it takes more, or the same and has the older journal. */
const before = (a: Owner, b: Owner): boolean =>
  a.bytes === b.bytes ? a.ended.at(-1)!.openedAt < b.ended.at(-1)!.openedAt : a.bytes > b.bytes;
