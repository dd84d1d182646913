/** The meaning of a line that was sent: ours, typed, or from a transcript. */
import { connect4, formatCells43, parseCells43 } from '../../games/connect4/index.ts';
import { BadNotation } from '../../games/game.ts';
import { misuse } from '../conversation.ts';
import type { DriverEvent } from '../protocol.ts';
import { readGui, type GuiMessage } from './messages.ts';
import { optionKey, quote } from './options.ts';
import type { Searches } from './searches.ts';
import type { Wire } from './states.ts';
import { missingOption, type Step, type Wishes } from './wishes.ts';

const START = formatCells43(connect4.initial());

export class Outgoing {
  readonly #wire: Wire;
  readonly #wishes: Wishes;
  readonly #searches: Searches;

  constructor(wire: Wire, wishes: Wishes, searches: Searches) {
    this.#wire = wire;
    this.#wishes = wishes;
    this.#searches = searches;
  }

  /** @param step our proposal, if the line is one; otherwise null */
  sent(line: string, step: Step | null, now: number, out: DriverEvent[]): void {
    const { message } = readGui(line);
    if (message === null) out.push(misuse(`${quote(line)} holds no command of CFP; an engine ignores it`));
    else if (message.kind === 'unreadable') {
      out.push(misuse(`${message.command}: ${message.fault}; an engine ignores it`));
    } else if (step) this.#follow(message, step, now, out);
    else this.#judge(message, now, out);
  }

  /** Applies a line of ours, whose step has more information than its words. */
  #follow(message: GuiMessage, step: Step, now: number, out: DriverEvent[]): void {
    this.#wishes.sent(message, step);
    switch (message.kind) {
      case 'setoption':
        this.#wire.touch();
        if (step.option) this.#wire.set(step.option.key, step.option.value);
        return;
      case 'cfpnewgame':
        this.#wire.newGame(step.gameKey ?? null);
        return;
      case 'position':
        this.#wire.place(message.position, true);
        this.#searches.placed();
        return;
      case 'isready':
        this.#wire.asked(now, step.ping === true);
        return;
      case 'go':
        if (step.go) this.#searches.begin(step.go, now, out);
        return;
      case 'stop':
        this.#wire.stop(now, step.cause ?? 'wish', out);
        return;
      case 'cfp':
      case 'debug':
      case 'quit':
        this.#plain(message, now, out);
    }
  }

  /** Applies commands that mean the same from us and from the user. */
  #plain(message: GuiMessage & { kind: 'cfp' | 'debug' | 'quit' }, now: number, out: DriverEvent[]): void {
    if (message.kind === 'debug') this.#wire.setDebug(message.on);
    else if (message.kind === 'cfp') this.#wire.greet(now, out);
    else {
      this.#wire.pass('quit', out);
      this.#searches.quit(out);
    }
  }

  /** Applies a line that the user typed, and reports what the text forbids about it. */
  #judge(message: GuiMessage, now: number, out: DriverEvent[]): void {
    const { state, isIntroduced, options, thinking } = this.#wire;
    if (state === 'new' && message.kind !== 'cfp' && message.kind !== 'quit') {
      out.push(misuse(`${message.kind} before cfp: cfp is the first command of all`));
    }
    this.#wishes.overrule(message);
    switch (message.kind) {
      case 'cfp':
        if (state === 'new') this.#plain(message, now, out);
        else out.push(misuse('cfp is sent once, as the first command'));
        return;
      case 'debug':
      case 'quit':
        this.#plain(message, now, out);
        return;
      case 'isready':
        this.#wire.asked(now, false);
        return;
      case 'setoption': {
        const { name, value } = message;
        if (thinking) out.push(misuse('setoption in mid-search: it is only sent while the engine waits'));
        if (isIntroduced && !options.has(optionKey(name))) out.push(misuse(missingOption(name, this.#wire)));
        this.#wire.touch();
        if (value !== null) this.#wire.set(optionKey(name), value);
        return;
      }
      case 'cfpnewgame':
        this.#wire.newGame(null);
        return;
      case 'position':
        this.#judgePosition(message.position, out);
        return;
      case 'go':
        this.#judgeGo(now, out);
        return;
      case 'stop':
        if (thinking?.stoppedAt === null) {
          thinking.end();
          this.#wishes.sent(message, { line: 'stop' });
        } else out.push(misuse('stop while the engine is not thinking; an engine ignores it'));
        this.#wire.stop(now, 'wish', out);
    }
  }

  #judgePosition(text: string, out: DriverEvent[]): void {
    try {
      this.#wire.place(text === 'startpos' ? START : formatCells43(parseCells43(text)), false);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
      this.#wire.touch();
      out.push({ kind: 'misuse', text: `position: ${error.message}` });
    }
  }

  #judgeGo(now: number, out: DriverEvent[]): void {
    const { thinking, state, position } = this.#wire;
    if (thinking) {
      out.push(misuse('go while the engine is thinking; an engine ignores it'));
      return;
    }
    if (state !== 'idle' && state !== 'preparing') {
      out.push(misuse('go before cfpok'));
      return;
    }
    const doubtful = position === null;
    if (doubtful) out.push(misuse('go without a position: position comes before every go'));
    this.#wire.think({ owner: null, doubtful, since: now, until: null }, out);
  }
}
