import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { HostGone } from '../host/client.ts';
import { refusalOf } from './refusals.ts';

describe('refusalOf', () => {
  it('gives the words and the advice of a refusal as sentences', () => {
    const error = new ORPCError('REFUSED', {
      defined: true,
      message: 'column 4 is full',
      data: { advice: 'choose another column' },
    });
    expect(refusalOf(error)).toEqual({ text: 'Column 4 is full.', advice: 'Choose another column.' });
  });

  it('names what the schema found', () => {
    const error = new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'not an id' }] } });
    expect(refusalOf(error)?.advice).toBe('Not an id.');
  });

  it('says plainly that the host is gone, and nothing of what was cancelled', () => {
    expect(refusalOf(new HostGone())).toEqual({
      text: 'The host disconnected.',
      advice: 'Nothing was changed. What you typed is in this tab alone.',
    });
    expect(refusalOf(new DOMException('', 'AbortError'))).toBeNull();
  });
});
