/** The scripts are run by a real shell. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { openRecording, type Recording } from './recording.ts';
import { printing, scriptOf, type ScriptFacts } from './rewritten.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-script-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lines that a shell or a terminal would act on. */
const nasty = [
  "'; touch owned; echo '",
  '$(touch owned) `touch owned` ${IFS}',
  '"; touch owned; "',
  "\\'; touch owned #",
  '| touch owned',
  '} | touch owned; {',
  '%s %n %d \\n \\033[2J \\c',
  '-n -e --help',
  'a\tb  two  blanks ',
  '\x1b[201~touch owned\r',
  '\0\x07\x7f\x9b',
  'ok\u202eenod\u2066 zero\u200bwidth \u2028 end',
  'Größe 你好 🙂',
  '!! !$ ~ * ? [a-z]',
  '',
  '#',
  'EOF',
] as const;

const recorded = (lines: readonly string[], facts: Recording['facts']): Recording => ({
  form: 'journal',
  protocol: 'cfp',
  facts,
  masked: false,
  journal: null,
  async *entries() {
    yield lines.map((text, index) => ({
      line: index + 1,
      seconds: index / 1e6,
      direction: 'sent' as const,
      text,
      typed: false,
      cut: 0,
    }));
  },
});

async function written(recording: Recording, more?: ScriptFacts): Promise<string> {
  let text = '';
  for await (const piece of scriptOf(recording, more)) text += piece;
  return text;
}

describe('a session as a script', () => {
  it.each([
    [true, true],
    [false, false],
    [null, false],
  ])('says that it runs without the sandbox an engine that ran in it: %s', async (sandbox, isSaid) => {
    const text = await written(recorded([], { command: 'cat', args: [], sandbox }));
    expect(text.includes('outside, with all of your rights')).toBe(isSaid);
  });

  it('prints each line unchanged, special characters included', async () => {
    const text = await written(recorded(nasty, { command: 'cat', args: [], cwd: folder }));
    // No control or invisible characters.
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    writeFileSync(join(folder, 's.sh'), text);
    const { stdout } = await run('sh', [join(folder, 's.sh')], { cwd: folder, encoding: 'buffer' });
    expect(stdout.toString()).toBe(nasty.map((line) => `${line}\n`).join(''));
    expect(readdirSync(folder)).toEqual(['s.sh']);
  });

  it('runs a command and arguments of any name, in a folder of any name', long, async () => {
    for (const word of nasty.filter((each) => !each.includes('\0') && each !== '')) {
      const text = await written(
        recorded([], {
          command: process.execPath,
          args: ['-p', 'JSON.stringify(process.argv[1])', '--', word],
          cwd: folder,
        }),
      );
      const { stdout } = await run('sh', ['-c', text], { cwd: folder });
      expect(JSON.parse(stdout)).toBe(word);
    }
    const text = await written(recorded([], { command: 'cat', args: [], cwd: "/no'; touch owned; '" }));
    await expect(run('sh', ['-c', text], { cwd: folder })).rejects.toMatchObject({
      code: expect.any(Number) as number,
    });
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  it('names variables and has none of their values', async () => {
    const hostile = 'X\ntouch owned\n';
    const text = await written(
      recorded(['a'], { command: 'cat', args: [], cwd: folder, startedAt: '2026\ntouch owned' }),
      { variables: ['TOKEN', hostile], own: { OWN: "1'; touch owned; '" } },
    );
    expect(text).toContain('TOKEN');
    await run('sh', ['-c', text], { cwd: folder });
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  it('takes the command as its words where the recording names none, and keeps the pauses', async () => {
    const path = join(folder, 'r.txt');
    writeFileSync(path, '  0.000 --> one\n  0.001 <-- 1\n  0.250 --> two\n  0.400 <-- 2\n');
    const text = await written(await openRecording(path));
    expect(text.match(/^pause .*$/gm)).toEqual(['pause 0.250', 'pause 0.150']);
    writeFileSync(join(folder, 's.sh'), text);
    const { stdout } = await run('sh', [join(folder, 's.sh'), 'cat'], { cwd: folder });
    expect(stdout).toBe('one\ntwo\n');
    await expect(run('sh', [join(folder, 's.sh')])).rejects.toMatchObject({ code: 2 });
  });

  it('writes plain lines plainly', () => {
    expect(printing("it's go")).toBe(String.raw`printf '%s\n' 'it'\''s go'`);
  });
});
