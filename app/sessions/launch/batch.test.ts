import { describe, expect, it } from 'vitest';
import { batchCommand, isBatchFile, unsafeForBatch } from './batch.ts';

const lineOf = (file: string, ...args: string[]): string =>
  batchCommand(file, args, 'C:\\Windows').args.join(' ');

describe('a batch file', () => {
  it.each([
    ['C:\\e\\bot.bat', true],
    ['C:\\e\\Bot.CMD', true],
    ['C:\\e\\bot.exe', false],
    ['C:\\e\\bat', false],
    ['C:\\e.bat\\bot', false],
  ])('%s: %s', (path, is) => expect(isBatchFile(path)).toBe(is));

  it.each<[string, string[], string]>([
    ['no argument', [], '""C:\\e\\bot.bat""'],
    ['a plain one', ['-x'], '""C:\\e\\bot.bat" "-x""'],
    ['an empty one', [''], '""C:\\e\\bot.bat" """'],
    ['blanks', ['two words'], '""C:\\e\\bot.bat" "two words""'],
    ['what would begin a second command', ['a & calc.exe'], '""C:\\e\\bot.bat" "a & calc.exe""'],
    ['a pipe, a file, an escape', ['a|b>c<d^e'], '""C:\\e\\bot.bat" "a|b>c<d^e""'],
    ['what delayed expansion would take', ['!PATH!'], '""C:\\e\\bot.bat" "!PATH!""'],
    ['brackets and signs', ['(a);b=c,d'], '""C:\\e\\bot.bat" "(a);b=c,d""'],
    ['a backslash at the end', ['C:\\books\\'], '""C:\\e\\bot.bat" "C:\\books\\\\""'],
    ['a backslash elsewhere', ['C:\\books\\a'], '""C:\\e\\bot.bat" "C:\\books\\a""'],
    ['letters of any script', ['ünï-棋'], '""C:\\e\\bot.bat" "ünï-棋""'],
  ])('is handed %s', (_, args, line) => {
    expect(lineOf('C:\\e\\bot.bat', ...args)).toBe(`/d /v:off /s /c ${line}`);
  });

  it('is run by the cmd.exe of the system, whatever PATH or ComSpec say', () => {
    expect(batchCommand('C:\\e\\bot.bat', [], 'D:\\Win').command).toBe('D:\\Win\\System32\\cmd.exe');
  });

  it.each([
    ['a variable', '%PATH%'],
    ['a lone per cent sign', '50%'],
    ['a quote', 'say "hi"'],
    ['a quote that ends the quoting', '" & calc.exe'],
    ['a line feed', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['a NUL', 'a\0b'],
  ])('is never handed %s', (_, word) => {
    expect(unsafeForBatch('C:\\e\\bot.bat', ['-x', word])).toBe(word);
    expect(unsafeForBatch(`C:\\${word}\\bot.bat`, [])).toBe(`C:\\${word}\\bot.bat`);
  });

  it('is handed everything else', () => {
    expect(unsafeForBatch('C:\\Program Files (x86)\\bot.bat', ['&|<>^!()', ''])).toBeNull();
  });
});
