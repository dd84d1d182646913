/** Writes a document as `npm run format` leaves it, so that those made by tests need no second pass. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'oxfmt';

const { printWidth } = JSON.parse(readFileSync(resolve('.oxfmtrc.json'), 'utf8')) as { printWidth: number };

export async function formatted(markdown: string): Promise<string> {
  const { code, errors } = await format('document.md', markdown, { printWidth });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
