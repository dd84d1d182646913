/**
 * Runs a recording against a live engine: sends the recorded lines again and compares the answers. A line is sent only
 * after the answers that preceded it in the recording have come again, so the order of the conversation holds at any
 * speed. A search that was stopped has as long again, since its answer depends on that. With recorded pacing, the recorded
 * delay after the previous line is kept too. What the recorded engine did not answer is given as much time as it had
 * before the engine is told to quit.
 */
import type { CheckWire } from '../protocols/conformance.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { copyOf } from '../protocols/text.ts';
import { AnswerBlocks, type AnsweredRequest, type AnswerBlock } from './blocks.ts';
import type { RecordedEntry } from './recording.ts';
import type { AgainstSummary, Compared, Pace, Requirement } from '../shapes/recordings.ts';

export type AgainstEvent = Compared | AgainstSummary;

/** Whether a run keeps to what is required. An engine that exits without being told to never does. */
export function holds(
  { differs, missing, unanswered, illegal, ending, ...summary }: AgainstSummary,
  required: Requirement,
): boolean {
  const deviations = required === 'same' ? differs + summary.new : illegal;
  return deviations + missing + unanswered === 0 && ending === null;
}

/** The time to wait for an answer, in milliseconds: at least this, and at least this multiple of the recorded time. */
export const patience = { least: 10_000, times: 3 } as const;

/**
 * In milliseconds: the time to wait for lines that follow an answer in the recording, such as the same answer again. An
 * engine sends them together; read after the next request they would count as its answer. Also the time in which an
 * engine that fails at the last line exits.
 */
const afterword = 250;

/** Characters of a request that are quoted. */
const shownOfRequest = 80;

interface SentAgain {
  /** Its line in the recording, and a few characters of it. */
  readonly line: number;
  readonly asked: string;
  /** When it was sent in the recording, and again, in ms. */
  readonly then: number;
  readonly sentAt: number;
  /** The line that answered it in the recording. */
  answeredBy: number | null;
  recorded: AnswerBlock | null;
  live: AnswerBlock | null;
  /** The wait for its answer is over, or the engine has exited. */
  over: boolean;
  /** The recording went on, with a later answer or a line that tells the engine to quit, before its answer was due. */
  waived: boolean;
}

/** A wire that also gives stderr. */
export interface RerunWire extends CheckWire {
  /** Lines of stderr since the last call. */
  complaints(): readonly string[];
}

export interface RerunOptions {
  readonly pace: Pace;
  /** Of the protocol, as `createDriver` takes them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Does not close the wire, even if the loop is left early; the caller does. */
export async function* runAgainst(
  pieces: AsyncIterable<readonly RecordedEntry[]>,
  wire: RerunWire,
  protocol: Protocol,
  options: RerunOptions,
): AsyncGenerator<AgainstEvent> {
  const rerun = new Rerun(wire, protocol, options);
  for await (const entries of pieces) {
    for (const entry of entries) {
      if (entry.direction === 'sent') {
        await rerun.send(entry);
        yield* rerun.settled(false);
      } else if (entry.direction === 'heard') rerun.recall(entry);
      else if (entry.direction === 'stderr') rerun.recallComplaint(entry);
    }
  }
  await rerun.finish();
  yield* rerun.settled(true);
  yield rerun.summary();
}

class Rerun {
  readonly #wire: RerunWire;
  readonly #protocol: Protocol;
  readonly #pace: Pace;
  /** Both sides send the same lines, so line numbers agree. */
  readonly #recorded: AnswerBlocks;
  readonly #live: AnswerBlocks;
  readonly #requests = new Map<number, SentAgain>();
  readonly #counts = { same: 0, differs: 0, missing: 0, new: 0, unanswered: 0 };
  #illegal = 0;
  /** Lines received after the last answer. */
  readonly #behind = { recorded: 0, live: 0 };
  #asked = 0;
  /** When the last line was sent, in ms: in the recording, and now. */
  #last: { readonly then: number; readonly now: number } | null = null;
  /** Whether the engine has exited, and how, if it was not told to. */
  #isOver = false;
  #ending: string | null = null;

