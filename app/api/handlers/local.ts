import { readEngineWords } from '../engine-words.ts';
import { engineState } from '../state.ts';
import { os } from './base.ts';
import { NoSuchEngine } from '../../library/engines.ts';

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
    if (words.kind === 'known') throw new NoSuchEngine(`${words.engine.record.name} is registered already.`);
    const engine = await core.engines.add({ ...words.fields, name: input.name ?? words.fields.name });
    if (Object.keys(words.options).length > 0) await core.engines.setValues(engine.record.id, words.options);
    return { engine: engine.record.id };
  }),
  removeEngine: local.removeEngine.handler(async ({ input, context: { core } }) => {
    const engine = core.engines.find(input.name);
    if (!engine) throw new NoSuchEngine(`No engine is called "${input.name}".`);
    await core.engines.remove(engine.record.id);
    return { engine: engine.record.id };
  }),
  engines: local.engines.handler(({ context: { core } }) =>
    core.engines.list().map((engine) => engineState(engine, core.crew.contactOf(engine.record.id))),
  ),
};
