/** A core of its own in a folder of its own, with the bundled engines as they were built. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Analyst } from '../../analysis/analyst.ts';
import type { Analysis } from '../../analysis/analysts.ts';
import { homeFor } from '../../library/home.ts';
import type { Seat } from '../../games/game.ts';
import type { NewEngine } from '../../library/engines.ts';
import type { OpenGame } from '../../play/open-game.ts';
import { shownRecord } from '../../records/open-tree.ts';
import type { GameRecord } from '../../records/record.ts';
import type { Clock } from '../../sessions/clock.ts';
import type { Session } from '../../sessions/session.ts';
import { runs } from '../../../tests/support/processes.ts';
import type { Core } from '../core.ts';
import { createCore } from '../create-core.ts';
import { localClient, type LocalClient } from '../transports/in-process.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const misbehave = inRoot('tests/engines/misbehave.mjs');
const builtEngines = inRoot('dist/engines');
const builtSearchThread = inRoot('dist/app/search-thread.cjs');
const builtTruthThread = inRoot('dist/app/truth-thread.cjs');
export const builtIndexThread = inRoot('dist/app/index-thread.cjs');
export const builtPage = inRoot('dist/renderer');

export interface House {
  readonly folder: string;
  readonly core: Core;
  readonly client: LocalClient;
  /** The game that is shown. */
  readonly shown: OpenGame;
  /** The line through the node that is shown. */
  readonly record: GameRecord;
  /** Names the game that is shown, for calls. */
  readonly of: { readonly game: string };
  /** The first engine that analyses it, running or not. */
  readonly analysis: Pick<Analysis, 'session' | 'assessment'>;
  /** The engine that plays a side of it. */
  seated(seat: Seat): Session | null;
  /** Registers the engine that misbehaves as its flags say; gives its id. */
  add(name: string, ...flags: string[]): Promise<string>;
  /** Registers a bundled engine that looks at a few hundred positions and answers; gives its id. */
  addQuick(bundled: 'morris' | 'quoridor' | 'stones', protocol: string): Promise<string>;
  /** A core on the same home, as after a restart; the one before is closed. */
  restart(): Promise<House>;
  /** Ends everything; gives the pids of engines that still run. */
  close(): Promise<number[]>;
}

export async function openHouse(
  folder: string = mkdtempSync(join(tmpdir(), 'plywire-house-')),
  clock?: Clock,
): Promise<House> {
  const core = await createCore({
    home: homeFor({ PLYWIRE_HOME: join(folder, 'home') }),
    version: '0.0.0-test',
    bundledEngines: builtEngines,
    searchThread: builtSearchThread,
    truthThread: builtTruthThread,
    indexThread: builtIndexThread,
    pickerRoots: [folder],
    keepsGame: true,
    ...(clock && { clock }),
  });
  const pids = new Set<number>();
  const watch = setInterval(() => {
    for (const { session } of core.sessionRegistry.list()) if (session.pid !== null) pids.add(session.pid);
  }, 5);
  const end = async () => {
    clearInterval(watch);
    for (const { session } of core.sessionRegistry.list()) if (session.pid !== null) pids.add(session.pid);
    await core.close();
  };
  return {
    folder,
    core,
    client: localClient(core),
    get shown() {
      return core.games.shown;
    },
    get record() {
      return shownRecord(core.games.shown.open);
    },
    get of() {
      return { game: core.games.place.game };
    },
    get analysis() {
      return core.analysts.all[0] ?? { session: null, assessment: new Analyst(() => undefined).assessment };
    },
    seated: (seat) => core.games.seating(core.games.place.game).at(seat),
    add: async (name, ...flags) => (await core.engines.add({ ...misbehaving, name, args: flags })).record.id,
    addQuick: async (bundled, protocol) => {
      const args = [join(builtEngines, bundled, 'main.cjs'), '--nodes', '300'];
      const quick = { ...misbehaving, name: `Quick ${bundled}`, protocol, args, file: process.execPath };
      return (await core.engines.add(quick)).record.id;
    },
    restart: async () => {
      await end();
      return openHouse(folder);
    },
    close: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
      return [...pids].filter(runs);
    },
  };
}

const misbehaving: NewEngine = {
  name: 'Misbehave',
  protocol: 'cfp',
  args: [],
  environment: {},
  sandbox: false,
  file: misbehave,
  folder: null,
  interpreter: null,
  interpreterArgs: [],
};
