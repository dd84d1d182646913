import { basename } from 'node:path';
import { byNumber } from '../../library/natural-order.ts';
import type { EngineFolder } from '../contract.ts';
import { sandboxNew, type Core } from '../core.ts';
import { defaultsOf } from '../engine-launcher.ts';
import { engineIn, folderLimit, freshName, namesTaken, toldUnfit, type Unfit } from '../engine-folder.ts';
import { knownProtocol } from '../known.ts';
import { isHidden } from '../picker.ts';
import { wayToRun } from '../way-to-run.ts';
import { os } from './base.ts';
import { probe } from './probe.ts';

const { engines } = os;

/**
 * Publishes the engines after a change, even if saving failed: then the change was undone or applies to this process
 * only, and clients must see which.
 */
async function publishAfter<T>(core: Core, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    core.publisher.touch('engines');
  }
}

/** Ends every session of a removed engine, and frees its seats. */
async function release(core: Core, engine: string): Promise<void> {
  const kept = core.games.unseat(engine);
  for (const { session, spec } of core.sessionRegistry.list()) {
    if (spec.engine !== engine) continue;
    core.ownerOf(session).forget?.(session);
    void session.close();
  }
  await kept;
}

export const engineHandlers = {
  probe,
  add: engines.add.handler(async ({ input, context: { core } }) => {
    const file = await core.picker.path(input.file);
    const folder = input.folder === undefined ? null : await core.picker.path(input.folder);
    knownProtocol(input.settings.protocol);
    const run = await wayToRun(file);
    const engine = await publishAfter(core, core.engines.add({ ...input.settings, file, folder, ...run }));
    core.contacts.checkSoon(engine.record.id);
    return { engine: engine.record.id };
  }),
  inFolder: engines.inFolder.handler(async ({ input, context: { core } }) => {
    const { entries } = await core.picker.list(input.folder);
    const taken = namesTaken(core.engines);
    const files = new Set(core.engines.list().map(({ record }) => record.file));
    const shown = entries.filter((entry) => !isHidden(entry));
    const found: EngineFolder['engines'][number][] = [];
    const unfit: Unfit[] = [];
    for (const { id, name: fileName, kind } of shown.toSorted((a, b) => byNumber(a.name, b.name))) {
      // A link may lead outside the allowed folders.
      const path = kind === 'file' ? await core.picker.path(id).catch(() => null) : null;
      const engine = path === null ? null : await engineIn(path);
      if (engine === null) continue;
      if ('unfit' in engine) {
        unfit.push(engine);
        continue;
      }
      const known = files.has(engine.file);
      const name = known ? fileName : freshName(engine.file, taken);
      found.push({ file: id, fileName, name, interpreter: engine.interpreter, known });
    }
    return {
      engines: found.slice(0, folderLimit),
      omitted: Math.max(0, found.length - folderLimit),
      unfit: toldUnfit(unfit, found.length).map((each) => ({
        fileName: basename(each.file),
        reason: each.unfit,
      })),
    };
  }),
  addAll: engines.addAll.handler(async ({ input, context: { core } }) => {
    const all = [];
    for (const { file: id, name, protocol } of input.engines) {
      knownProtocol(protocol);
      const file = await core.picker.path(id);
      const run = await wayToRun(file);
      const sandbox = sandboxNew(core);
      all.push({ name, protocol, args: [], environment: {}, sandbox, file, folder: null, ...run });
    }
    const added = await publishAfter(core, core.engines.addAll(all));
    for (const { record } of added) core.contacts.checkSoon(record.id);
    return { engines: added.map(({ record }) => record.id) };
  }),
  callOff: engines.callOff.handler(({ input, context: { core } }) => {
    // An unknown engine is refused before any check is cancelled.
    const records = input.engines.map((engine) => core.engines.get(engine).record);
    for (const { id } of records) core.contacts.callOff(id);
  }),
  change: engines.change.handler(async ({ input, context: { core } }) => {
    knownProtocol(input.settings.protocol);
    await publishAfter(core, core.engines.change(input.engine, input.settings));
  }),
  remove: engines.remove.handler(async ({ input, context: { core } }) => {
    core.contacts.callOff(input.engine);
    await publishAfter(core, core.engines.remove(input.engine));
    await release(core, input.engine);
    await core.scratch.remove(input.engine);
  }),
  restore: engines.restore.handler(async ({ input, context: { core } }) => {
    await publishAfter(core, core.engines.restore(input.engine));
    await core.scratch.restore(input.engine);
  }),
  check: engines.check.handler(({ input, context: { core } }) => core.contacts.check(input.engine)),
  setOptions: engines.setOptions.handler(async ({ input, context: { core } }) => {
    const { record } = core.engines.get(input.engine);
    const defaults = defaultsOf(record);
    const values = Object.fromEntries(
      Object.entries(input.values).filter(([name, value]) => defaults[name] !== value),
    );
    const kept = publishAfter(core, core.engines.setValues(input.engine, values));
    core.launcher.sendOptions(input.engine);
    await kept;
  }),
  setScale: engines.setScale.handler(async ({ input, context: { core } }) => {
    core.engines.get(input.engine);
    await publishAfter(core, core.engines.setScale(input.engine, input.scale));
  }),
  press: engines.press.handler(({ input, context: { core } }) => {
    core.engines.get(input.engine);
    for (const { session, spec } of core.sessionRegistry.list()) {
      if (spec.engine === input.engine) session.request({ kind: 'press', option: input.option });
    }
  }),
};
