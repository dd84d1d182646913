import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentOf } from './document.ts';

const file = fileURLToPath(new URL('../../docs/command-line.md', import.meta.url));

it('has the commands that docs/command-line.md tells of', async () => {
  await expect(await documentOf(file, readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
});
