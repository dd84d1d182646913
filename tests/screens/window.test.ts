/**
 * Screenshots of every screen, for people to look at: `npm run screens` writes them to `screens/`, by size and theme,
 * and renews the pictures of `docs/`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

const sizes = [
  [900, 700],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;
const themes = ['light', 'dark', 'contrast'] as const;

/** A game in the middle of play, by the name of its screenshots. */
const scenes = {
  connect4: { game: 'Connect Four', text: '444435536' },
  quoridor: { game: 'Quoridor', text: 'e8 e2 e7 e3 e6 e4 d6h c3h f6h' },
  morris: { game: "Nine Men's Morris", text: 'd6 f4 d2 b4 f6 b6 b2 f2 g7 a7 d7' },
  stones: { game: 'Game of Stones', text: '' },
} as const;

/** Dialogs by their keys. */
const dialogs = {
  'new-game': 'n',
  'set-up': 'e',
  picture: 'i',
  games: 'Control+g',
  keys: '?',
  palette: 'Control+k',
  settings: 'Control+,',
  sessions: 'Control+j',
  check: 'Shift+C',
  'add-engine': 'Shift+E',
} as const;

/** The pictures of the docs, by the screenshots that they are. */
const pictures: Readonly<Record<string, string>> = {
  '1280x800/light/connect4': 'plywire',
  '1280x800/light/quoridor': 'quoridor',
  '1280x800/dark/stones': 'stones',
};

async function shoot(desk: Desk, where: string): Promise<void> {
  await desk.dismissMessages();
  // A pointer that rests on a button brings its tip.
  await desk.page.mouse.move(0, 0);
  await desk.painted();
  // Until what eases in stands still.
  await desk.page.waitForTimeout(300);
  const path = join('screens', `${where}.png`);
  mkdirSync(join(path, '..'), { recursive: true });
  await desk.page.screenshot({ path });
  const picture = pictures[where];
  if (picture !== undefined) await desk.page.screenshot({ path: join('docs', `${picture}.png`) });
}

for (const [width, height] of sizes) {
  it.each(themes)(`${width} x ${height}, %s`, async (theme) => {
    const on = await stage({
      example: true,
      viewport: { width, height },
      colorScheme: theme === 'dark' ? 'dark' : 'light',
    });
    const where = (name: string): string => `${width}x${height}/${theme}/${name}`;
    const desk = await on.open();
    if (theme === 'contrast') {
      await desk.command('Use the high-contrast theme');
      await eventually(() => desk.page.locator('html').getAttribute('data-contrast')).toBe('more');
    }
    await shoot(desk, where('first-run'));
    for (const [name, { game, text }] of Object.entries(scenes)) {
      await desk.newGame({ game, ...(text !== '' && { text }) });
      await shoot(desk, where(`${name}-still`));
      await desk.press('a');
      await desk.analysing();
      await eventually(() => desk.analysis.textContent()).toMatch(/depth|thinking|nodes/);
      await desk.page.waitForTimeout(2_500);
      await shoot(desk, where(name));
      await desk.press('a');
    }
    for (const [name, key] of Object.entries(dialogs)) {
      await desk.press(key);
      await desk.dialog.first().waitFor();
      await shoot(desk, where(`dialog-${name}`));
      await desk.press('Escape');
      await desk.dialog.first().waitFor({ state: 'hidden' });
    }
    await desk.press('Control+j');
    await desk.dialog.getByRole('option').first().waitFor();
    await desk.press('Enter');
    const replay = desk.page.getByRole('region', { name: 'Replay' });
    await replay.getByRole('heading', { name: /^Line / }).waitFor();
    await shoot(desk, where('replay'));
    expect(on.problems).toEqual([]);
  });
}