  constructor(wire: RerunWire, protocol: Protocol, { pace, settings }: RerunOptions) {
    this.#wire = wire;
    this.#protocol = protocol;
    this.#pace = pace;
    this.#recorded = new AnswerBlocks(protocol, settings);
    this.#live = new AnswerBlocks(protocol, settings);
  }

  /** Sends a recorded line when it is due. */
  async send({ line, seconds, text }: RecordedEntry): Promise<void> {
    const at = seconds * 1000;
    if (this.#recorded.sent < 0 && this.#recorded.heard > 0) {
      await this.#read(() => this.#live.heard > 0, this.#wire.now + patience.least);
    }
    for (const request of this.#requests.values()) {
      if (request.answeredBy !== null) await this.#await(request);
    }
    if (this.#behind.live < this.#behind.recorded) {
      await this.#read(() => this.#behind.live >= this.#behind.recorded, this.#wire.now + afterword);
    }
    this.#behind.recorded = this.#behind.live = 0;
    if (this.#protocol.shutdown.lines.includes(text)) await this.#grant(at);
    // Delays are relative to the previous line, so that a search gets its time however late it began.
    if (this.#pace === 'recorded' && this.#last !== null) {
      await this.#read(() => false, this.#last.now + at - this.#last.then);
    }
    const { asks, stops, answers } = this.#recorded.goesOut(text, at);
    this.#remember(answers, line, at);
    if (stops) await this.#letThink(at);
    if (!this.#isOver) this.#wire.send(text);
    const { now } = this.#wire;
    this.#last = { then: at, now };
    this.#note(this.#live.goesOut(text, now).answers);
    if (!asks) return;
    this.#asked++;
    const asked = copyOf(text, shownOfRequest);
    this.#requests.set(this.#recorded.sent, {
      ...{ line, asked, then: at, sentAt: now, answeredBy: null, recorded: null, live: null },
      ...{ over: false, waived: false },
    });
  }

