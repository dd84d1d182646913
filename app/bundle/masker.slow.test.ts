import { describe, expect, it } from 'vitest';
import { heldLine, MaskedStream, Masker } from './masker.ts';
import { longestMatch, patternsFor, type PersonalData } from './patterns.ts';

const impersonal: PersonalData = { homes: [], plywire: [], users: [], hosts: [], environment: [] };

const alice: PersonalData = {
  homes: ['/home/alice', 'C:\\Users\\Alice B'],
  plywire: ['/home/alice/.local/share/plywire'],
  users: ['alice'],
  hosts: ['blackbox.lan', 'blackbox'],
  environment: [
    ['TOKEN', 's3cr3t-value'],
    ['NET', '/home/alice/nets/a.bin'],
    ['LEVEL', '4'],
    ['MODE', 'auto'],
    ['KEY', '-----BEGIN-----\nMIIBVgIBADANBg\n'],
  ],
};

const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');

const masked = (text: string, personal: PersonalData = alice): string =>
  new Masker(patternsFor(personal)).text(text);

describe('masks', () => {
  it.each([
    ['/home/alice', '~'],
    ['cmd: /home/alice/engine --net /home/alice/nets/a.bin', 'cmd: ~/engine --net <NET>'],
    ['-I/home/alice/include', '-I~/include'],
    ['file:///home/alice/x', 'file://~/x'],
    ['%2Fhome%2Falice%2Fx', '~%2Fx'],
    ['"\\/home\\/alice\\/x"', '"~\\/x"'],
    ['/home/alice.', '~.'],
    ['/home/alice/.local/share/plywire/journals', '<plywire>/journals'],
    ['C:\\Users\\Alice B\\engine.exe', '~\\engine.exe'],
    ['{"path":"C:\\\\Users\\\\Alice B\\\\engine.exe"}', '{"path":"~\\\\engine.exe"}'],
    ['c:/users/alice b/engine.exe', '~/engine.exe'],
  ])('the home folder in %s', (text, result) => {
    expect(masked(text)).toBe(result);
  });

  it.each([
    ['/home/alice2/x', '/home/<someone>/x'],
    ['/home/alice-old/x', '/home/<someone>/x'],
    ['/home/bob and /Users/eve/x', '/home/<someone> and /Users/<someone>/x'],
    ['C:\\Users\\John Smith\\x', 'C:\\Users\\<someone>\\x'],
    ['/home/ is empty', '/home/ is empty'],
  ])('other home folders in %s', (text, result) => {
    expect(masked(text)).toBe(result);
    expect(masked(text, impersonal)).toBe(result);
  });

  it.each([
    ['id author Alice', 'id author <user>'],
    ['malice and alices', 'malice and alices'],
    ['alice@blackbox.lan', '<user>@<host>'],
    ['TOKEN=s3cr3t-value;', 'TOKEN=<TOKEN>;'],
    ['level 4, mode auto', 'level 4, mode auto'],
    ['the key MIIBVgIBADANBg', 'the key <KEY>'],
  ])('names and values in %s', (text, result) => {
    expect(masked(text)).toBe(result);
  });

  it('counts what it masks by its kind', () => {
    const masker = new Masker(patternsFor(alice));
    masker.text('/home/alice /home/alice /home/bob alice s3cr3t-value blackbox');
    expect(masker.counts).toEqual({ home: 2, 'other home': 1, user: 1, environment: 1, host: 1 });
    expect(masker.places).toBe(6);
  });

  it('masks other encodings: UTF-16 in either order, Latin-1, and accents in two parts', () => {
    const swapped = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('latin1');
    const masker = new Masker(patternsFor({ ...alice, homes: ['/home/alice', '/home/rené'] }));
    expect(masker.latin(wide('in /home/alice/x'))).toBe(wide('in ~/x'));
    expect(masker.latin(swapped('in /home/alice/x'))).toBe(swapped('in ~/x'));
    expect(masker.latin(wide('/home/bob4/x'))).toBe(wide('/home/<someone>/x'));
    expect(masker.latin('/home/ren\xe9/x')).toBe('~/x');
    expect(masker.text('/home/rene\u0301/x')).toBe('~/x');
    expect(masker.text('/home/ren%C3%A9/x')).toBe('~/x');
  });

  it('does not take the whole disk, a system folder or an everyday word for a person', () => {
    const odd: PersonalData = {
      ...impersonal,
      homes: ['/', '', '/var', 'C:\\'],
      users: ['root', 'e4', 'user'],
      hosts: ['localhost'],
    };
    const text = '/usr/bin/root in /var/lib on localhost: bestmove e4 C:\\x';
    expect(masked(text, odd)).toBe(text);
    expect(masked('/root/x /var/root /chroot/root', { ...impersonal, homes: ['/root'] })).toBe(
      '~/x /var/root /chroot/root',
    );
  });

  it('leaves every other byte as it is', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const latin = new Masker(patternsFor(alice)).latin(`${bytes.toString('latin1')}/home/alice`);
    expect(Buffer.from(latin, 'latin1')).toEqual(Buffer.concat([bytes, Buffer.from('~')]));
  });
});

describe('a stream', () => {
  const text = 'info at /home/alice/x by alice\r\nbestmove 4\nand /home/alice';
  const whole = 'info at ~/x by <user>\r\nbestmove 4\nand ~';

  it('is masked alike wherever its chunks end', () => {
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second += 5) {
        const stream = new MaskedStream(new Masker(patternsFor(alice)));
        const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const out = parts.map((part) => stream.push(Buffer.from(part))).join('') + stream.end();
        expect(out).toBe(whole);
      }
    }
  });

  it('gives a line with the chunk that ends it', () => {
    const stream = new MaskedStream(new Masker(patternsFor(alice)));
    expect(stream.push(Buffer.from('best'))).toBe('');
    expect(stream.push(Buffer.from('move 4\nin'))).toBe('bestmove 4\n');
    expect(stream.end()).toBe('in');
  });

  it('holds back a bounded part of a line without an end, and misses no place in it', () => {
    const stream = new MaskedStream(new Masker(patternsFor(alice)));
    const word = '/home/alice/x ';
    let held = 0;
    let sent = 0;
    let seen = '';
    for (let count = 0; count < 40_000; count++) {
      seen += stream.push(Buffer.from(word));
      sent += word.length;
      const out = (seen.length / '~/x '.length) * word.length;
      held = Math.max(held, sent - out);
    }
    seen += stream.end();
    expect(seen).toBe('~/x '.repeat(40_000));
    expect(held).toBeLessThan(2 * heldLine);
  });

  it('knows what follows by what stands before it, wherever a line without an end is told in part', () => {
    const told = heldLine + 1 - longestMatch;
    for (const [path, expected] of [
      ['/home/bob/x', '/home/<someone>/x'],
      [wide('\\Users\\bob\\x'), wide('\\Users\\<someone>\\x')],
      ['malice', 'malice'],
    ] as const) {
      for (let before = told - 2 * path.length; before <= told; before++) {
        const stream = new MaskedStream(new Masker(patternsFor(alice)));
        const line = '.'.repeat(before) + path + '.'.repeat(longestMatch);
        const pieces = [line.slice(0, heldLine + 1), line.slice(heldLine + 1)];
        const seen = pieces.map((piece) => stream.push(Buffer.from(piece, 'latin1'))).join('') + stream.end();
        expect(seen).toBe(line.replace(path, expected));
      }
    }
  });
});
