/** All checks over a wire in memory: the responder passes them all, and each mutant fails its own check only. */
import { describe, expect, it } from 'vitest';
import { checks } from '../protocols/checks.ts';
import { type Check } from '../protocols/conformance.ts';
import { protocols } from '../protocols/registry.ts';
import { FakeCheckWire } from '../protocols/testing/check-wire.ts';
import { mutantsOf, type Mutant, type Program } from '../protocols/testing/mutants.ts';
import { runChecks } from './run.ts';
import { CheckLevel, type CheckResult } from '../shapes/checks.ts';

describe.each([...checks])('%s', async (protocol, all) => {
  const { responder, think, mutants, programs } = await mutantsOf(protocol);

  const resultsOf = async (mutant?: Mutant | Program): Promise<CheckResult[]> => {
    const open = async () => new FakeCheckWire(responder(), think, mutant);
    const results: CheckResult[] = [];
    for await (const event of runChecks(all, open, { jobs: 8, level: 'beyond', now: () => 0 })) {
      if (event.kind === 'checked') results.push(event.result);
    }
    return results;
  };

  const told = (results: readonly CheckResult[]): string[] =>
    results.map(({ id, verdict, failure }) =>
      failure ? `${id}: ${failure.expected} | ${failure.instead}` : `${id}: ${verdict}`,
    );

  const byId = new Map(all.map((check) => [check.id, check]));
  const standsOn = (check: Check, id: string): boolean =>
    check.needs.some((need) => need === id || standsOn(byId.get(need)!, id));

  it('is a protocol of ours, with checks that are sound', () => {
    expect(protocols.has(protocol)).toBe(true);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    all.forEach((check, at) => {
      expect(check.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const need of [...check.needs, ...(check.explainedBy ?? [])]) {
        const before = all.findIndex(({ id }) => id === need);
        expect(before, `${check.id} needs ${need}`).toBeGreaterThanOrEqual(0);
        expect(before, `${check.id} stands after ${need}`).toBeLessThan(at);
        const rank = (level: Check['level']) => CheckLevel.options.indexOf(level);
        expect(rank(all[before]!.level), `${need} binds as much as ${check.id}`).toBeLessThanOrEqual(
          rank(check.level),
        );
      }
    });
  });

  it('passes what it asks', async () => {
    const results = await resultsOf();
    expect(told(results.filter(({ verdict }) => verdict !== 'pass'))).toEqual([]);
    expect(results.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('has a mutant for every check', () => {
    expect([...new Set(mutants.map(({ breaks }) => breaks))].sort()).toEqual([...byId.keys()].sort());
  });

  it.each(mutants.map((mutant, at) => [mutant.breaks, at, mutant] as const))(
    'notices an engine that breaks %s (%i), and blames nothing else',
    async (breaks, _at, mutant) => {
      const results = await resultsOf(mutant);
      const wrong = results.filter(({ id, verdict }) => {
        const due = id === breaks ? 'fail' : standsOn(byId.get(id)!, breaks) ? 'not run' : 'pass';
        return verdict !== due;
      });
      expect(told(wrong)).toEqual([]);
    },
  );

  it.each(programs.map((program) => [program.does, program] as const))(
    'blames a program that %s for that alone',
    async (_does, program) => {
      const { fails, lacks = [] } = program;
      const results = await resultsOf(program);
      /** Whether it may count as not run, itself or by what it needs. */
      const isExplained = ({ explainedBy = [], needs }: Check): boolean =>
        explainedBy.some((by) => fails.includes(by)) || needs.some((need) => isExplained(byId.get(need)!));
      const touchedBy = (check: Check, ids: readonly string[]) => ids.some((id) => standsOn(check, id));
      const wrong = results.filter(({ id, verdict }) => {
        const check = byId.get(id)!;
        if (fails.includes(id)) return verdict !== 'fail';
        if (touchedBy(check, fails)) return verdict !== 'not run';
        if (lacks.includes(id) || touchedBy(check, lacks)) return verdict !== 'not offered';
        return verdict !== 'pass' && !(verdict === 'not run' && isExplained(check));
      });
      expect(told(wrong)).toEqual([]);
    },
  );
});
