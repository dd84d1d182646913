/** What a line that went out means: one of ours, typed by hand or read from a transcript. */
import { parseCells43, formatCells43, connect4 } from '../../games/connect4/index.ts';
import { BadNotation } from '../../games/game.ts';
import type { DriverEvent } from '../protocol.ts';
import { missing, type Step } from './agenda.ts';
import { readGui, type GuiMessage } from './messages.ts';
import { quote } from './words.ts';
import { optionKey } from './options.ts';
import { drop, type Conversation } from './searches.ts';
import { readDigits } from './states.ts';

const START = formatCells43(connect4.initial());

/** Follows a line out. `step` is our own proposal that this line is, null for anybody else's. */
export function tell(
  talk: Conversation,
  line: string,
  step: Step | null,
  now: number,
  out: DriverEvent[],
): void {
  const { message } = readGui(line);
  if (message !== null && message.kind !== 'unreadable') {
    if (step) follow(talk, message, step, now, out);
    else judge(talk, message, now, out);
    return;
  }
  const reason = message ? `${message.command}: ${message.fault}` : `${quote(line)} holds no command of CFP`;
  out.push({ kind: 'misuse', text: `${reason}; an engine ignores it.` });
}

/** A line of ours: its step knows more than its words. */
function follow(talk: Conversation, message: GuiMessage, step: Step, now: number, out: DriverEvent[]): void {
  const { wire, agenda } = talk;
  switch (message.kind) {
    case 'setoption':
      agenda.settle = true;
      wire.touch();
      if (step.option) wire.set(step.option.key, step.option.value);
      if (step.press !== undefined) agenda.presses.delete(step.press);
      return;
    case 'cfpnewgame':
      wire.newGame(step.gameKey ?? null);
      return;
    case 'position':
      wire.touch();
      wire.position = message.position;
      wire.exchange.about(() => readDigits(message.position));
      if (agenda.current) agenda.current.told = true;
      return;
    case 'isready':
      if (step.ping) agenda.ping = false;
      wire.asked(now, step.ping === true);
      return;
    case 'go':
      if (!step.go) return;
      if (wire.thinking) {
        // Somebody's typed go was faster and the engine ignores ours, which may have been given up by now.
        if (step.go.ending) drop(talk, 'stopped before it began', out);
        return;
      }
      if (agenda.current) agenda.current.notBefore = null;
      wire.think({
        owner: step.go.owner,
        doubtful: false,
        since: now,
        until: step.go.milliseconds === null ? null : now + step.go.milliseconds,
        stoppedAt: null,
        stopSent: null,
        cause: null,
        ending: step.go.ending,
        suspect: null,
        lastSign: now,
      });
      wire.pass('go', out);
      return;
    case 'stop':
      agenda.halt = false;
      wire.touch();
      if (!wire.thinking || wire.thinking.stoppedAt !== null) return;
      wire.thinking.stoppedAt = now;
      wire.thinking.stopSent = wire.exchange.sent;
      wire.exchange.ask('stop');
      wire.thinking.cause = step.cause ?? 'wish';
      wire.pass('stop', out);
      return;
    default:
      plain(talk, message, now, out);
  }
}

/** `cfp`, `debug` and `quit` mean the same whoever says them. */
function plain(
  { wire, agenda }: Conversation,
  message: GuiMessage & { kind: 'cfp' | 'debug' | 'quit' },
  now: number,
  out: DriverEvent[],
): void {
  if (message.kind === 'debug') wire.debug = message.on;
  else if (message.kind === 'cfp') {
    wire.cfpAt = now;
    wire.cfpSent = wire.exchange.sent;
    wire.exchange.ask('handshake');
    wire.pass('cfp', out);
  } else {
    wire.pass('quit', out);
    for (const task of [agenda.current, agenda.next]) {
      if (task) out.push({ kind: 'failed', search: task.search.id, reason: 'the engine was told to quit' });
    }
    agenda.current = null;
    agenda.next = null;
  }
}

/** A line of somebody else's: obeyed like our own, and judged by the text. */
function judge(talk: Conversation, message: GuiMessage, now: number, out: DriverEvent[]): void {
  const { wire, agenda } = talk;
  const misuse = (text: string): void => {
    out.push({ kind: 'misuse', text });
  };
  const open = wire.state !== 'new' && wire.state !== 'handshake';
  if (wire.state === 'new' && message.kind !== 'cfp' && message.kind !== 'quit') {
    misuse(`${message.kind} before cfp: cfp is the first command of all.`);
  }
  switch (message.kind) {
    case 'cfp':
      if (wire.state === 'new') plain(talk, { kind: 'cfp' }, now, out);
      else misuse('cfp is sent once, as the first command.');
      return;
    case 'debug':
      agenda.debug = null;
      plain(talk, { kind: 'debug', on: message.on }, now, out);
      return;
    case 'quit':
      plain(talk, { kind: 'quit' }, now, out);
      return;
    case 'isready':
      wire.asked(now, false);
      return;
    case 'setoption': {
      if (wire.thinking) misuse('setoption in mid-search: it is only sent while the engine waits.');
      const key = optionKey(message.name);
      if (open && !wire.options.has(key)) misuse(`${missing(message.name, wire)}.`);
      wire.touch();
      if (message.value !== null) wire.set(key, message.value);
      // Whoever types a value means it: our own wish for this option is over.
      agenda.values.delete(key);
      return;
    }
    case 'cfpnewgame':
      wire.newGame(null);
      return;
    case 'position': {
      wire.touch();
      const position = readPosition(message.position);
      if ('fault' in position) {
        misuse(`position: ${position.fault}`);
        return;
      }
      // Which of the two positions an engine has that is told another one in mid-search, nobody knows.
      if (position.text !== wire.position) wire.gameKey = null;
      wire.position = wire.thinking ? null : position.text;
      wire.exchange.about(() => readDigits(position.text));
      return;
    }
    case 'go':
      judgeGo(talk, now, misuse, out);
      return;
    case 'stop':
      if (!wire.thinking || wire.thinking.stoppedAt !== null) {
        misuse('stop while the engine is not thinking; an engine ignores it.');
        wire.touch();
        return;
      }
      wire.thinking.ending = true;
      follow(talk, message, { line: 'stop', cause: 'wish' }, now, out);
  }
}

function judgeGo(
  { wire }: Conversation,
  now: number,
  misuse: (text: string) => void,
  out: DriverEvent[],
): void {
  if (wire.thinking) {
    misuse('go while the engine is thinking; an engine ignores it.');
    return;
  }
  if (wire.state !== 'idle' && wire.state !== 'preparing') {
    misuse('go before cfpok.');
    return;
  }
  const doubtful = wire.position === null;
  if (doubtful) misuse('go without a position: position comes before every go.');
  wire.think({
    owner: null,
    doubtful,
    since: now,
    until: null,
    stoppedAt: null,
    stopSent: null,
    cause: null,
    ending: false,
    suspect: null,
    lastSign: now,
  });
  wire.pass('go', out);
}

function readPosition(text: string): { readonly text: string } | { readonly fault: string } {
  if (text === 'startpos') return { text: START };
  try {
    return { text: formatCells43(parseCells43(text)) };
  } catch (error) {
    if (error instanceof BadNotation) return { fault: error.message };
    throw error;
  }
}
