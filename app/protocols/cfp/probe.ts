/** `cfp` has its `cfpok` and `isready` its `readyok`; then a board with one open column has one answer. */
import { Breach, type CheckWire } from '../conformance.ts';
import { hearOut, ifShown, patience, type Probe } from '../probing.ts';
import { waits } from '../check-talk.ts';
import { CfpTalk, isCommand, openOnly } from './checks/cfp-talk.ts';

const column = 5;

export const cfpProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new CfpTalk(wire);
    talk.send('cfp');
    await talk.until(
      // Other words on its line may be a manual's.
      (_message, line) => (line.trim().toLowerCase() === 'cfpok' ? true : undefined),
      patience,
      '`cfpok` after `cfp`',
    );
    await hearOut(talk, isCommand('readyok'), 'isready');
    await talk.ready(patience);
    const how = 'answered `cfp` by `cfpok` and `isready` by `readyok`';
    const played = await ifShown(async () => {
      await talk.think(`position ${openOnly(column)}`);
      const chosen = await talk.stop(waits.prompt);
      if (chosen !== column) throw new Breach(`column ${column}`, `column ${chosen}`);
      return true;
    });
    return played
      ? { how: `${how}, and played the one column that was open`, sure: true }
      : { how, sure: false };
  },
};
