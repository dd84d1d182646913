import { expect, it } from 'vitest';
import { haystack } from './journal-shelf.ts';
import type { JournalSummary } from '../shapes/recordings.ts';

const summary = (part: Partial<JournalSummary>): JournalSummary => ({
  journal: 'j',
  engine: 'mine',
  title: 'Mine',
  protocol: 'nmm',
  purpose: 'second player',
  sandbox: null,
  openedAt: 0,
  seconds: null,
  bytes: 0,
  ending: { kind: 'running' },
  forfeit: null,
  oddities: null,
  lines: null,
  ...part,
});

it('is looked for by the name of the side, too, which the window shows', () => {
  expect(haystack(summary({}))).toContain('black');
  expect(haystack(summary({ purpose: 'first player' }))).toContain('white');
  expect(haystack(summary({ protocol: 'cfsi' }))).toContain('player 2');
  for (const part of [
    { purpose: 'analysis' },
    { purpose: null },
    { protocol: 'unknown' },
    { protocol: null },
  ])
    expect(haystack(summary(part))).not.toContain('black');
});
