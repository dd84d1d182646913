/** Defects of protocols, sessions and their endings. */
import type { Defect } from './defect.ts';

const states = (id: string) =>
  ({ file: `app/protocols/${id}/states.ts`, by: `app/protocols/${id}/states.test.ts` }) as const;
const lines = { file: 'app/sessions/wire/lines.ts', by: 'app/sessions/wire/lines.test.ts' } as const;

export const conversations: readonly Defect[] = [
  {
    ...states('cfp'),
    name: 'cfp: a bestmove in stopping leaves the state',
    find: "stopping: { bestmove: 'idle', quit",
    replace: 'stopping: { quit',
  },
  {
    ...states('cfsi'),
    name: 'cfsi: quit leaves a search thinking',
    find: "quit: 'stopping', stop: 'quitting' },",
    replace: "stop: 'quitting' },",
  },
  {
    ...states('qtp'),
    by: 'app/protocols/states.test.ts',
    name: 'qtp: a search that is resumed stays abandoned',
    find: "stopping: { resumed: 'thinking', answer",
    replace: 'stopping: { answer',
  },
  {
    ...states('nmm'),
    name: 'nmm: init counts before ready',
    find: "new: { ready: 'handshake', go",
    replace: "new: { ready: 'idle', go",
  },
  {
    ...states('gos'),
    name: 'gos: a match goes on after its winner',
    find: "idle: { request: 'thinking', winner: 'quitting' },",
    replace: "idle: { request: 'thinking' },",
  },
  {
    name: 'cfsi: a static score that looks like a four is decisive',
    file: 'app/protocols/cfsi/values.ts',
    find: 'const NUDGE = 1 - 1e-7;',
    replace: 'const NUDGE = 1;',
    by: 'app/protocols/cfsi/scores.test.ts',
  },
  {
    name: 'states: a conversation never leaves its first state',
    file: 'app/protocols/conversation.ts',
    find: '    this.#state = next;\n',
    replace: '',
    by: 'app/protocols/suite.test.ts',
  },
  {
    ...lines,
    name: 'lines: a limit halves a character',
    find: 'return length > 1 && start - 1 + length > end ? start - 1 : end;',
    replace: 'return end;',
  },
  {
    ...lines,
    name: 'lines: what was dropped is not counted',
    find: '    this.#dropped += end - start - kept;\n',
    replace: '',
  },
  {
    ...lines,
    name: 'lines: the carriage return belongs to the line',
    find: 'charCodeAt(text.length - 1) === 13 ?',
    replace: 'charCodeAt(text.length - 1) === 14 ?',
  },
  {
    name: 'ladder: KILL is never sent',
    file: 'app/sessions/ending/ladder.ts',
    find: "        return this.#actions.signal('SIGKILL');",
    replace: '        return;',
    by: 'app/sessions/ending/ladder.test.ts',
  },
  {
    name: 'ladder: an engine may take a minute to quit',
    file: 'app/sessions/ending/ladder.ts',
    find: 'Math.min(Math.max(0, quitMilliseconds), most)',
    replace: 'Math.max(0, quitMilliseconds)',
    by: 'app/sessions/ending/ladder.test.ts',
  },
  {
    name: 'restarts: the window of time never slides',
    file: 'app/sessions/watch/restarts.ts',
    find: 'now - at < restartPolicy.seconds * 1000',
    replace: 'at <= now',
    by: 'app/sessions/watch/restarts.test.ts',
  },
  {
    name: 'judge: an illegal move is played',
    file: 'app/play/judge.ts',
    find: 'const reached = line.game.play(line.position, answer.move);',
    replace: 'const reached = line.position;',
    by: 'app/play/judge.test.ts',
  },
  {
    name: 'replay against: an answer that is new is missing',
    file: 'app/replay/against.ts',
    find: "live === null ? 'unanswered' : 'new'",
    replace: "live === null ? 'unanswered' : 'missing'",
    by: 'app/replay/against.test.ts',
  },
  {
    name: 'reliability: an engine that closes its output is waited for',
    file: 'app/sessions/ending/departure.ts',
    find: 'export const closedPipeMilliseconds = 1000;',
    replace: 'export const closedPipeMilliseconds = 60_000;',
    by: 'tests/engines/reliability.process.test.ts',
  },
  {
    name: 'flood: lines that are of use count',
    file: 'app/sessions/watch/flood.ts',
    find: '    if (answers.has(kind) || searchStates.has(state)) this.#clear();\n',
    replace: '',
    by: 'app/sessions/watch/flood.test.ts',
  },
  {
    name: 'watchdog: children of children are not counted',
    file: 'app/sessions/watch/watchdog.ts',
    find: '    next.push(...(byParent.get(parent.pid) ?? []).filter((each) => isChild(each, parent)));\n',
    replace: '',
    by: 'app/sessions/watch/watchdog.test.ts',
  },
];
