/** The host without one of its guards: a probe must notice, or the guard is not tested. */
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Removal } from '../support/without.ts';
import { Caller, enter } from './attacker.ts';
import type { Guard, Target } from './guard.ts';
import { attackedHost } from './host.ts';

export async function noticeRemoval({ probes, former }: Guard, removal: Removal): Promise<void> {
  // Probes wait in vain here for what does not happen.
  const house = await attackedHost({ patience: 1500, removal, former: former === true });
  try {
    expect(await firstToFail(Object.values(probes), house)).not.toBeNull();
    // Only the guard is gone: otherwise the host works, once it has seen the probe's connections end.
    Caller.closeAll();
    await eventually(async () => {
      const caller = await enter(house.port, house.token);
      return (await caller.call('/files/roots')).status;
    }).toBe(200);
  } finally {
    Caller.closeAll();
    await house.close();
  }
}

/** Why the first of them failed; null if all passed. */
async function firstToFail(probes: readonly ((target: Target) => Promise<void>)[], target: Target) {
  for (const probe of probes) {
    const failure = await probe(target).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure !== null) return failure;
  }
  return null;
}
