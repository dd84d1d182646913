import { it } from 'vitest';
import { long } from '../support/long.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

it("takes a game from another program's match log, and gives it back so", long, async () => {
  const desk = await (await stage()).open();
  await desk.page.evaluate(() => navigator.clipboard.writeText('D1E1F3F4PASSI4I5'));
  await desk.press('Control+v');
  await eventually(() => desk.moves()).toEqual(['D1E1', 'F4F5', 'pass', 'I8I9']);
  await eventually(() => desk.messages.textContent()).toContain(
    'The pasted game is on the board: Game of Stones.',
  );
  await desk.press('Control+c');
  await eventually(() => desk.clipboard()).toBe('D1E1 F4F5 pass I8I9');
  await desk.command("Copy the moves as the original viewer's match log");
  await eventually(() => desk.clipboard()).toBe('D1E1F3F4PASSI4I5');

  // With the button; a game from another start cannot be written as a log.
  await desk.press('Control+c');
  await eventually(() => desk.clipboard()).toBe('D1E1 F4F5 pass I8I9');
  const button = desk.moveList.getByRole('button', { name: "original viewer's match log" });
  await button.click();
  await eventually(() => desk.clipboard()).toBe('D1E1F3F4PASSI4I5');
  await desk.press('Control+Shift+c');
  await eventually(() => desk.clipboard()).toMatch(/^\[\[.* white any$/);
  await desk.press('Control+v');
  await eventually(() => desk.moves()).toEqual([]);
  await eventually(() => button.isDisabled()).toBe(true);
});
