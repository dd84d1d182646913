/** `--use-affinity`: the engines of each game on a core of their own. */
import { bind, canBind, coreSets } from '../matches/affinity.ts';
import type { MatchPorts } from '../matches/match.ts';
import { whenReady } from '../play/ask.ts';
import type { MatchPlan } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';
import type { Output } from './output.ts';

/** @throws Exit if the engines are to be bound to cores and cannot be */
export function requireAffinity({ useAffinity }: MatchPlan): void {
  if (!useAffinity || canBind()) return;
  throw new Exit(
    exitCodes.usage,
    'This system has no taskset, which binds processes to cores. Leave out --use-affinity.',
  );
}

/** Binds the engines of a game to the core of its slot. */
export function seating(output: Output): NonNullable<MatchPorts['seat']> {
  const sets = coreSets();
  const slots = new Map<string, number>();
  let isTold = false;
  return async (slot, session, signal) => {
    if (slots.get(session.id) === slot) return;
    await whenReady(session, signal);
    const { pid } = session;
    if (pid === null || session.ending !== null) return;
    slots.set(session.id, slot);
    if ((await bind(pid, sets[slot % sets.length]!)) || session.ending !== null || isTold) return;
    isTold = true;
    output.remark('An engine could not be bound to its core; the match goes on without.');
  };
}
