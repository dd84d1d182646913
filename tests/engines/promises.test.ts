/** Whether each sentence of docs/sandbox.md has the tests that promises.ts names, without exception. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sentencesIn } from '../support/markdown.ts';
import { promises } from './promises.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

it('every sentence of docs/sandbox.md has its tests, in its order', () => {
  const sentences = sentencesIn(read('docs/sandbox.md'));
  const beginnings = promises.map(([beginning]) => beginning);
  const named = sentences.map((sentence) => beginnings.find((one) => sentence.startsWith(one)) ?? sentence);
  expect(named).toEqual(beginnings);
});

it.each(promises.filter(([, tests]) => tests !== null))('%s … has tests that there are', (_, tests) => {
  for (const [file, title] of tests!) {
    // In a call that names a test or a group of tests.
    const titles = read(file).match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1(?=,|\)\()/g) ?? [];
    const found = titles.some((quoted) => quoted.slice(1, -1).replaceAll('\\', '').startsWith(title));
    expect(found, `${file}: ${title}`).toBe(true);
  }
});
