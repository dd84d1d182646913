/** The table at the head of each `states.ts` agrees with the code. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { transitions as cfp } from './cfp/states.ts';
import { arrows as cfsi } from './cfsi/states.ts';
import { arrows as gos } from './gos/states.ts';
import { arrows as nmm } from './nmm/states.ts';
import { arrows as qtp } from './qtp/states.ts';

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads the first table of a file. */
function tableOf(source: string): Table {
  const rows = [...source.matchAll(/^ \* \|(.*)\|$/gm)]
    .map(([, row]) => row!.split('|').map((cell) => cell.trim()))
    .filter(([first]) => !first!.startsWith('-'));
  const [[, ...causes] = [], ...states] = rows;
  return Object.fromEntries(
    states.map(([state, ...cells]) => [
      state!,
      Object.fromEntries(cells.flatMap((to, at) => (to === '' ? [] : [[causes[at]!, to]]))),
    ]),
  );
}

describe('the table in words', () => {
  it.each<[string, Table]>(Object.entries({ cfp, cfsi, gos, nmm, qtp }))(
    'of %s is that in code',
    (id, arrows) => {
      const file = fileURLToPath(new URL(`${id}/states.ts`, import.meta.url));
      expect(tableOf(readFileSync(file, 'utf8'))).toEqual(arrows);
    },
  );
});
