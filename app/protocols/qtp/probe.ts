/**
 * Other protocols share the form of QTP's answers, so the probe looks for the game: in the list of commands, or by a
 * legal step and an illegal one.
 */
import { Breach, type CheckWire } from '../conformance.ts';
import { hearOut, ifShown, patience, type Probe, type Proof } from '../probing.ts';
import { waits } from '../check-talk.ts';
import { readList, type CommandName } from './commands.ts';
import { QtpTalk, told } from './checks/qtp-talk.ts';

/** Commands that no other protocol of the family has. */
const own: readonly CommandName[] = ['walls', 'playwall', 'playmove', 'genmove'];

const isOwn = (name: string): boolean => own.some((command) => command === name);

export const qtpProbe: Probe = {
  way: '',
  async run(wire: CheckWire): Promise<Proof> {
    const talk = new QtpTalk(wire);
    talk.send('name');
    const name = await talk.response('name', patience);
    if (!name.success) throw new Breach('`=` for `name`', told(name));
    await hearOut(talk, (line) => line.kind !== 'blank' && isOwn(line.text.trim()), 'list_commands');
    if (await lists(talk)) {
      return { how: `answered \`name\` by ${told(name)} and lists ${own.join(', ')}`, sure: true };
    }
    await talk.game();
    await talk.follow('= playmove black E8', '? playmove black A1');
    return {
      how: `answered \`name\` by ${told(name)}, took a step of Black's pawn and refused one that is illegal`,
      sure: true,
    };
  },
};

/** Waits for the names alone, since engines lay out lists in many ways. */
async function lists(talk: QtpTalk): Promise<boolean> {
  const names: string[] = [];
  talk.send('list_commands');
  const listed = await ifShown(() =>
    talk.until(
      (line) => {
        if (line.kind === 'answer' && !line.success) return false;
        if (line.kind !== 'blank') names.push(line.text.trim());
        const commands = readList(names, []);
        return own.every((command) => commands.has(command)) ? true : undefined;
      },
      waits.answer,
      'a list of commands',
    ),
  );
  return listed === true;
}
