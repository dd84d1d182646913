import { expect, it } from 'vitest';
import { openHouse } from './testing/house.ts';
import { checkLinks } from './testing/said.ts';

it('opens the very line of 200 random figures, 40 of each protocol', { timeout: 600_000 }, async () => {
  const house = await openHouse();
  try {
    const checked = await checkLinks(house, 40, Date.now());
    expect(checked).toHaveLength(200);
    for (const { line, expected, shown, received } of checked) {
      expect({ line, text: shown }).toEqual({ line: expected, text: received });
    }
  } finally {
    expect(await house.close()).toEqual([]);
  }
});
