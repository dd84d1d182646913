import { checkLaunch } from '../../sessions/endings.ts';
import { ownHost, planLaunch } from '../../sessions/launch.ts';
import { NoSuchEngine } from '../../library/engines.ts';
import { Refused } from '../../library/refused.ts';
import { readEngineWords } from '../engine-words.ts';
import { engineState } from '../state.ts';
import { os } from './base.ts';

const { local } = os;

export const localHandlers = {
  engine: local.engine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines);
    const engine = words.kind === 'known' ? words.engine : core.engines.addTransient(words.fields);
    return {
      engine: engine.record.id,
      name: engine.record.name,
      protocol: words.protocol,
      options: words.options,
    };
  }),
  addEngine: local.addEngine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines);
    if (words.kind === 'known') {
      throw new Refused(
        `${words.engine.record.name} is known already.`,
        'Name an executable by its path, such as ./mine.',
      );
    }
    const name = input.name ?? words.fields.name;
    const wanted = name.trim().toLowerCase();
    // An id is found before a name: an engine of the name `connect4` could never be asked by it.
    if (core.engines.list().some(({ record: { id, name } }) => [id, name.toLowerCase()].includes(wanted))) {
      throw new Refused(`There is an engine called "${name}" already.`, 'Choose another name with --name.');
    }
    const fault = checkLaunch(planLaunch({ ...words.fields, bundled: false }, ownHost()));
    if (fault) throw new Refused(`${fault.reason}.`, fault.advice);
    const engine = await core.engines.add({ ...words.fields, name });
    if (Object.keys(words.options).length > 0) await core.engines.setValues(engine.record.id, words.options);
    return { engine: engine.record.id };
  }),
  removeEngine: local.removeEngine.handler(async ({ input, context: { core } }) => {
    const engine = core.engines.find(input.name);
    if (!engine) {
      throw new NoSuchEngine(`No engine is called "${input.name}".`, '`plywire engines list` has the names.');
    }
    await core.engines.remove(engine.record.id);
    return { engine: engine.record.id };
  }),
  engines: local.engines.handler(({ context: { core } }) =>
    core.engines.list().map((engine) => engineState(engine, core.crew.contactOf(engine.record.id))),
  ),
};
