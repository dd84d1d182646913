import { expect, it } from 'vitest';
import { Timeline } from './timeline.ts';

const nothing: ReadonlySet<never> = new Set();

it('counts every line, however long the recording, in no more bins than it has', () => {
  const timeline = new Timeline();
  for (let second = 0; second < 5000; second++) timeline.add(second, second % 2 === 0, nothing, false);
  const { width, sent, heard } = timeline.shape;
  expect(sent.length).toBeLessThanOrEqual(1024);
  expect(sent.length).toBe(heard.length);
  expect(width * sent.length).toBeGreaterThanOrEqual(4999);
  expect([...sent, ...heard].reduce((sum, count) => sum + count, 0)).toBe(5000);
});

it('keeps marks where they were when bins are joined', () => {
  const timeline = new Timeline();
  timeline.add(3, false, new Set(['oddity'] as const), false);
  timeline.add(700, true, new Set(['silence', 'illegal'] as const), true);
  timeline.add(9000, true, nothing, false);
  const { width, marked } = timeline.shape;
  expect(marked.oddity).toEqual([Math.floor(3 / width)]);
  for (const mark of ['silence', 'illegal', 'move'] as const)
    expect(marked[mark]).toEqual([Math.floor(700 / width)]);
  expect(marked.fault).toEqual([]);
});
