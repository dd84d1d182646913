/** Lines with their points as an engine reads them, where a person or its answers have shown that it needs names. */
import { NAMES } from '../../../games/morris/index.ts';
import { readSetting } from '../../settings.ts';

const POINTS = /\b\d{1,2}\b/g;

/** @param settings the protocol's, by id, as a driver is told them */
export function inDialect(line: string, settings: Readonly<Record<string, string>>): string {
  const named = (id: string): boolean => readSetting(settings[id] ?? '').value === 'name';
  if (/^\s*move\s/.test(line) && named('moves')) return line.replace(/\d{1,2}/g, nameOf);
  if (/^\s*newgame\s/.test(line) && named('positions')) {
    return line.replace(/[wb]:[\d,]*/g, (men) => men.replace(POINTS, nameOf));
  }
  return line;
}

const nameOf = (point: string): string => NAMES[Number(point)] ?? point;
