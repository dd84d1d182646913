import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../../protocols/protocol.ts';
import { cfsi } from '../../protocols/cfsi/index.ts';
import { qtp } from '../../protocols/qtp/index.ts';
import { Linker } from './links.ts';

/** A driver and its linker, shown lines as a session would; `told` has the links of each. */
function linked(protocol: typeof cfsi | typeof qtp) {
  const driver = protocol.createDriver(defaultDeadlines);
  const told: string[] = [];
  const linker = new Linker(driver, (request, milliseconds) => told.push(`${request} took ${milliseconds}`));
  let seq = 0;
  let now = 0;
  const note = (
    mark: string,
    line: string,
    { asks, answers }: { asks: boolean; answers: readonly number[] },
  ) =>
    void told.push(
      `${seq++} ${mark} ${line}${asks ? ' ?' : ''}${answers.length > 0 ? ` = ${answers.join()}` : ''}`,
    );
  return {
    driver,
    linker,
    told,
    sent(line: string) {
      driver.sent(line, now);
      note('->', line, linker.sent(seq, now));
    },
    heard(line: string, after = 1) {
      now += after;
      driver.receive(line, now);
      note('<-', line, linker.heard(now));
    },
    /** A line that no driver is shown, as a note of ours. */
    noted: () => void seq++,
    wake() {
      now = driver.nextWake()!;
      linker.aside(() => driver.tick(now));
    },
  };
}

describe('Linker', () => {
  it('names the lines that a line answers by their numbers in the traffic', () => {
    const { sent, heard, noted, told } = linked(cfsi);
    noted();
    noted();
    sent('start');
    heard('started', 12);
    sent('ping');
    noted();
    sent('ping');
    heard('pong', 2);
    heard('pong', 3);
    heard('pong');
    expect(told).toEqual([
      '2 -> start ?',
      '2 took 12',
      '3 <- started = 2',
      '4 -> ping ?',
      '6 -> ping ?',
      '4 took 2',
      '7 <- pong = 4',
      '6 took 5',
      '8 <- pong = 6',
      '9 <- pong',
    ]);
  });

  it('says with the next line what was taken for answered while none passed, and when that was said', () => {
    const { driver, sent, heard, wake, told } = linked(qtp);
    driver.request({ kind: 'start' }, 0);
    sent('list_commands');
    heard('= name');
    heard('version');
    wake();
    sent('version');
    heard('= 1');
    heard('');
    expect(told).toEqual([
      '0 -> list_commands ?',
      '1 <- = name',
      '2 <- version',
      '0 took 2',
      '3 -> version ? = 0',
      '4 <- = 1',
      '3 took 2',
      '5 <-  = 3',
    ]);
  });

  it('gives up the oldest of the unanswered questions', () => {
    const { sent, heard, told } = linked(cfsi);
    sent('start');
    for (let pings = 0; pings < 1024; pings++) sent('ping');
    heard('started');
    heard('pong');
    expect(told.slice(-3)).toEqual(['1025 <- started', '1 took 2', '1026 <- pong = 1']);
  });
});
