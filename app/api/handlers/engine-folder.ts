import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refused } from '../../shapes/refused.ts';
import type { NewEngine } from '../../library/engines.ts';
import { byNumber } from '../../library/natural-order.ts';
import type { FolderEvent } from '../contract/local.ts';
import { sandboxNew, type Core } from '../core.ts';
import {
  engineIn,
  folderLimit,
  freshName,
  namesTaken,
  toldUnfit,
  type FoundEngine,
  type Unfit,
} from '../engine-folder.ts';
import { knownProtocol } from '../known.ts';
import { isHidden } from '../picker.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';
import { probing } from './probe.ts';

type Fields = Omit<NewEngine, 'name' | 'protocol'>;

export const addFolder = os.local.addFolder.handler(async ({ input, context: { core }, signal }) => {
  const { folder, protocol, args, dialect } = input;
  if (protocol !== undefined) knownProtocol(protocol);
  const { found, unfit } = await enginesIn(folder);
  if (found.length + unfit.length === 0) {
    throw new Refused(
      `No file in ${folder} is a program or a script.`,
      'Name a folder that contains some; its subfolders are not searched.',
    );
  }
  const files = new Set(core.engines.list().map(({ record }) => record.file));
  const fresh = found.filter(({ file }) => !files.has(file));
  const all = fresh.slice(0, folderLimit).map((engine) => ({
    ...{ ...engine, args, environment: {}, folder: null, dialect },
    sandbox: input.sandbox ?? sandboxNew(core),
    writesFolder: input.writesFolder ?? false,
  }));
  const counts = { known: found.length - fresh.length, omitted: fresh.length - all.length };
  return refusing(adding(core, all, unfit, counts, protocol, signal));
});

interface Found {
  readonly found: readonly FoundEngine[];
  readonly unfit: readonly Unfit[];
}

async function enginesIn(folder: string): Promise<Found> {
  const names = (await readdir(folder)).filter((name) => !isHidden({ name })).sort(byNumber);
  const [found, unfit]: [FoundEngine[], Unfit[]] = [[], []];
  for (const name of names) {
    const engine = await engineIn(join(folder, name));
    if (engine === null) continue;
    if ('unfit' in engine) unfit.push(engine);
    else found.push(engine);
  }
  return { found, unfit: toldUnfit(unfit, found.length) };
}

async function* adding(
  core: Core,
  all: readonly Fields[],
  unfit: readonly Unfit[],
  counts: { readonly known: number; readonly omitted: number },
  protocol: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<FolderEvent> {
  yield { kind: 'begins', programs: all.length + unfit.length, ...counts };
  for (const { file, unfit: reason } of unfit)
    yield { kind: 'left out', file: basename(file), speaks: [], reason };
  if (protocol === undefined) {
    for (const fields of all) {
      if (signal?.aborted) return;
      yield* addingWhatItSpeaks(core, fields, signal);
    }
    return;
  }
  const taken = namesTaken(core.engines);
  const named = all.map((fields) => ({ ...fields, name: freshName(fields.file, taken), protocol }));
  for (const { record } of await core.engines.addAll(named)) yield addedEvent(record);
}

const addedEvent = (record: { id: string; name: string; file: string; protocol: string }): FolderEvent => ({
  ...{ kind: 'added', engine: record.id, name: record.name },
  ...{ file: basename(record.file), protocol: record.protocol },
});

/** Probes one program and adds it with the one protocol that it speaks; leaves it out if it speaks none or several. */
async function* addingWhatItSpeaks(
  core: Core,
  fields: Fields,
  signal: AbortSignal | undefined,
): AsyncGenerator<FolderEvent> {
  const file = basename(fields.file);
  yield { kind: 'trying', file };
  let speaks: readonly string[] | null = null;
  for await (const event of probing(core, { ...fields, bundled: false }, signal)) {
    if (event.kind === 'unstartable') {
      return yield { kind: 'left out', file, speaks: [], reason: event.reason };
    }
    if (event.kind === 'summary') ({ speaks } = event);
  }
  // The probe was cancelled.
  if (speaks === null) return;
  const [protocol, ...others] = speaks;
  if (protocol === undefined || others.length > 0) {
    return yield { kind: 'left out', file, speaks: [...speaks], reason: null };
  }
  const name = freshName(fields.file, namesTaken(core.engines));
  try {
    yield addedEvent((await core.engines.add({ ...fields, name, protocol })).record);
  } catch (error) {
    // For example, this protocol may lack one of the settings.
    if (!(error instanceof Refused)) throw error;
    yield { kind: 'left out', file, speaks: [...speaks], reason: error.message };
  }
}
