import { expect, it, vi } from 'vitest';
import { makeProgram } from './program.ts';
import { outputFor, type Output } from './output.ts';

/** Control and invisible characters of every kind. */
const hidden = ['\u001b', '\u007f', '\u009b', '\u00ad', '\u200b', '\u202e', '\u2066', '\u2028', '\ufeff'];
const others = ['\u3164', '\u{e0041}', '\ud83d', '\u{1d173}'];
const hostile = [...hidden, ...others].map((character) => `a${character}b`);

const obeyed = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Everything written to a terminal that shows both streams. */
function written(json: boolean, work: (output: Output) => void): string {
  const parts: string[] = [];
  const stream = { write: (text: string) => parts.push(text), isTTY: true, columns: 80 };
  work(outputFor(json, { stdout: stream, stderr: stream }));
  return parts.join('');
}

it('is JSON that means the same, and of which a terminal obeys nothing', () => {
  const value = { [hostile[2]!]: hostile, nested: [{ text: hostile.join('\n') }] };
  const text = written(true, (output) => {
    output.object(value);
    output.objects([value, value]);
  });
  expect(text).not.toMatch(obeyed);
  expect(text).toContain(String.raw`a\u009bb`);
  expect(text).toContain(String.raw`a\u202eb`);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([value, value, value]);
});

it.each([
  ['a line', (output: Output) => output.line(hostile.join(''))],
  ['lines', (output: Output) => output.lines(hostile)],
  ['a piece of a text', (output: Output) => output.piece(`${hostile.join('\n')}\n`)],
  ['a remark', (output: Output) => output.remark(hostile.join(''))],
  ['a passing remark', (output: Output) => output.passing(hostile.join(''))],
])('is %s of which a terminal obeys nothing', (_, write) => {
  expect(written(false, write)).not.toMatch(obeyed);
});

it('repeats a wrong argument as harmlessly', async () => {
  let told = '';
  const program = makeProgram();
  program.configureOutput({ ...program.configureOutput(), writeErr: (text) => (told += text) });
  await expect(
    program.parseAsync(['node', 'plywire', `--\u009b2J\u202e`], { from: 'node' }),
  ).rejects.toThrow();
  expect(told).toContain('<U+009B>2J<U+202E>');
  expect(told).not.toMatch(obeyed);
});

it('moves no cursor on a terminal that cannot', () => {
  vi.stubEnv('TERM', 'dumb');
  let out = '';
  const stream = { write: (text: string) => (out += text), isTTY: true };
  const output = outputFor(false, { stdout: stream, stderr: stream });
  vi.unstubAllEnvs();
  output.footer(['standing']);
  output.passing('1 of 2');
  output.line('game');
  expect([output.hasFooter, out]).toEqual([false, 'game\n']);
});
