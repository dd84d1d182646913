import { describe, expect, it } from 'vitest';
import { downloadHost, proxySettings } from '../../build/lib/electron-settings.mjs';
import { whyNoWindow } from '../../build/lib/electron.mjs';
import { amount, complaint } from '../../build/lib/get-electron.mjs';

describe('where Electron is downloaded from', () => {
  it.each([
    [{}, 'github.com'],
    [{ ELECTRON_MIRROR: 'https://mirror.example/electron/' }, 'mirror.example'],
    [
      { ELECTRON_MIRROR: 'https://a.example/', npm_config_electron_mirror: 'https://b.example/' },
      'b.example',
    ],
    [{ ELECTRON_MIRROR: 'https://a.example/', npm_config_electron_mirror: '' }, 'a.example'],
    [{ ELECTRON_MIRROR: 'http://[::1]:8080/' }, '::1'],
    [{ ELECTRON_MIRROR: 'https://me:secret@mirror.example/' }, 'mirror.example'],
    [{ ELECTRON_MIRROR: '/srv/electron/' }, null],
    [{ ELECTRON_MIRROR: 'file:///srv/electron/' }, null],
  ])('with %j: %s', (env, host) => {
    expect(downloadHost(env)).toBe(host);
  });
});

describe('the proxy of a download', () => {
  const use = { ELECTRON_GET_USE_PROXY: '1' };

  it.each([
    [{}, null],
    [
      { npm_config_proxy: 'null', npm_config_https_proxy: 'false', HTTPS_PROXY: '', NO_PROXY: 'localhost' },
      null,
    ],
    [{ HTTPS_PROXY: 'http://p:1' }, { ...use, https_proxy: 'http://p:1' }],
    [{ http_proxy: 'http://p:1' }, { ...use, http_proxy: 'http://p:1' }],
    [
      { npm_config_proxy: 'http://p:1', npm_config_https_proxy: 'http://q:2', npm_config_noproxy: 'r' },
      { ...use, https_proxy: 'http://q:2', http_proxy: 'http://p:1', no_proxy: 'r' },
    ],
    [
      { npm_config_https_proxy: 'http://q:2', https_proxy: 'http://mine:3' },
      { ...use, https_proxy: 'http://mine:3', http_proxy: 'http://q:2' },
    ],
  ])('with %j', (env, settings) => {
    expect(proxySettings(env)).toEqual(settings);
  });
});

it('asks for a display on Linux alone', () => {
  expect(whyNoWindow({}, 'linux')).toMatch(/^there is no display /);
  expect(whyNoWindow({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBeNull();
  expect(whyNoWindow({}, 'darwin')).toBeNull();
  expect(whyNoWindow({}, 'win32')).toBeNull();
});

it('says how much has come, of how much where that is known', () => {
  expect(amount(31_000_000, 124_000_000)).toBe('31.0 of 124.0 MB (25 %)');
  expect(amount(1_234_567, null)).toBe('1.2 MB');
});

describe('what an installer complains of', () => {
  it.each([
    ['TypeError: fetch failed\n    at node:internal', 'fetch failed'],
    [
      '(node:1) ExperimentalWarning: x\nHTTPError: Response code 404 for http://a/',
      'Response code 404 for http://a/',
    ],
    ['Error [ERR_X]: It broke.\n', 'It broke'],
    ['Error: no http://me:secret@mirror.example/x\n', 'no http://mirror.example/x'],
    ['\nsh: not found\n', 'sh: not found'],
    ['', null],
  ])('%j', (output, said) => {
    expect(complaint(output)).toBe(said);
  });
});
