import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkLaunch } from '../../sessions/ending/endings.ts';
import { ownHost, planLaunch } from '../../sessions/launch/launch.ts';
import { NoSuchEngine } from '../../library/engines.ts';
import { Refused } from '../../library/refused.ts';
import { defaultGame } from '../../games/registry.ts';
import { capabilitiesOf, protocols } from '../../protocols/registry.ts';
import { sandboxNew } from '../core.ts';
import { readEngineWords } from '../engine-words.ts';
import { spokenBy } from '../crew.ts';
import { byNumber, engineIn, folderLimit, freshName, namesTaken } from '../engine-folder.ts';
import { knownProtocol } from '../known.ts';
import { isHidden } from '../picker.ts';
import { engineState } from '../state.ts';
import { os } from './base.ts';

const { local } = os;

export const localHandlers = {
  engine: local.engine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines, sandboxNew(core));
    const engine = words.kind === 'known' ? words.engine : core.engines.addTransient(words.fields);
    const protocol = spokenBy(engine, words.protocol);
    const { time, depth } = capabilitiesOf(protocol);
    return {
      engine: engine.record.id,
      name: engine.record.name,
      protocol: words.protocol,
      options: words.options,
      game: protocol.games.find((id) => engine.games.includes(id)) ?? defaultGame.id,
      limited: time || depth,
    };
  }),
  addEngine: local.addEngine.handler(async ({ input, context: { core } }) => {
    const words = await readEngineWords(input, core.engines, sandboxNew(core));
    if (words.kind === 'known') {
      throw new Refused(
        `${words.engine.record.name} is known already.`,
        'Name an executable by its path, such as ./mine.',
      );
    }
    const name = input.name ?? words.fields.name;
    if (namesTaken(core.engines).has(name.trim().toLowerCase())) {
      throw new Refused(`There is an engine called "${name}" already.`, 'Choose another name with --name.');
    }
    const fault = checkLaunch(planLaunch({ ...words.fields, bundled: false }, ownHost()));
    if (fault) throw new Refused(`${fault.reason}.`, fault.advice);
    const engine = await core.engines.add({ ...words.fields, name });
    if (Object.keys(words.options).length > 0) await core.engines.setValues(engine.record.id, words.options);
    return { engine: engine.record.id, name: engine.record.name };
  }),
  addFolder: local.addFolder.handler(async ({ input, context: { core } }) => {
    const { folder, protocol, args } = input;
    if (protocol === undefined) {
      throw new Refused(
        `Which protocol the engines in ${folder} speak is not known.`,
        `Add --protocol ${[...protocols.keys()].join(' or --protocol ')}.`,
      );
    }
    knownProtocol(protocol);
    const taken = namesTaken(core.engines);
    const files = new Set(core.engines.list().map(({ record }) => record.file));
    const names = (await readdir(folder)).filter((name) => !isHidden({ name })).sort(byNumber);
    const found = [];
    for (const name of names) {
      const engine = await engineIn(join(folder, name));
      if (engine) found.push(engine);
    }
    if (found.length === 0) {
      throw new Refused(
        `No file in ${folder} could be started as an engine.`,
        'Make it executable (chmod +x).',
      );
    }
    const fresh = found.filter(({ file }) => !files.has(file));
    const added = await core.engines.addAll(
      fresh.slice(0, folderLimit).map((engine) => ({
        ...engine,
        ...{ name: freshName(engine.file, taken), protocol, args, environment: {}, folder: null },
        sandbox: input.sandbox ?? sandboxNew(core),
        dialect: input.dialect,
      })),
    );
    return {
      added: added.map(({ record }) => ({ engine: record.id, name: record.name })),
      known: found.length - fresh.length,
      omitted: Math.max(0, fresh.length - folderLimit),
    };
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
    core.engines.list().map((engine) => engineState(engine, core.contacts.contactOf(engine.record.id))),
  ),
};
