/** CFSI engines that do what real ones do, and what of it is theirs to answer for. */
import type { Responder } from '../../responder.ts';
import { altering, say, dyingAt, mishearing, misspeaking, type Program } from '../../testing/mutants.ts';

/** Refuses plays of more plies by a debug line, and answers them by nothing else. */
export const refusing =
  (most: number) =>
  (engine: Responder): Responder => ({
    ...altering(engine, (events) => events),
    receive: (line) => {
      const depth = /^play \S+ \S+ (\d+)/.exec(line)?.[1];
      if (Number(depth ?? 0) <= most) return engine.receive(line);
      return [say('debug Command PLAY called with invalid arguments. FLOATING-POINT-OVERFLOW')];
    },
  });

/** Words for a person around every answer, and runs of blanks in some. */
const chatty = (engine: Responder): Responder =>
  altering(engine, (events, line) => [
    ...(line === 'stop' ? [say('Stopping server...')] : []),
    ...events.map((event) =>
      event.kind === 'send' ? say(event.line.replace(/ --scores/, '   --scores')) : event,
    ),
    ...(line === null ? [] : [say('Enter Cfi command')]),
  ]);

export const programs: readonly Program[] = [
  {
    does: 'keeps scores in single floats, prompts after each line and says farewell',
    wrap: (engine) => chatty(refusing(38)(engine)),
    fails: ['stop-silent', 'only-responses', 'spelling'],
  },
  { does: 'refuses deep plays', wrap: refusing(16), fails: ['deep-play'] },
  {
    does: 'plays for x whatever token it is told',
    wrap: mishearing(/^(play \S+) o /, '$1 x '),
    fails: ['token-o-four', 'takes-four-o'],
  },
  {
    does: 'tells of its fours by all but the line',
    wrap: misspeaking(/ --line \S+/, ''),
    fails: ['line-provided'],
    lacks: ['line-stands'],
  },
  { does: 'dies of a command that it does not know', wrap: dyingAt(/^joho/), fails: ['unknown-lives'] },
];
