import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checks } from '../../app/protocols/checks.ts';
import { sentencesOf } from '../../app/protocols/testing/fixtures.ts';
import { documentOf } from './document.ts';

const file = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

describe.each([...checks])('%s', async (protocol, all) => {
  const sentences = await sentencesOf(protocol);
  const ids = new Set(all.map(({ id }) => id));

  it('names only checks that there are, for each sentence one or a reason', () => {
    for (const { text, checks: by, unseen } of sentences) {
      expect(
        [...by].filter((id) => !ids.has(id)),
        text,
      ).toEqual([]);
      expect(by.length > 0 || unseen !== '', text).toBe(true);
    }
  });

  it('has a sentence of the text for every check that is not beyond it', () => {
    const named = new Set(sentences.flatMap(({ checks: by }) => by));
    expect(all.filter(({ id, level }) => level !== 'beyond' && !named.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
  });
});

it('is what docs/conformance.md says', async () => {
  await expect(await documentOf()).toMatchFileSnapshot(file);
});
