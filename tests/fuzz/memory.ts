/** How much a half of a protocol keeps of what it was told, measured on the heap. */
import { makeLine } from '../../app/games/line.ts';
import { defaultDeadlines, type DriverEvent } from '../../app/protocols/protocol.ts';
import { heapInUse } from '../support/heap.ts';
import { corpusOf } from './bytes.ts';
import type { Half, Subject } from './fuzz.ts';

/**
 * Bytes that a half may grow by for any input: its named limits (options, open questions) plus the noise of the
 * measurement.
 */
export const MOST_GROWTH = 6 * 2 ** 20;

interface Listener {
  tell(line: string): void;
}

/** An engine prints, the user types as much, and now and then a search is requested. */
function driverListener({ protocol, sample, recordings }: Subject): Listener {
  const driver = protocol.createDriver(defaultDeadlines);
  const { ours } = corpusOf(sample, recordings);
  const { game } = sample;
  let told = 0;
  const take = (events: readonly DriverEvent[]): void => {
    for (const event of events) if (event.kind === 'send') take(driver.sent(event.line, told));
  };
  take(driver.request({ kind: 'start' }, 0));
  for (const line of sample.lines.theirs) take(driver.receive(line, 0));
  return {
    tell(line) {
      told++;
      take(driver.receive(line, told));
      const typed = ours[told % ours.length]!;
      // What ends the conversation would end the growth too.
      if (!protocol.shutdown.lines.includes(typed)) take(driver.sent(`${typed} ${line}`, told));
      if (told % 7 !== 0) return;
      const search = { id: told, limit: { kind: 'none' }, purpose: 'analyse' } as const;
      const at = makeLine(game, `game ${told}`, game.initial(), []);
      take(driver.request({ kind: 'search', search: { ...search, line: at } }, told));
    },
  };
}

/** A client that never waits for an answer, and an engine that never gives one. */
function responderListener({ sample }: Subject): Listener {
  const responder = sample.responder();
  responder.receive(sample.lines.ours[0]!);
  return { tell: (line) => void responder.receive(line) };
}

/**
 * Bytes that the heap has grown by after this many lines of this length, all different. Lines are those of the corpus
 * with ballast; those that end a session are left out.
 */
export function growth(subject: Subject, half: Half, lines: number, length: number): number {
  const { protocol, sample, recordings } = subject;
  const corpus = corpusOf(sample, recordings);
  const ending = new Set(protocol.shutdown.lines);
  const heads = (half === 'driver' ? corpus.theirs : corpus.ours).filter((line) => !ending.has(line));
  const listener = half === 'driver' ? driverListener(subject) : responderListener(subject);
  const tell = (from: number, to: number): void => {
    for (let count = from; count < to; count++) {
      const head = heads[count % heads.length]!;
      if (count % 5 === 0) listener.tell(head);
      // The ballast follows one of the words, so that it is a name, a value and a comment in turn.
      const words = head.split(' ');
      const at = count % words.length;
      words[at] += `${count % 2 === 0 ? ' ' : ''}w${count}${'z'.repeat(length)}`;
      // From bytes, as they come from a pipe: strings built in JavaScript would share their parts.
      listener.tell(Buffer.from(words.join(' ')).toString('latin1'));
    }
  };
  const warm = Math.min(heads.length, 50);
  tell(0, warm);
  const before = heapInUse();
  tell(warm, warm + lines);
  const grown = heapInUse() - before;
  // Still in use here, so that it cannot have been collected before.
  listener.tell('');
  return grown;
}
