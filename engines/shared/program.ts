/**
 * Connects a bundled engine: lines from stdin to a responder, its lines to stdout, its searches to a thinker. Input is
 * read at all times, since nothing is computed here.
 */
import type { Readable, Writable } from 'node:stream';
import type { Responder, ResponderEvent } from '../../app/protocols/responder.ts';
import { fitLine } from '../../app/protocols/text.ts';
import { LineReader } from './lines.ts';
import { createThreadThinker, type Thinker } from './worker.ts';
import { BadArgument } from './settings.ts';

export interface EngineParts {
  readonly responder: Responder;
  readonly thinker: Thinker;
}

export interface Program {
  readonly input: Readable;
  readonly output: Writable;
  /** For messages outside the protocol. */
  readonly errors: Writable;
  /** The responder and thinker of an engine with a single protocol, in which it sends the first line. */
  readonly partner?: EngineParts;
  /** The responder and thinker of the protocol that this first line belongs to; null if it belongs to none. */
  recognise(line: string): EngineParts | null;
  /** Printed if the first line belongs to no protocol. */
  readonly greeting: string;
  exit(code: number): void;
}

/**
 * In milliseconds after the end of input: how long searches may continue, so that input piped by hand gets its answer
 * while a host that closed the pipe does not wait; and when to exit even without an answer.
 */
const cutAfterEnd = 200;
const graceAfterEnd = 2000;

/** Runs until the responder says `exit`, the input ends or the output is closed. */
export function runProgram(program: Program): void {
  const { input, output, errors } = program;
  let partner: EngineParts | null = program.partner ?? null;
  let over = false;
  let ended = false;
  let busy = false;
  let awake = false;
  /** Searches are cut short from now on. */
  let cut = false;
  const searching = new Set<number>();
  const agenda: ResponderEvent[] = [];

  const leave = (): void => {
    if (over) return;
    over = true;
    program.exit(0);
  };

  const perform = (event: ResponderEvent, { responder, thinker }: EngineParts): Promise<void> | undefined => {
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

  /** Performs events in order: those after a `prepare` wait for it. */
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
      // Only after the first answer was written.
      const { thinker } = partner;
      setImmediate(() => thinker.wake());
    }
  });

  // An engine that reports its start can be asked and stopped at once, so the thinker must be up.
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
  // The parent has exited or closed the pipe.
  output.on('error', leave);
  errors.on('error', () => undefined);
}

/** Reads the process's arguments and runs with them; if they are invalid, prints why and exits with code 2. */
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
 * @param file the program's own, which also runs in the thread
 * @param data the thread's initial data
 * @param optionFault why an option's value is refused, or null
 */
export const thinkInThread = (
  file: string,
  data: unknown,
  optionFault: (name: string, value: string) => string | null,
): Thinker =>
  createThreadThinker(file, data, optionFault, (error) => {
    process.stderr.write(`the search has failed: ${error.stack ?? error.message}\n`, () => process.exit(1));
  });
