import { describe, expect, it } from 'vitest';
import { cfp } from '../../protocols/cfp/index.ts';
import { cfsi } from '../../protocols/cfsi/index.ts';
import { LastLines } from '../../protocols/conversation.ts';
import { nmm } from '../../protocols/nmm/index.ts';
import { qtp } from '../../protocols/qtp/index.ts';
import type { FaultWord } from '../../protocols/protocol.ts';
import { bytesInWords } from './confined-words.ts';
import { describeEnding, isOfTalk, type Cause } from './endings.ts';
import { quoted, type Remains } from './remains.ts';

const remains: Remains = {
  exitCode: 1,
  signal: null,
  lastHeard: 'readyok',
  cut: 0,
  unfinished: '',
  late: '',
  stderrTail: [],
  rung: 'by itself',
};

const own = { file: '/e', command: 'cd / && /e', platform: 'linux' } as const;

const reasonOf = (cause: Cause, changes: Partial<Remains> = {}): string =>
  describeEnding(cause, { ...remains, ...changes }).reason;

const flood = { lines: 100_001, bytes: 200_002, seconds: 0.7142, searching: false };

describe('describeEnding', () => {
  it.each<[Cause, string]>([
    [{ kind: 'launch', finding: { kind: 'folder', file: '/e' } }, 'unstartable'],
    [{ kind: 'spawn', file: '/e', code: 'ENOEXEC' }, 'unstartable'],
    [{ kind: 'spawn', file: '/e', code: 'EMFILE' }, 'void'],
    [{ kind: 'driver', ending: 'malformed', reason: 'nonsense' }, 'malformed'],
    [{ kind: 'driver', ending: 'handshake', reason: 'nonsense' }, 'handshake'],
    [{ kind: 'exited', opened: false, opening: '`cfpok`', ...own }, 'handshake'],
    [{ kind: 'exited', opened: true, opening: '`cfpok`', ...own }, 'crashed'],
    [{ kind: 'sandbox', lack: { kind: 'missing' } }, 'unstartable'],
    [{ kind: 'passed', passed: { kind: 'processes', count: 70, limit: 64 } }, 'limit'],
    [{ kind: 'passed', passed: { kind: 'memory', bytes: 9, limit: 8, processes: 1 } }, 'limit'],
    [{ kind: 'stdout closed', opened: false, opening: '`cfpok`' }, 'handshake'],
    [{ kind: 'stdin closed', opened: false, opening: '`cfpok`' }, 'handshake'],
    [{ kind: 'stdout closed', opened: true, opening: '`cfpok`' }, 'stalled'],
    [{ kind: 'stdin closed', opened: true, opening: '`cfpok`' }, 'stalled'],
    [{ kind: 'unread', bytes: 5 }, 'stalled'],
    [{ kind: 'quota', bytes: 5 }, 'limit'],
    [{ kind: 'flood', flood, opened: true, opening: '`cfpok`' }, 'limit'],
    [{ kind: 'journal', message: 'ENOSPC' }, 'void'],
    [{ kind: 'broken', message: 'a bug' }, 'void'],
    [{ kind: 'quit', asked: true }, 'quit'],
    [{ kind: 'quit', asked: false }, 'quit'],
  ])('%j ends as %s', (cause, word) => {
    const ending = describeEnding(cause, remains);
    const { unfinished: _, late: __, cut: ___, ...facts } = remains;
    expect(ending).toMatchObject({ ...facts, word });
    expect(ending.reason).not.toBe('');
    expect(ending.advice === '').toBe(word === 'quit');
  });

  it('names the answer that was awaited and the last word on stderr', () => {
    const cause: Cause = { kind: 'exited', opened: false, opening: '`cfpok`', ...own };
    expect(reasonOf(cause, { stderrTail: ['Traceback', 'no such book', ' '] })).toBe(
      'exited with code 1 before `cfpok`; last line on stderr: `no such book`',
    );
    expect(reasonOf(cause, { lastHeard: null })).toBe(
      'exited with code 1 before `cfpok`; it printed nothing',
    );
    expect(reasonOf(cause, { exitCode: null, signal: 'SIGSEGV' })).toBe(
      'was killed by SIGSEGV before `cfpok`; last line heard: `readyok`',
    );
  });

  it.each([
    [cfp.id, cfp, 'exited with code 0 before `cfpok`'],
    [cfsi.id, cfsi, 'exited with code 0 before `started`'],
    [nmm.id, nmm, 'exited with code 0 before `ready`'],
    // By then it has answered both, and the end of the list is not certain yet.
    [qtp.id, qtp, 'exited with code 0 before the opening by `name` and `list_commands` was over'],
  ])('names what was awaited in %s', (_, protocol, words) => {
    const cause: Cause = { kind: 'exited', opened: false, opening: protocol.opening!, ...own };
    expect(reasonOf(cause, { exitCode: 0, lastHeard: '= name' })).toBe(
      `${words}; last line heard: \`= name\``,
    );
  });

  it('says when an engine flooded its output, and with how much', () => {
    const told = (opened: boolean, searching: boolean): string =>
      reasonOf({ kind: 'flood', flood: { ...flood, searching }, opened, opening: '`cfpok`' });
    const much = '100001 lines (195 KiB) in 0.71 s without a usable answer';
    expect(told(false, false)).toBe(`flooded its output before \`cfpok\`: ${much}`);
    expect(told(true, false)).toBe(`flooded its output while it had no request: ${much}`);
    expect(told(true, true)).toBe(`flooded its output in a search: ${much}`);
  });

  it('quotes the line that an engine has begun and not ended, and says what to do', () => {
    const cause: Cause = { kind: 'driver', ending: 'time', reason: 'no move within 5 s' };
    const told = (changes: Partial<Remains>) => describeEnding(cause, { ...remains, ...changes });
    const begun = { unfinished: 'bestmove 3' };
    expect(told(begun).reason).toBe('no move within 5 s; it printed `bestmove 3` without a line end');
    expect(told({ ...begun, stderrTail: ['done'] }).reason).toBe(
      'no move within 5 s; it printed `bestmove 3` without a line end; last line on stderr: `done`',
    );
    expect(told(begun).advice).toMatch(/end each line with a line feed, and flush/);
    expect(told({}).advice).not.toMatch(/flush/);
    expect(told(begun)).not.toHaveProperty('unfinished');
    const late = { lastHeard: null, late: 'cfpok' };
    expect(told(late).reason).toBe('no move within 5 s; told to leave, it printed `cfpok`');
    expect(told(late).advice).toBe(told(begun).advice);
    expect(told(late)).not.toHaveProperty('late');
  });

  it('does not blame the sandbox for a line without an end', () => {
    const silent: Cause = { kind: 'driver', ending: 'handshake', reason: 'no line was heard' };
    const adviceOf = (unfinished: string) =>
      describeEnding(silent, { ...remains, unfinished }, null, { hidden: null }).advice;
    expect(adviceOf('')).toContain('sandbox');
    expect(adviceOf('cfpok')).not.toContain('sandbox');
  });

  it('does not repeat what a driver has quoted', () => {
    const cause = { kind: 'driver', ending: 'malformed', reason: '`readyok` is not a column' } as const;
    expect(reasonOf(cause)).toBe('`readyok` is not a column');
    const usage = `usage: engine "FILE" [options] ${'x'.repeat(90)}`;
    const heard = new LastLines();
    for (const line of ['hello', 'readyok', usage]) {
      heard.add(line);
      const reason = `no "started" within 5 s; ${heard.words}`;
      const changes = { lastHeard: line };
      expect(reasonOf({ kind: 'driver', ending: 'handshake', reason }, changes)).toBe(reason);
    }
  });

  it.each([
    ['best move P0', '; last line heard: `best move P0`, which does not begin with the word `bestmove`'],
    ['BestMove P0', '; last line heard: `BestMove P0`'],
    ['bestmove P0', '; last line heard: `bestmove P0`'],
    ['info depth 3', '; last line heard: `info depth 3`'],
  ])('names the word that was awaited where %s resembles it', (lastHeard, words) => {
    const reason = 'no bestmove within 60 s of stop';
    expect(reasonOf({ kind: 'driver', ending: 'stalled', reason }, { lastHeard })).toBe(reason + words);
  });

  it('does not repeat what stood in the place of an answer', () => {
    const reason = 'a play was not answered within 5 s after quit, but the engine said "out of memory"';
    const changes = { lastHeard: 'out of memory' };
    expect(reasonOf({ kind: 'driver', ending: 'stalled', reason }, changes)).toBe(reason);
  });

  it('quotes the last line even if it is the one that was waited for', () => {
    const told = (reason: string) => reasonOf({ kind: 'driver', ending: 'stalled', reason });
    for (const reason of ['no "readyok" within 5 s', 'no answer to "readyok" within 5 s']) {
      expect(told(reason)).toBe(`${reason}; last line heard: \`readyok\``);
    }
    const other = 'no "ready" within 5 s; the last lines heard: "readyok or not", "uciok…"';
    expect(reasonOf({ kind: 'driver', ending: 'handshake', reason: other }, { lastHeard: 'x' })).toBe(
      `${other}; last line heard: \`x\``,
    );
  });

  it('does not repeat the last line with blanks, a mark or a cut in it', () => {
    const told = (reason: string, lastHeard: string, ending: FaultWord = 'malformed'): string =>
      reasonOf({ kind: 'driver', ending, reason }, { lastHeard });
    const stray = 'no move within 3 s, but "resign": it is not a JSON object';
    expect(told(stray, ' resign ')).toBe(stray);
    expect(told(stray, 'resigned')).toBe(`${stray}; last line heard: \`resigned\``);
    // Such a mark counts as a blank where blanks are cut off.
    const marked = 'no answer to name; the last lines heard: "\ufeff= Engine"';
    expect(told(marked, '\ufeff= Engine', 'handshake')).toBe(marked);
    const long = 'x'.repeat(100);
    const cut = `no answer to name; the last lines heard: "hi", "${long.slice(0, 60)}…"`;
    expect(told(cut, long, 'handshake')).toBe(cut);
    // The engine has echoed the question.
    const echoed = 'no answer to "genmove black" within 60 s';
    expect(told(echoed, 'genmove black', 'stalled')).toBe(`${echoed}; last line heard: \`genmove black\``);
  });

  it('says how much of an overlong line is read', () => {
    const cause: Cause = { kind: 'driver', ending: 'malformed', reason: 'a string has no end' };
    const long = { lastHeard: '{"Log":"xx', cut: 1000 };
    expect(reasonOf(cause, long)).toBe(
      'a string has no end; last line heard: `{"Log":"xx`; that line has 66536 bytes, of which 65536 are read',
    );
  });
});

