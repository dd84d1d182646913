import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { palette, painted, themes } from './palette.ts';

it('is that of the window, light and dark', () => {
  const tokens = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8');
  for (const [name, [light, dark]] of Object.entries(palette)) {
    const [, ...shades] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(tokens) ?? [];
    expect([name, ...shades]).toEqual([name, light, dark]);
  }
  expect(painted('dark')('bg')).toBe(palette.bg[1]);
  expect(themes).toContain(`--bg:${palette.bg[0]}`);
});
