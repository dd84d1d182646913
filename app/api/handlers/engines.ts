import { defaultsOf } from '../crew.ts';
import { knownProtocol } from '../known.ts';
import { wayToRun } from '../way-to-run.ts';
import { os } from './base.ts';

const { engines } = os;

export const engineHandlers = {
  add: engines.add.handler(async ({ input, context: { core } }) => {
    const file = await core.picker.path(input.file);
    const folder = input.folder === undefined ? null : await core.picker.path(input.folder);
    knownProtocol(input.settings.protocol);
    const engine = await core.engines.add({ ...input.settings, file, folder, ...(await wayToRun(file)) });
    core.publisher.touch('engines');
    core.crew.checkSoon(engine.record.id);
    return { engine: engine.record.id };
  }),
  change: engines.change.handler(async ({ input, context: { core } }) => {
    knownProtocol(input.settings.protocol);
    await core.engines.change(input.engine, input.settings);
    core.publisher.touch('engines');
  }),
  remove: engines.remove.handler(async ({ input, context: { core } }) => {
    await core.engines.remove(input.engine);
    for (const seat of [0, 1] as const) {
      const player = core.table.players[seat];
      if (player.kind === 'engine' && player.engine === input.engine) {
        await core.table.setPlayer(seat, { kind: 'human' });
      }
    }
    if (core.analyst.session && core.roster.get(core.analyst.session.id)?.opening.engine === input.engine) {
      core.analyst.disengage();
    }
    for (const { session, opening } of core.roster.list()) {
      if (opening.engine === input.engine) void session.close();
    }
    core.publisher.touch('engines');
  }),
  restore: engines.restore.handler(async ({ input, context: { core } }) => {
    await core.engines.restore(input.engine);
    core.publisher.touch('engines');
  }),
  check: engines.check.handler(({ input, context: { core } }) => core.crew.check(input.engine)),
  setOptions: engines.setOptions.handler(async ({ input, context: { core } }) => {
    const { record } = core.engines.get(input.engine);
    const defaults = defaultsOf(record);
    const values = Object.fromEntries(
      Object.entries(input.values).filter(([name, value]) => defaults[name] !== value),
    );
    const kept = core.engines.setValues(input.engine, values);
    core.crew.tellOptions(input.engine);
    core.publisher.touch('engines');
    await kept;
  }),
  press: engines.press.handler(({ input, context: { core } }) => {
    for (const { session, opening } of core.roster.list()) {
      if (opening.engine === input.engine) session.request({ kind: 'press', option: input.option });
    }
  }),
};
