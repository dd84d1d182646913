/** The scores behind published lines of Connect Four mean what our solver proves. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAny } from '../../app/records/forms/testing/read-any.ts';
import { allNodes } from '../../app/records/forms/played.ts';
import { makeProver } from '../../app/truth/registry.ts';

it.each(['Test_L3_R1', 'Test_L1_R1'])('in %s', (name) => {
  const file = new URL(`../data/connect4/${name}.txt`, import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, name === 'Test_L3_R1' ? 60 : 3);
  const { decision, readings } = readAny(lines.join('\n'));
  expect(decision).toMatchObject({ kind: 'one', fits: true });
  expect(readings).toHaveLength(lines.length);
  const prover = makeProver('connect4');
  for (const { whole } of readings) {
    const last = [...allNodes(whole!.root)].at(-1)!;
    const { verdict } = prover.prove(last.position, () => false);
    const [said] = last.notes!.evaluations!;
    expect(said!.score.kind).toBe(verdict.value);
    if (said!.score.kind !== 'draw') expect(said!.score).toMatchObject({ plies: verdict.plies });
  }
});
