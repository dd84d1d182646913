import { expect, it } from 'vitest';
import { judge, type CheckWire, type WireEvent } from '../../conformance.ts';
import { FakeCheckWire } from '../../testing/check-wire.ts';
import { deafTo } from '../../testing/mutants.ts';
import { formatGui } from '../messages.ts';
import { CfpTalk } from './cfp-talk.ts';
import { cfpChecks } from './index.ts';
import { table } from './mutants.fixture.ts';

/** An engine that offers these options and is ready for anything. */
function wireOf(options: readonly string[], values: Readonly<Record<string, string>>) {
  const sent: string[] = [];
  const said = [
    'id name x',
    'id author y',
    ...options.map((option) => `option name ${option}`),
    'cfpok',
    'readyok',
  ];
  const wire: CheckWire = {
    now: 0,
    values,
    send: (line) => void sent.push(line),
    unaskedLines: () => Promise.resolve([]),
    next: (): Promise<WireEvent> => {
      const text = said.shift();
      return Promise.resolve(text === undefined ? { kind: 'silence' } : { kind: 'line', text });
    },
    end: () => undefined,
  };
  return { wire, sent };
}

it('opens with the options as they were chosen, those that the engine offers and takes', async () => {
  const { wire, sent } = wireOf(
    ['Book File type string default ""', 'Level type spin default 3 min 1 max 5', 'Clear type button'],
    { 'Book File': '/tmp/a book', Level: '9', Clear: 'true', Gone: '1' },
  );
  await new CfpTalk(wire).open();
  expect(sent).toEqual(['cfp', 'setoption name Book File value /tmp/a book', 'isready']);
});

it('blames an engine that cannot read a time as Plywire writes it, at the most binding level', async () => {
  const decimal = /^go movetime \d+\.\d+$/;
  expect(formatGui({ kind: 'go', seconds: 5 })).toMatch(decimal);
  const failed: string[] = [];
  for (const check of cfpChecks.filter(({ level }) => level === 'must')) {
    const wire = new FakeCheckWire(table.responder(), table.think, { wrap: deafTo(decimal) });
    if ((await judge(check, wire)).kind === 'fail') failed.push(check.id);
  }
  expect(failed).toContain('movetime-decimals');
});
