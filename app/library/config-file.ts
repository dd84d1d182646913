/** Exports settings and registered engines to one file, as a backup or for another machine, and reads it. */
import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { harmlessJson } from '../sessions/harmless.ts';
import { Refused } from '../shapes/refused.ts';
import { Settings } from './settings-table.ts';
import { EngineSettings, type EngineRecord } from './shapes.ts';
import { OptionValues, ProtocolSettings } from '../shapes/engines.ts';

/** The most characters of a file to read: enough for about a thousand engines. */
export const configLimit = 1_000_000;

const marker = 'configuration';
const version = 1;

const absolute = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.check((path) => isAbsolute(path), 'not an absolute path of this system'),
);

export const ConfigEngine = v.strictObject({
  ...EngineSettings.entries,
  /** Names of variables whose values were not exported. */
  environmentLeftOut: v.array(v.pipe(v.string(), v.maxLength(256))),
  file: absolute,
  folder: v.nullable(absolute),
  learned: v.optional(ProtocolSettings, {}),
  values: OptionValues,
});
export type ConfigEngine = v.InferOutput<typeof ConfigEngine>;

const Config = v.strictObject({
  plywire: v.literal(marker),
  version: v.literal(version),
  settings: Settings,
  engines: v.pipe(v.array(ConfigEngine), v.maxLength(1000, 'at most 1000 engines')),
});
export type Config = v.InferOutput<typeof Config>;

/** @param environment whether to include the values of variables, which may be secret */
export function writeConfig(
  settings: Settings,
  engines: readonly EngineRecord[],
  { environment }: { readonly environment: boolean },
): string {
  const config: Config = {
    plywire: marker,
    version,
    settings,
    engines: engines.map((record) => ({
      name: record.name,
      protocol: record.protocol,
      file: record.file,
      args: record.args,
      folder: record.folder,
      environment: environment ? record.environment : {},
      environmentLeftOut: environment ? [] : Object.keys(record.environment),
      sandbox: record.sandbox,
      writesFolder: record.writesFolder,
      dialect: record.dialect,
      scale: record.scale,
      learned: record.learned,
      values: record.values,
    })),
  };
  return `${harmlessJson(JSON.stringify(config, null, 2))}\n`;
}

/** `plywire-2026-11-21.json` */
export const configName = (now: Date): string => `plywire-${now.toISOString().slice(0, 10)}.json`;

/** @throws Refused with a message that says what is wrong with the file */
export function readConfig(text: string): Config {
  if (text.length > configLimit) {
    throw new Refused('The file is too large: an export is at most 1 MB.', 'Choose another file.');
  }
  const found = parse(text);
  if (found['plywire'] !== marker) throw notOurs();
  if (found['version'] !== version) {
    const other = JSON.stringify(found['version'])?.slice(0, 20) ?? 'none';
    throw new Refused(
      `The file has version ${other}; this Plywire reads version ${version} only.`,
      'Import it with the Plywire that exported it, or with a newer one.',
    );
  }
  const read = v.safeParse(Config, found);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Refused(
    `The file cannot be imported: ${v.getDotPath(issue) ?? 'it'}: ${issue.message.slice(0, 200)}.`,
    'Nothing was changed. Export it again.',
  );
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let found: unknown;
  try {
    found = parseJson(text, { depth: 16 });
  } catch {
    throw notOurs();
  }
  if (typeof found !== 'object' || found === null) throw notOurs();
  return found as Record<string, unknown>;
}

const notOurs = (): Refused =>
  new Refused(
    'This is not a file of settings and engines that Plywire exported.',
    'Choose one whose name begins with “plywire-” and the date of the export.',
  );