  /** Feeds a line received in the recording. */
  recall({ line, seconds, text, end }: RecordedEntry): void {
    // The rest of the output has the time of its last byte, but was read later.
    const at = Math.max(seconds * 1000, end === 'none' ? (this.#last?.then ?? 0) : 0);
    const answers = this.#recorded.comesIn(text, at, end === 'none');
    this.#behind.recorded = answers.length > 0 || this.#isAsked ? 0 : this.#behind.recorded + 1;
    this.#remember(answers, line, at);
  }

  recallComplaint({ seconds, text }: RecordedEntry): void {
    this.#recorded.complains(text, seconds * 1000);
  }

  /** Waits for answers that may still come, including those the recording does not have. */
  async finish(): Promise<void> {
    const last = this.#last?.then ?? 0;
    for (const { request, block } of this.#recorded.outputEnded(last)) {
      const open = this.#requests.get(request);
      if (open) Object.assign(open, { recorded: block, answeredBy: open.line });
    }
    for (const request of this.#requests.values()) await this.#await(request);
    if (this.#protocol.shutdown.lines.length > 0 && !this.#live.isQuitting) {
      await this.#read(() => false, this.#wire.now + afterword);
    }
    this.#note(this.#live.outputEnded(this.#wire.now));
  }

  /** Completed comparisons, in the order of the requests; `all` if nothing more comes. */
  *settled(all: boolean): Generator<Compared> {
    for (const [number, request] of this.#requests) {
      const isComplete = request.recorded !== null && (request.live !== null || request.over);
      if (!isComplete && !all) return;
      this.#requests.delete(number);
      const compared = compare(request);
      if (compared === null) {
        this.#asked--;
        continue;
      }
      this.#counts[compared.verdict]++;
      if (compared.fault !== null) this.#illegal++;
      yield compared;
    }
  }

  summary(): AgainstSummary {
    const { kind, requests } = { kind: 'summary', requests: this.#asked } as const;
    return { kind, requests, ...this.#counts, illegal: this.#illegal, ending: this.#ending };
  }

  /** While a recorded request is open, other output belongs to it. */
  get #isAsked(): boolean {
    for (const { answeredBy } of this.#requests.values()) if (answeredBy === null) return true;
    return false;
  }

  /** Before the engine is told to quit: waits for what the recorded engine left open as long as was waited then. */
  async #grant(at: number): Promise<void> {
    for (const [number, request] of this.#requests) {
      if (request.answeredBy !== null) continue;
      request.waived = !this.#recorded.isOverdue(at, number);
      const granted = Math.min(at - request.then, patience.least);
      await this.#read(() => request.live !== null, request.sentAt + granted);
    }
  }

  /** Before the engine is told to stop: an engine that was stopped sooner would answer from a search that it never ended. */
  async #letThink(at: number): Promise<void> {
    for (const request of this.#requests.values()) {
      if (request.answeredBy !== null) continue;
      await this.#read(() => request.live !== null, request.sentAt + at - request.then);
    }
  }

  async #await(request: SentAgain): Promise<void> {
    if (request.live !== null || request.over) return;
    if (request.recorded?.joins) {
      // Its answer comes with that of the previous request.
      request.over = true;
      return;
    }
    const allowed = Math.max(patience.least, patience.times * (request.recorded?.milliseconds ?? 0));
    await this.#read(() => request.live !== null, request.sentAt + allowed);
    request.over = request.live === null;
  }

  /** Reads from the engine until the condition holds, the deadline has passed, or the engine has exited. */
  async #read(isSo: () => boolean, deadline: number): Promise<void> {
    while (!this.#isOver && !isSo()) {
      const left = deadline - this.#wire.now;
      if (left <= 0) return;
      const heard = await this.#wire.next(left);
      for (const text of this.#wire.complaints()) this.#live.complains(text, this.#wire.now);
      if (heard.kind === 'line') {
        const answers = this.#live.comesIn(heard.text, this.#wire.now, this.#wire.isUnended);
        this.#behind.live = answers.length > 0 ? 0 : this.#behind.live + 1;
        this.#note(answers);
      } else if (heard.kind === 'ended') {
        this.#isOver = true;
        if (this.#live.isQuitting) return;
        this.#ending = heard.signal === null ? `exit code ${heard.exitCode}` : `ended by ${heard.signal}`;
      } else return;
    }
  }

  #remember(answers: readonly AnsweredRequest[], line: number, at: number): void {
    for (const { request: number, block } of answers) {
      const request = this.#requests.get(number);
      if (!request) continue;
      request.recorded = block;
      request.answeredBy = line;
    }
    const last = Math.max(...answers.map(({ request }) => request));
    for (const [number, request] of this.#requests) {
      if (number < last && request.recorded === null) request.waived = !this.#recorded.isOverdue(at, number);
    }
  }

  #note(answers: readonly AnsweredRequest[]): void {
    for (const { request: number, block } of answers) {
      const request = this.#requests.get(number);
      if (request) request.live = block;
    }
  }
}

/** Null if the request has no answer of its own on either side, and none was due. */
function compare({ line, asked, answeredBy, waived, ...answers }: SentAgain): Compared | null {
  const own = (block: AnswerBlock | null): AnswerBlock | null => (block?.joins ? null : block);
  const recorded = own(answers.recorded);
  const live = own(answers.live);
  const isOpen = answers.recorded === null && answers.live === null;
  if (recorded === null && live === null && (!isOpen || waived)) return null;
  return {
    kind: 'answer',
    request: line,
    line: answeredBy,
    asked,
    verdict: verdictOf(recorded, live),
    recorded: recorded?.lines ?? [],
    live: live?.lines ?? [],
    took: { recorded: tookOf(recorded), live: tookOf(live) },
    fault: live?.fault ?? null,
  };
}

function verdictOf(recorded: AnswerBlock | null, live: AnswerBlock | null): Compared['verdict'] {
  if (recorded === null) return live === null ? 'unanswered' : 'new';
  if (live === null) return 'missing';
  return isSame(recorded, live) ? 'same' : 'differs';
}

const tookOf = (block: AnswerBlock | null): number | null =>
  block && Math.round(block.milliseconds * 1000) / 1000;

const isSame = (one: AnswerBlock, other: AnswerBlock): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);
