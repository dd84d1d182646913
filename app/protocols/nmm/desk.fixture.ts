/** A driver whose engine is the test, with searches for it. */
import type { Game } from '../../games/game.ts';
import { makeLine, type Line } from '../../games/line.ts';
import { morris } from '../../games/morris/index.ts';
import { defaultDeadlines, type Search, type Report } from '../protocol.ts';
import { DriverProbe } from '../testing/driver-probe.ts';
import { NmmDriver } from './driver.ts';
import { QUIET } from './answers.ts';
import type { NotationSettings } from './notations.ts';

export const lineOf = (moves = '', start = 'w:;b:;w;0;0', gameKey = 'g'): Line => {
  const position = morris.parsePosition(start);
  return makeLine(morris as Game, gameKey, position, morris.parseMoves(position, moves));
};

export class Desk extends DriverProbe {
  #searches = 0;

  constructor(settings: NotationSettings = {}) {
    super(new NmmDriver(defaultDeadlines, settings));
  }

  open(): this {
    this.request({ kind: 'start' });
    this.hear('ready');
    return this;
  }

  /** The methods return the lines that went out in consequence. */
  search(line: Line, rest: Partial<Search> = {}): string[] {
    const id = ++this.#searches;
    const search: Search = { id, line, limit: { kind: 'none' }, purpose: 'analyse', ...rest };
    return this.request({ kind: 'search', search });
  }

  play(line: Line, seconds = 60): string[] {
    return this.search(line, { purpose: 'play', limit: { kind: 'time', seconds } });
  }

  /** Answers a trial, and waits for the pause after it. */
  tried(answer: string): string[] {
    this.hear(answer);
    return this.wait(QUIET);
  }

  get reports(): { search: number; report: Report; final: boolean }[] {
    return this.of('report');
  }

  get oddities(): string[] {
    return this.of('oddity').map(({ oddity }) => oddity.name);
  }
}
