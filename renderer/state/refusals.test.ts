import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { HostGone } from '../host/client.ts';
import { refusalOf } from './refusals.ts';

describe('refusalOf', () => {
  it('gives the words and the advice of a refusal as they are: they may begin with a name', () => {
    const error = new ORPCError('REFUSED', {
      defined: true,
      message: 'my.journal is not a journal.',
      data: { advice: 'Choose another file.' },
    });
    expect(refusalOf(error)).toEqual({
      text: 'my.journal is not a journal.',
      advice: 'Choose another file.',
    });
  });

  it('names what the schema found', () => {
    const error = new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'not an id' }] } });
    expect(refusalOf(error)?.advice).toBe('Not an id.');
  });

  it('says plainly that the host is gone, and nothing of what was cancelled', () => {
    expect(refusalOf(new HostGone())).toEqual({
      text: 'The host disconnected.',
      advice: 'Nothing was changed. What you typed is only in this tab.',
    });
    expect(refusalOf(new DOMException('', 'AbortError'))).toBeNull();
  });
});
