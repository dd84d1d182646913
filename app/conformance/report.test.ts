import { expect, it } from 'vitest';
import { entryLine } from './report.ts';

it('keeps the blanks of a line of the engine, and adds none to an empty one', () => {
  const line = (text: string) => entryLine({ seconds: 1, direction: 'heard', text });
  expect([line('   '), line(''), line('ok  ')]).toEqual([
    '  1.000 <--    ',
    '  1.000 <--',
    '  1.000 <-- ok  ',
  ]);
});
