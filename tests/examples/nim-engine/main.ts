/** A perfect player of Nim, as a program of its own. */
import type { Finding, Job } from '../../../app/protocols/responder.ts';
import type { Game } from '../../../app/games/game.ts';
import { runProgram } from '../../../engines/shared/program.ts';
import type { Thinker } from '../../../engines/shared/worker.ts';
import { EchoResponder } from '../echo/responder.ts';
import { nim, type NimPosition } from '../nim/index.ts';

/** Leaves a multiple of four, from which every move loses. */
function best({ position }: Job): Finding {
  const { left } = position as NimPosition;
  const bestmove = left % 4 === 0 ? 1 : left % 4;
  return { bestmove, score: null, scores: [], line: [bestmove], depth: 1, nodes: 1 };
}

const thinker: Thinker = {
  // It thinks in the thread that listens: there is nothing to wake.
  wake: () => undefined,
  prepare: () => Promise.resolve(),
  search: (job) => Promise.resolve(best(job)),
  // Its only thought ends before it could be cancelled.
  cancel: () => undefined,
  option: (name) => `there is no option ${name}`,
  newGame: () => undefined,
};

runProgram({
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  recognise: (line) => (line === 'hello' ? { responder: new EchoResponder(nim as Game), thinker } : null),
  greeting: 'This engine speaks Echo: begin with "hello".',
  exit: (code) => process.exit(code),
});
