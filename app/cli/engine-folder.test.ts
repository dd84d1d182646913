import { expect, it } from 'vitest';
import { exampleIn } from './engine-folder.ts';

it.each([
  ['linux', '/my/engines', '/my/engines/FILE'],
  ['linux', '/my engines/', "'/my engines/'FILE"],
  ['win32', String.raw`C:\engines`, String.raw`C:\engines\FILE`],
  ['win32', String.raw`C:\My engines`, String.raw`"C:\My engines\FILE"`],
] as const)('names a program of a folder as it is typed on %s: %s', (platform, folder, word) => {
  expect(exampleIn(folder, platform)).toBe(word);
});