describe('what else may be behind an engine that left', () => {
  const adviceOf = (cause: Partial<Extract<Cause, { kind: 'exited' }>>, changes: Partial<Remains> = {}) =>
    describeEnding(
      { kind: 'exited', opened: false, opening: '`cfpok`', ...own, ...cause },
      { ...remains, ...changes },
    ).advice;

  it('is the sandbox', () => {
    const told = (cause: Cause, hidden: string | null, exitCode: number | null = 1): string =>
      describeEnding(cause, { ...remains, exitCode }, null, { hidden }).advice;
    const left: Cause = { kind: 'exited', opened: false, opening: '`cfpok`', ...own };
    const without = 'run the engine without the sandbox: switch it off in its settings.';
    expect(told(left, null)).toContain(`The engine ran in the sandbox, without network`);
    expect(told(left, null, 127)).toContain('which may hide a program that it starts');
    expect(told(left, '/home/ada/bot.jar')).toContain(
      'which hides /home/ada/bot.jar: choose a working folder',
    );
    const silent: Cause = { kind: 'driver', ending: 'handshake', reason: 'it was silent' };
    for (const cause of [
      left,
      silent,
      { kind: 'stdout closed', opened: true, opening: '' },
    ] satisfies Cause[]) {
      expect(told(cause, null)).toMatch(new RegExp(`${without.replaceAll('.', '\\.')}$`));
    }
    expect(told({ kind: 'quit', asked: true }, null)).not.toMatch(/sandbox/);
    expect(told({ kind: 'driver', ending: 'malformed', reason: 'x' }, null)).not.toMatch(/sandbox/);
    expect(adviceOf({})).not.toMatch(/sandbox/);
    // A bot without a handshake never answers by its time, and another one answers too late.
    const timed = (lastHeard: string | null): string =>
      describeEnding(
        { kind: 'driver', ending: 'time', reason: 'x' },
        { ...remains, lastHeard },
        ...([null, { hidden: null }] as const),
      ).advice;
    expect(timed(null)).toMatch(/without the sandbox/);
    expect(timed('x')).not.toMatch(/sandbox/);
    const ending = describeEnding(left, remains, null, { hidden: null });
    expect(ending.sandbox).toMatch(/^The engine ran in the sandbox, .*\.$/);
    expect(ending.advice).toMatch(new RegExp(` ${ending.sandbox!.slice(0, 30)}`));
    expect(describeEnding(left, remains)).not.toHaveProperty('sandbox');
    const flagged = { hidden: null, flag: '--no-sandbox' };
    expect(describeEnding(silent, remains, null, flagged).advice).toMatch(
      /: use --no-sandbox, or remove a registered engine and add it with --no-sandbox\.$/,
    );
    const lacking = (flag: object) =>
      describeEnding({ kind: 'sandbox', lack: { kind: 'missing' }, ...flag }, remains).advice;
    expect(lacking({})).toMatch(/, or if you trust it, .*: switch it off in its settings\.$/);
    expect(lacking({ flag: '--no-sandbox' })).toMatch(/: use --no-sandbox, /);
    expect(lacking({ flag: '--no-sandbox' })).not.toContain('settings');
  });

  it('is not the sandbox where the code itself failed, or where the engine has answered and lacks nothing', () => {
    const told = (cause: Cause, changes: Partial<Remains>, answered = false, hidden: string | null = null) =>
      describeEnding(cause, { ...remains, ...changes }, null, { hidden }, answered);
    const left: Cause = { kind: 'exited', opened: true, opening: '`cfpok`', ...own };
    const silent: Cause = { kind: 'driver', ending: 'stalled', reason: 'no bestmove within 60 s of stop' };
    const python = (error: string) => ({ stderrTail: ['Traceback (most recent call last):', error] });
    for (const opened of [true, false])
      expect(told({ ...left, opened }, python('ZeroDivisionError: division by zero'))).not.toHaveProperty(
        'sandbox',
      );
    expect(told(silent, {}, true).advice).not.toMatch(/sandbox/);
    expect(told(left, { exitCode: null, signal: 'SIGSEGV' }, true).advice).not.toMatch(/sandbox/);
    // What it lacks may be hidden there, whatever it has done before.
    const lacks = python("PermissionError: [Errno 13] Permission denied: 'x.log'");
    expect(told(left, lacks, true).sandbox).toMatch(/^The engine ran in the sandbox, without network/);
    expect(told(left, python("ModuleNotFoundError: No module named 'numpy'")).sandbox).toBeDefined();
    expect(told(left, { exitCode: 127 }, true).sandbox).toMatch(/may hide a program/);
    expect(told(left, python('ValueError: x'), true, '/home/ada/book').sandbox).toMatch(/hides/);
    expect(told(left, {}).sandbox).toBeDefined();
  });

  it('is told by stderr where it names an error at the start', () => {
    const stderrTail = ['  File "bot.py", line 3', 'IndentationError: unexpected indent'];
    expect(adviceOf({}, { stderrTail })).toBe(
      'Its error is on stderr: run `cd / && /e` by hand to see all of it.',
    );
    expect(adviceOf({}, { stderrTail: ['usage: bot [options]'] })).toMatch(/speaks this protocol/);
  });

  it('is macOS, which kills what is not signed', () => {
    const killed = { exitCode: null, signal: 'SIGKILL' };
    expect(adviceOf({ platform: 'darwin' }, killed)).toMatch(/`xattr -d com\.apple\.quarantine \/e`/);
    expect(adviceOf({ platform: 'darwin' })).not.toMatch(/macOS/);
    expect(adviceOf({ platform: 'linux' }, killed)).not.toMatch(/macOS/);
    expect(adviceOf({ platform: 'darwin', opened: true }, killed)).not.toMatch(/macOS/);
  });
});

