/** The page on the architecture sends readers to the headers of the files that it links. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linksIn } from './support/markdown.ts';

const page = new URL('../docs/architecture.md', import.meta.url);

it('links only scripts that begin with a header', () => {
  const scripts = linksIn(readFileSync(page, 'utf8')).filter((link) => link.endsWith('.ts'));
  expect(scripts.length).toBeGreaterThan(100);
  const bare = scripts.filter((link) => !readFileSync(new URL(link, page), 'utf8').startsWith('/**'));
  expect(bare).toEqual([]);
});
