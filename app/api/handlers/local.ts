import { checkLaunch } from '../../sessions/ending/launch-words.ts';
import { ownHost, planLaunch } from '../../sessions/launch/launch.ts';
import { NoSuchEngine, type NewEngine } from '../../library/engines.ts';
import { Refused } from '../../shapes/refused.ts';
import { capital } from '../../games/sentences.ts';
import { defaultGame } from '../../games/registry.ts';
import { capabilitiesOf } from '../../protocols/registry.ts';
import { sandboxNew, type Core } from '../core.ts';
import { partsOf, readEngineWords, readProgramWords } from '../engine-words.ts';
import { spokenBy } from '../engine-launcher.ts';
import { freshName, nameOf, namesTaken } from '../engine-folder.ts';
import { engineState } from '../state.ts';
import { os } from './base.ts';
import { addFolder } from './engine-folder.ts';

const { local } = os;

/** The name for a new engine whose words give none. */
function nameFor({ engines }: Core, { file }: NewEngine): string {
  // The same file once more needs a name by which the two can be told apart.
  const isKnown = engines.list().some(({ record }) => record.file === file);
  return isKnown ? nameOf(file) : freshName(file, namesTaken(engines));
}

export const localHandlers = {
  engine: local.engine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines, core.builds, sandboxNew(core));
    const engine = words.kind === 'known' ? words.engine : core.engines.addTransient(words.fields);
    const protocol = spokenBy(engine, words.protocol);
    const { time, depth } = capabilitiesOf(protocol);
    return {
      engine: engine.record.id,
      name: engine.record.name,
      protocol: words.protocol,
      options: words.options,
      scale: words.scale ?? engine.record.scale,
      game: protocol.games.find((id) => engine.games.includes(id)) ?? defaultGame.id,
      limited: time || depth,
    };
  }),
  protocol: local.protocol.handler(async ({ input, context: { core } }) => {
    const { parts, ...meant } = await readProgramWords(input, core.engines, core.builds, sandboxNew(core));
    const usual = meant.kind === 'known' ? meant.engine.record.protocol : null;
    return { protocol: parts.protocol ?? usual };
  }),
  addEngine: local.addEngine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines, core.builds, sandboxNew(core));
    if (words.kind === 'known') {
      throw new Refused(
        `${words.engine.record.name} is already registered.`,
        'Name an executable by its path, such as ./mine.',
      );
    }
    const name = input.name ?? partsOf(input).name ?? nameFor(core, words.fields);
    if (namesTaken(core.engines).has(name.trim().toLowerCase())) {
      throw new Refused(`There is already an engine called "${name}".`, 'Choose another name with --name.');
    }
    const fault = checkLaunch(planLaunch({ ...words.fields, bundled: false }, ownHost()));
    if (fault) throw new Refused(`${capital(fault.reason)}.`, fault.advice);
    const engine = await core.engines.add({ ...words.fields, name });
    if (Object.keys(words.options).length > 0) await core.engines.setValues(engine.record.id, words.options);
    return { engine: engine.record.id, name: engine.record.name, protocol: engine.record.protocol };
  }),
  addFolder,
  removeEngine: local.removeEngine.handler(async ({ input, context: { core } }) => {
    const engine = core.engines.find(input.name);
    if (!engine) {
      throw new NoSuchEngine(
        `There is no engine called "${input.name}".`,
        '`plywire engines list` shows the names.',
      );
    }
    await core.engines.remove(engine.record.id);
    await core.scratch.remove(engine.record.id);
    return { engine: engine.record.id };
  }),
  engines: local.engines.handler(({ context: { core } }) =>
    core.engines.list().map((engine) => engineState(engine, core.contacts.contactOf(engine.record.id))),
  ),
};
