/** A driver whose engine is played by the test. */
import { quoridor } from '../../games/quoridor/index.ts';
import type { Game } from '../../games/game.ts';
import { makeLine, type Line } from '../../games/line.ts';
import { defaultDeadlines, type DriverEvent, type Intent, type Search } from '../protocol.ts';
import { DriverProbe } from '../testing/driver-probe.ts';
import { commandNames } from './commands.ts';
import { QtpDriver } from './driver.ts';
import type { WallForm } from './messages.ts';

/** @param setup a position's text, or the size and the walls of a new game */
export function lineOf(
  moves = '',
  setup: string | { size: number; walls: number } = { size: 9, walls: 10 },
): Line {
  const start = typeof setup === 'string' ? quoridor.parsePosition(setup) : quoridor.initial(setup);
  return makeLine(quoridor as Game, 'g', start, quoridor.parseMoves(start, moves));
}

export const searchOf = (id: number, line: Line = lineOf(), rest: Partial<Search> = {}): Intent => ({
  kind: 'search',
  search: { id, line, limit: { kind: 'none' }, purpose: 'analyse', ...rest },
});

export const newProbe = (form: WallForm | null = null): DriverProbe =>
  new DriverProbe(new QtpDriver(defaultDeadlines, form));

/** A driver with an open conversation and no events. */
export function openProbe(
  form: WallForm | null = null,
  commands: readonly string[] = commandNames,
): DriverProbe {
  const probe = newProbe(form);
  probe.request({ kind: 'start' });
  probe.hear('= Engine', '', '=', ...commands, '', '= Engine', '');
  probe.take();
  probe.sent.length = 0;
  return probe;
}

/** Answers as a plain engine would, up to a genmove. @returns all lines that went out */
export function obey(probe: DriverProbe, first: readonly string[]): string[] {
  const out = [...first];
  for (let at = 0; at < out.length; at++) {
    const command = out[at]!;
    if (command.startsWith('genmove')) continue;
    out.push(...probe.hear(command === 'name' ? '= Engine' : '=', ''));
  }
  return out;
}

export function thinkingProbe(line: Line = lineOf()): DriverProbe {
  const probe = openProbe();
  obey(probe, probe.request(searchOf(1, line)));
  probe.take();
  probe.sent.length = 0;
  return probe;
}

export const oddities = (events: readonly DriverEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []));

/** The answer to each search, with moves in the game's own words on 9 by 9. */
export const answers = (probe: DriverProbe): string[] =>
  probe.of('report').map(({ search, report: { answer } }) => {
    const move = answer.kind === 'move' ? quoridor.moveText(quoridor.initial(), answer.move as number) : null;
    return `${search}: ${move ?? answer.text}`;
  });
