import { configName, writeConfig } from '../../library/config-file.ts';
import type { Core } from '../core.ts';
import { anywhere, importConfig, previewConfig, type Reaches } from '../config-import.ts';
import { os } from './base.ts';

const { config, local } = os;

const unreached = 'It does not exist, or is outside the folders that the file picker shows.';
const notThere = 'It does not exist.';

const picked =
  (core: Core): Reaches =>
  (path) =>
    core.picker.reaches(path);

async function publishAfter(core: Core, work: ReturnType<typeof importConfig>) {
  try {
    return await work;
  } finally {
    core.publisher.touch('engines', 'settings');
    core.sessionRegistry.room.look();
  }
}

export const configHandlers = {
  export: config.export.handler(({ input, context: { core } }) => {
    const registered = core.engines.list().filter(({ bundled }) => !bundled);
    return {
      name: configName(new Date()),
      text: writeConfig(
        core.settings.value,
        registered.map(({ record }) => record),
        input,
      ),
    };
  }),
  preview: config.preview.handler(({ input, context: { core } }) =>
    previewConfig(core, input.text, picked(core), unreached),
  ),
  import: config.import.handler(({ input, context: { core } }) =>
    publishAfter(core, importConfig(core, input, picked(core), unreached)),
  ),
};

/** Handlers for callers that may name paths. */
export const localConfigHandlers = {
  previewConfig: local.previewConfig.handler(({ input, context: { core } }) =>
    previewConfig(core, input.text, anywhere, notThere),
  ),
  importConfig: local.importConfig.handler(({ input, context: { core } }) =>
    publishAfter(
      core,
      importConfig(
        core,
        { ...input, engines: null, settings: true, weaken: input.weaken ? null : [] },
        anywhere,
        notThere,
      ),
    ),
  ),
};