describe('the conversation may be the cause', () => {
  const left: Cause = { kind: 'exited', opened: true, opening: '`cfpok`', ...own };
  it.each<[what: string, expected: boolean, changes: Partial<Remains>, hidden?: string]>([
    ['that the bot died of what it read', true, { stderrTail: ['ParseError: "White" is no number'] }],
    ['that it died of it after an answer, whatever it lacks', true, { lastHeard: '{}', exitCode: 127 }, '/b'],
    ['not that its class is missing', false, { stderrTail: ['Error: Could not find or load main class A'] }],
    ['not that its jar is missing', false, { stderrTail: ['Error: Unable to access jarfile a.jar'] }],
    [
      ...(['not that its script is missing', false] as const),
      { stderrTail: ["python3: can't open file '/b.py': [Errno 2] No such file or directory"] },
    ],
    ['not that its module is missing', false, { stderrTail: ["Error: Cannot find module '/b.js'", ' at x'] }],
    ['not that its program is missing', false, { exitCode: 127 }],
    ['not that the sandbox hides a file', false, { stderrTail: ['no /b/book.bin'] }, '/b/book.bin'],
  ])('%s', (_, expected, changes, hidden) => {
    const ending = describeEnding(left, { ...remains, lastHeard: null, ...changes });
    expect(isOfTalk(ending, hidden === undefined ? null : { hidden })).toBe(expected);
  });

  it('not that a limit was exceeded', () => {
    expect(isOfTalk(describeEnding({ kind: 'quota', bytes: 5 }, remains), null)).toBe(false);
  });
});

describe('limits in words', () => {
  it.each([
    [5, '5 bytes'],
    [1024, '1 KiB'],
    [200 * 1024 ** 2, '200 MiB'],
    [1023 * 1024 ** 2, '1023 MiB'],
    [4.256 * 1024 ** 3, '4.26 GiB'],
    [3 * 1024 ** 5, '3072 TiB'],
  ])('%s is %s', (bytes, words) => expect(bytesInWords(bytes)).toBe(words));

  it('say whose they are', () => {
    const passed = { kind: 'memory', bytes: 2 ** 31, limit: 2 ** 30, processes: 2 } as const;
    expect(reasonOf({ kind: 'passed', passed })).toBe(
      "the engine's 2 processes use 2 GiB of memory; the limit is 1 GiB",
    );
  });
});

describe('quoted', () => {
  it('shows what a terminal would obey', () => {
    expect(quoted('a\x1b[2J\x7f\u202eb\u0085')).toBe('`a\u241b[2J\u2421<U+202E>b<U+0085>`');
  });

  it('shortens', () => expect(quoted('x'.repeat(1000))).toBe(`\`${'x'.repeat(200)}…\``));
});
