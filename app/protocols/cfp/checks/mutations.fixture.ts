/** Ways to break a CFP engine. */
import { connect4, parseCells43 } from '../../../games/connect4/index.ts';
import type { Responder, ResponderEvent } from '../../responder.ts';
import { hearing, say, isBestmove, watching, type Seen } from '../../testing/mutants.ts';

type Events = readonly ResponderEvent[];

/** What passes, with the position that is in force. */
export function placed(
  engine: Responder,
  alter: (events: Events, seen: Seen & { readonly position: string }) => Events,
): Responder {
  let position = '';
  return watching(engine, (events, seen) => {
    if (seen.line?.startsWith('position ')) position = seen.line.slice('position '.length);
    return alter(events, { ...seen, position });
  });
}

/** Ends at such a line that comes while it thinks. */
export const dyingThinkingAt =
  (pattern: RegExp) =>
  (engine: Responder): Responder =>
    watching(engine, (events, { line, thinking }) =>
      line !== null && thinking && pattern.test(line) ? [{ kind: 'exit' }] : events,
    );

/** Never answers a search whose `go` passes the test. */
export const muteAfter =
  (test: (position: string, go: string) => boolean) =>
  (engine: Responder): Responder => {
    let mute = false;
    return placed(engine, (events, { line, position }) => {
      if (line?.startsWith('go')) mute = test(position, line);
      return mute ? events.filter((event) => !isBestmove(event)) : events;
    });
  };

/** Answers with this column in positions that pass the test. */
export const playing =
  (test: (position: string) => boolean, column: number) =>
  (engine: Responder): Responder =>
    placed(engine, (events, { position }) =>
      events.map((event) => (isBestmove(event) && test(position) ? say(`bestmove ${column}`) : event)),
    );

export const positions = (rewrite: (cells: string) => string) => (engine: Responder) =>
  hearing(engine, (line) => {
    const cells = /^position ([012]{42})([12])$/.exec(line);
    return [cells ? `position ${rewrite(cells[1]!)}${cells[2]!}` : line];
  });

export const rowsOf = (cells: string): string[] => cells.match(/.{7}/g)!;
export const isOver = (position: string): boolean =>
  /^[012]{43}$/.test(position) && connect4.result(parseCells43(position)) !== null;
export const tiles = (position: string): number => position.slice(0, 42).replaceAll('0', '').length;
