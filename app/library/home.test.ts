import { describe, expect, it } from 'vitest';
import { homeFor } from './home.ts';

type Case = [string, Record<string, string>, NodeJS.Platform, string, string];

describe('where things are kept', () => {
  it.each<Case>([
    ['XDG default', {}, 'linux', '/home/ada', '/home/ada/.local/share/plywire'],
    ['XDG_DATA_HOME', { XDG_DATA_HOME: '/data' }, 'linux', '/home/ada', '/data/plywire'],
    ['an empty XDG_DATA_HOME', { XDG_DATA_HOME: '' }, 'linux', '/home/ada', '/home/ada/.local/share/plywire'],
    [
      'a relative XDG_DATA_HOME',
      { XDG_DATA_HOME: 'data' },
      'linux',
      '/home/ada',
      '/home/ada/.local/share/plywire',
    ],
    ['FreeBSD', {}, 'freebsd', '/home/ada', '/home/ada/.local/share/plywire'],
    [
      'macOS',
      { XDG_DATA_HOME: '/data' },
      'darwin',
      '/Users/ada',
      '/Users/ada/Library/Application Support/Plywire',
    ],
    ['%APPDATA%', { APPDATA: 'D:\\Roaming' }, 'win32', 'C:\\Users\\ada', 'D:\\Roaming\\Plywire'],
    ['no %APPDATA%', {}, 'win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Plywire'],
    ['PLYWIRE_HOME', { PLYWIRE_HOME: '/tmp/p', XDG_DATA_HOME: '/data' }, 'linux', '/home/ada', '/tmp/p'],
    ['PLYWIRE_HOME on macOS', { PLYWIRE_HOME: '/tmp/p' }, 'darwin', '/Users/ada', '/tmp/p'],
  ])('%s', (_, environment, platform, userFolder, folder) => {
    const home = homeFor(environment, platform, userFolder);
    expect(home.folder).toBe(folder);
    const slash = platform === 'win32' ? '\\' : '/';
    expect(home.settings).toBe(`${folder}${slash}settings.json`);
    expect(home.engines).toBe(`${folder}${slash}engines.json`);
    expect(home.games).toBe(`${folder}${slash}games`);
    expect(home.journals).toBe(`${folder}${slash}journals`);
  });

  it('takes a relative PLYWIRE_HOME from the current folder, once and for all', () => {
    expect(homeFor({ PLYWIRE_HOME: 'mine' }, 'linux').folder).toBe(`${process.cwd()}/mine`);
  });
});
