import { describe, expect, it } from 'vitest';
import { formatTranscript, parseTranscript } from './recordings.ts';

const text = [
  '  0.000 --> cfp',
  '  0.012 <-- info  two blanks',
  ' 13.027 <!! warning',
  '120.500 ### EOF',
  '',
].join('\n');

describe('a transcript', () => {
  it('is read entry by entry', () => {
    expect(parseTranscript(text)).toEqual([
      { seconds: 0, mark: '-->', text: 'cfp' },
      { seconds: 0.012, mark: '<--', text: 'info  two blanks' },
      { seconds: 13.027, mark: '<!!', text: 'warning' },
      { seconds: 120.5, mark: '###', text: 'EOF' },
    ]);
  });

  it('is written as it was read', () => expect(formatTranscript(parseTranscript(text))).toBe(text));

  it('may say that an empty line was sent, where nothing is to be seen', () => {
    const sent = ['(empty line)', '(empty)', '<blank line>', '(a blank line)'];
    const entries = parseTranscript(sent.map((text) => `0.1 --> ${text}`).join('\n'));
    expect(entries.map((entry) => entry.text)).toEqual(['', '', '', '']);
    expect(parseTranscript('0.1 <-- (empty line)').map((entry) => entry.text)).toEqual(['(empty line)']);
  });

  it('may hold empty texts', () => {
    expect(parseTranscript('0.1 <--\n0.2 <-- \n').map((entry) => entry.text)).toEqual(['', '']);
  });

  it('says which line is not an entry', () => {
    expect(() => parseTranscript('0.0 --> a\n0.1 => b\n')).toThrow(
      'line 2 of the transcript is not an entry',
    );
  });
});
