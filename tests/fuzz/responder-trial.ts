/** One random conversation of a responder, watched by a driver, since both know what is owed. */
import { LineReader } from '../../engines/shared/lines.ts';
import { defaultDeadlines, type Driver, type Protocol } from '../../app/protocols/protocol.ts';
import type { Sample } from '../../app/protocols/testing/fixtures.ts';
import { arrive, type InputPiece } from './bytes.ts';
import { IdleEngine, type Luck } from './engine.ts';
import { demand } from './faults.ts';

export type ResponderStep =
  | { readonly kind: 'hear'; readonly piece: InputPiece }
  | { readonly kind: 'progress'; readonly luck: Luck }
  | { readonly kind: 'answer'; readonly luck: Luck };

/** In milliseconds: longer than the deadline of anything that is owed. */
const TO_REST = 60_000;
/** Answers after the last line: more than a conversation has searches. */
const MOST_ANSWERS = 10_000;

export class ResponderTrial {
  readonly #watcher: Driver;
  readonly #sample: Sample;
  readonly #engine: IdleEngine;
  readonly #reader = new LineReader((line) => this.#hear(line));
  #now = 0;

  constructor(protocol: Protocol, sample: Sample, cancelAtOnce: boolean) {
    this.#watcher = protocol.createDriver(defaultDeadlines);
    this.#sample = sample;
    const say = (line: string): void => {
      const events = this.#watcher.receive(line, this.#now);
      demand(events.length > 0, () => `our driver makes nothing of ${JSON.stringify(line.slice(0, 300))}`);
    };
    this.#engine = new IdleEngine(sample.responder(), sample, say, cancelAtOnce);
  }

  do(step: ResponderStep): void {
    switch (step.kind) {
      case 'hear':
        arrive(step.piece, (chunk) => this.#reader.write(chunk));
        break;
      case 'progress':
        this.#engine.progress(step.luck);
        break;
      case 'answer':
        this.#engine.answer(step.luck);
        break;
    }
  }

  /** Delivers everything that is owed: then nothing may be, by its own account or by our driver's. */
  rest(): void {
    this.#reader.write(Buffer.from('\n'));
    for (let count = 0; this.#engine.owes; count++) {
      demand(count < MOST_ANSWERS, () => 'a search was never answered');
      this.#engine.answer({ move: 1, score: 0 });
      for (const line of this.#sample.finish) this.#hear(line);
    }
    if (this.#engine.gone) return;
    const end = this.#now + TO_REST;
    for (let wake = this.#watcher.nextWake(); wake !== null && wake <= end; wake = this.#watcher.nextWake()) {
      this.#now = Math.max(this.#now, wake);
      for (const event of this.#watcher.tick(this.#now)) {
        demand(
          event.kind !== 'fault',
          () => `our driver still waits: ${'reason' in event ? event.reason : ''}`,
        );
      }
    }
  }

  #hear(line: string): void {
    if (this.#engine.gone) return;
    this.#now++;
    this.#watcher.sent(line, this.#now);
    this.#engine.hear(line);
  }
}
