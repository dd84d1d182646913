import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Desk } from './desk.fixture.ts';
import { createCfsiResponder } from './index.ts';

const recorded = (mark: string): string[] =>
  readFileSync(new URL('../../../tests/transcripts/cfsi_cl-connect4.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row.includes(` ${mark} `))
    .map((row) => row.slice(row.indexOf(mark) + 4));

/** A recorded line with some of its characters changed, cut out or doubled. */
const mutated = (lines: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...lines),
      fc.array(
        fc.tuple(fc.nat(300), fc.constantFrom('cut', 'put', 'double'), fc.integer({ min: 0, max: 255 })),
        {
          maxLength: 4,
        },
      ),
    )
    .map(([line, changes]) =>
      changes.reduce((text, [place, change, code]) => {
        const at = place % (text.length + 1);
        const middle =
          change === 'cut'
            ? ''
            : change === 'put'
              ? String.fromCharCode(code)
              : text.slice(at, at + 9).repeat(2);
        return text.slice(0, at) + middle + text.slice(at + 1);
      }, line),
    );

describe('mutated lines', () => {
  it('never make the driver throw, and each yields an event', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ hear: mutated(recorded('<--')) }) },
      { weight: 2, arbitrary: fc.record({ type: mutated(recorded('-->')) }) },
      { weight: 1, arbitrary: fc.record({ ask: fc.constantFrom('search', 'stop', 'tick') }) },
    );
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 60 }), (isOpen, steps) => {
        const desk = isOpen ? new Desk().open() : new Desk();
        for (const one of steps) {
          if ('hear' in one) expect(desk.hear(one.hear).length).toBeGreaterThan(0);
          else if ('type' in one) desk.type(one.type);
          else if (one.ask === 'search') desk.search();
          else if (one.ask === 'stop') desk.request({ kind: 'stop' });
          else desk.at(desk.now + 100);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never make the responder throw', () => {
    fc.assert(
      fc.property(fc.array(mutated(recorded('-->')), { maxLength: 40 }), (lines) => {
        const responder = createCfsiResponder();
        responder.receive('start');
        for (const line of lines) {
          for (const event of responder.receive(line)) {
            if (event.kind === 'send') expect(event.line).not.toMatch(/[\r\n]/);
            if (event.kind !== 'search') continue;
            const { id } = event.job;
            responder.answer(id, { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 });
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('endless talk', () => {
  it('leaves no more events for one line than its faults are limited to', () => {
    const desk = new Desk().open();
    desk.search();
    const wide = `bestmove 3 ${Array.from({ length: 20_000 }, (_, index) => `--f${index}`).join(' ')}`;
    expect(desk.hear(wide).length).toBeLessThan(20);
  });

  it('leaves nothing behind', () => {
    const desk = new Desk();
    desk.request({ kind: 'start' });
    for (let count = 0; count < 5000; count++) desk.hear(`line ${count} ${'z'.repeat(1000)}`);
    const [fault] = desk.at(10_000);
    expect(fault?.kind).toBe('fault');
    if (fault?.kind === 'fault') expect(fault.reason.length).toBeLessThan(300);
  });
});
