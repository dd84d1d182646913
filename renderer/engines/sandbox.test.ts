import { describe, expect, it } from 'vitest';
import { limitsInWords, sandboxHint } from './sandbox.ts';

const limits = { memoryMiB: 4096, processes: 64, journalMiB: 512, scratchMiB: 1024 };

describe('what the sandbox means', () => {
  it('is said where there is one', () => {
    expect(sandboxHint(true, null, limits).text).toMatch(
      /^No network; the system and the engine folder are read-only; your home folder/,
    );
    expect(sandboxHint(false, null, limits)).toMatchObject({
      tone: 'warn',
      text: expect.stringContaining('read your files'),
    });
  });

  it('is said with the reason on a machine without one', () => {
    const lack = 'bubblewrap is not installed';
    expect(sandboxHint(false, lack, limits).text).toMatch(
      /^No sandbox available: bubblewrap is not installed\. /,
    );
    expect(sandboxHint(true, lack, limits)).toMatchObject({ tone: 'warn' });
    expect(sandboxHint(true, lack, limits).text).toMatch(/cannot start until you switch this off\.$/);
  });

  it('names the limits that hold in any case', () => {
    expect(limitsInWords(limits)).toBe(
      'Plywire ends the engine above 4 GiB of memory, 64 processes or a journal of 512 MiB.',
    );
    expect(limitsInWords({ ...limits, memoryMiB: 1536 })).toContain('1.5 GiB of memory');
  });
});
