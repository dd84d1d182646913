/** The list of defects must match the sources; `defects.long.test.ts` plants them. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isQuick, planted } from './defect.ts';
import { defects } from './list.ts';

describe('the planted defects', () => {
  it('are 60 at least, 40 of which the quick tests find', () => {
    expect(defects.length).toBeGreaterThanOrEqual(60);
    expect(defects.filter(isQuick).length).toBeGreaterThanOrEqual(40);
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  });

  it.each(defects.map((defect) => [defect.name, defect] as const))('%s: has a place', (_, defect) => {
    expect(planted(readFileSync(defect.file, 'utf8'), defect)).toContain(defect.replace);
    expect(['types', 'lint'].includes(defect.by) || existsSync(defect.by)).toBe(true);
  });
});
