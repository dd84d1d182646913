/** What must hold of everything that a half of a protocol returns. */
import type { DriverEvent } from '../../app/protocols/protocol.ts';

/** A property does not hold; the message says which. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export function demand(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Broken(what());
}

/** Control characters and what some readers take for a line end; a tab within a name is allowed. */
const UNFIT = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/;

/** A line to be written must be one line for any reader. */
export function demandFitLine(line: string): void {
  demand(!UNFIT.test(line), () => `unfit to be sent: ${JSON.stringify(line.slice(0, 300))}`);
}

/** @param mayBeBlank whether the protocol lets us send a blank line, which an engine ignores */
export function demandCommand(line: string, mayBeBlank: boolean): void {
  demand(line !== '' || mayBeBlank, () => 'a blank line is not a command');
  demandFitLine(line);
}

/** Events per line, however long: the most that a screen can bear. */
const MOST_EVENTS = 40;
/** From this length on, in characters, the output for a line is compared with it. */
const LONG_LINE = 2000;

export function demandShort(events: readonly DriverEvent[], line: string): void {
  demand(events.length <= MOST_EVENTS, () => `${events.length} events for one line`);
  if (line.length < LONG_LINE) return;
  const told = JSON.stringify(events).length;
  demand(told < 8 * line.length, () => `${told} characters told of a line of ${line.length}`);
}

const isCount = (value: unknown): boolean => value === null || (Number.isFinite(value) && Number(value) >= 0);

/** Every number of an event is finite. */
export function demandNumbers(event: DriverEvent): void {
  switch (event.kind) {
    case 'report': {
      const { score, scores, seconds, nodes, depth, staticScale } = event.report;
      demand(
        isCount(seconds) && isCount(nodes) && isCount(depth),
        () => `a report of ${JSON.stringify(event)}`,
      );
      demand(Number.isFinite(staticScale), () => `a static scale of ${staticScale}`);
      for (const one of [...(score ? [score] : []), ...(scores?.values() ?? [])]) {
        const value = one.type === 'static' ? one.value : one.plies;
        demand(Number.isFinite(value), () => `a score of ${JSON.stringify(one)}`);
      }
      break;
    }
    case 'alive':
      demand(isCount(event.milliseconds), () => `alive after ${event.milliseconds} ms`);
      break;
    case 'progress':
      demand(isCount(event.nodes), () => `a progress of ${event.nodes} nodes`);
      break;
    default:
  }
}
