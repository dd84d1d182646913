/** `start` has its `started` and `ping` its `pong`; then a board with one open column has one answer. */
import { Breach, type CheckWire } from '../conformance.ts';
import { hearOut, ifShown, patience, type Probe } from '../probing.ts';
import { waits } from '../check-talk.ts';
import { CfsiTalk, isBestmove, isKind, openOnly } from './checks/cfsi-talk.ts';

const column = 5;

export const cfsiProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new CfsiTalk(wire);
    talk.send('start');
    await talk.until(
      // Other words on its line may be anybody's.
      (_heard, line) => (line.trim().toLowerCase() === 'started' ? true : undefined),
      patience,
      '`started` after `start`',
    );
    await hearOut(talk, isKind('pong'), 'ping');
    await talk.ping(patience);
    const how = 'answered `start` by `started` and `ping` by `pong`';
    const played = await ifShown(async () => {
      await hearOut(talk, isBestmove, 'play');
      talk.play(openOnly(column));
      const answer = await talk.bestmove(undefined, waits.prompt);
      if (answer.column !== column) throw new Breach(`column ${column}`, `column ${answer.column}`);
      return true;
    });
    return played
      ? { how: `${how}, and played the one column that was open`, sure: true }
      : { how, sure: false };
  },
};
