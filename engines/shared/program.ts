/**
 * A bundled engine as a program: lines from stdin to a responder, its lines to stdout, its searches to a
 * thinker. Input is heard at all times, since nothing here computes.
 */
import type { Readable, Writable } from 'node:stream';
import type { Responder, ResponderEvent } from '../../app/protocols/responder.ts';
import { fitLine } from '../../app/protocols/text.ts';
import { LineReader } from './lines.ts';
import { createThreadThinker, type Thinker } from './worker.ts';
import { BadArgument } from './settings.ts';

export interface Partner {
  readonly responder: Responder;
  readonly thinker: Thinker;
}

export interface Program {
  readonly input: Readable;
  readonly output: Writable;
  /** For words that belong to no protocol. */
  readonly errors: Writable;
  /** Who speaks and who thinks from the start, for an engine that has one protocol, in which it speaks first. */
  readonly partner?: Partner;
  /** Who speaks and who thinks in the protocol that this line is the first of; null when it is of none. */
  recognise(line: string): Partner | null;
  /** Said when a first line is of no protocol. */
  readonly greeting: string;
  exit(code: number): void;
}

/**
 * In milliseconds after the end of input: how long searches may go on, so that what was piped in by hand gets
 * its answer, and soon enough for a host that has closed the pipe; and when to leave even without one.
 */
const cutAfterEnd = 200;
const graceAfterEnd = 2000;

/** Runs until the responder says `exit`, the input ends or nobody reads the output. */
export function runProgram(program: Program): void {
  const { input, output, errors } = program;
  let partner: Partner | null = program.partner ?? null;
  let over = false;
  let ended = false;
  let busy = false;
  let awake = false;
  /** Nobody waits for a good answer any more. */
  let cut = false;
  const searching = new Set<number>();
  const agenda: ResponderEvent[] = [];

  const leave = (): void => {
    if (over) return;
    over = true;
    program.exit(0);
  };

  const perform = (event: ResponderEvent, { responder, thinker }: Partner): Promise<void> | undefined => {
    switch (event.kind) {
      case 'send':
        output.write(`${event.line}\n`);
        return undefined;
      case 'prepare':
        return thinker.prepare();
      case 'search': {
        const { job } = event;
        searching.add(job.id);
        void thinker
          .search(job, (finding) => handle(responder.progress(job.id, finding)))
          .then((finding) => {
            searching.delete(job.id);
            handle(responder.answer(job.id, finding));
          });
        if (cut) thinker.cancel(job.id);
        return undefined;
      }
      case 'cancel':
        thinker.cancel(event.id);
        return undefined;
      case 'option': {
        const fault = thinker.option(event.name, event.value);
        if (fault !== null) errors.write(`${fault}\n`);
        return undefined;
      }
      case 'newGame':
        thinker.newGame();
        return undefined;
      case 'complain':
        errors.write(`${fitLine(event.text)}\n`);
        return undefined;
      case 'exit':
        leave();
        return undefined;
    }
  };

  /** In order, one after the other: what follows a `prepare` waits for it. */
  const handle = (events: readonly ResponderEvent[]): void => {
    agenda.push(...events);
    if (!busy) void work();
  };

  const work = async (): Promise<void> => {
    busy = true;
    for (let event = agenda.shift(); event !== undefined && !over; event = agenda.shift()) {
      const wait = perform(event, partner!);
      if (wait !== undefined) await wait;
    }
    busy = false;
    if (ended && searching.size === 0) leave();
  };

  const reader = new LineReader((line) => {
    if (over) return;
    if (partner === null) {
      if (line.trim() === '') return;
      partner = program.recognise(line);
      if (partner === null) {
        errors.write(`${program.greeting}\n`);
        return;
      }
    }
    handle(partner.responder.receive(line));
    if (!awake) {
      awake = true;
      // The first answer goes out before.
      const { thinker } = partner;
      setImmediate(() => thinker.wake());
    }
  });

  // Whoever has said that it has started can be asked and stopped at once: the thinker is up by then.
  if (partner?.responder.open) handle([{ kind: 'prepare' }, ...partner.responder.open()]);

  input.on('data', (bytes: Buffer) => reader.write(bytes));
  input.on('end', () => {
    ended = true;
    if (searching.size === 0 && !busy) leave();
    setTimeout(() => {
      cut = true;
      for (const id of searching) partner?.thinker.cancel(id);
    }, cutAfterEnd);
    setTimeout(leave, graceAfterEnd);
  });
  input.on('error', leave);
  // Whoever started us is gone, or wants to hear no more.
  output.on('error', leave);
  errors.on('error', () => undefined);
}

/** Reads the process's arguments and goes on with them; where they make no sense it says so and leaves with code 2. */
export function startWith<Settings>(
  read: (args: readonly string[]) => Settings,
  run: (settings: Settings) => void,
): void {
  let settings: Settings;
  try {
    settings = read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BadArgument)) throw error;
    process.stderr.write(`${error.message}\n`, () => process.exit(2));
    return;
  }
  run(settings);
}

/** Runs until the process ends. */
export const runHere = (program: Pick<Program, 'partner' | 'recognise' | 'greeting'>): void =>
  runProgram({
    ...program,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    exit: (code) => process.exit(code),
  });

/**
 * A thinker whose failure ends the process with code 1.
 * @param file the program's own, which is run in the thread, too
 * @param data what the thread begins with
 * @param optionFault why an option's value cannot be had, in words, or null
 */
export const thinkInThread = (
  file: string,
  data: unknown,
  optionFault: (name: string, value: string) => string | null,
): Thinker =>
  createThreadThinker(file, data, optionFault, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });
