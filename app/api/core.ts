/**
 * The house put together: what is kept, the sessions, the game on the board and the analysis. Hosts make
 * one, the router speaks for it.
 */
import { randomUUID } from 'node:crypto';
import { platform } from 'node:os';
import { Analyst } from '../analysis/analyst.ts';
import { Auditor } from '../analysis/auditor.ts';
import { Scout } from '../analysis/scout.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { EngineRegistry } from '../library/engines.ts';
import { putAside, type Kept } from '../library/files.ts';
import { openGameStore, type KeptGame } from '../library/game-store.ts';
import type { Home } from '../library/home.ts';
import { Refused } from '../library/refused.ts';
import { openSettings } from '../library/settings.ts';
import type { Settings } from '../library/shapes.ts';
import { askForMove } from '../play/ask.ts';
import { Table } from '../play/table.ts';
import { defaultGame } from '../games/registry.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import { decodeRecord, encodeRecord } from '../records/encoding.ts';
import { newRecord, recordLine, type GameRecord } from '../records/record.ts';
import { Roster } from '../sessions/roster.ts';
import { probeConfinement, type Confinement } from '../sessions/confinement.ts';
import { lackWords } from '../sessions/confined-words.ts';
import type { HostState } from './contract.ts';
import { Crew } from './crew.ts';
import { Picker } from './picker.ts';
import { Publisher } from './publisher.ts';
import { analysisState, auditState, engineState, gameState, sessionState } from './state.ts';

export interface CoreOptions {
  readonly home: Home;
  readonly version: string;
  /** The folder with a folder for each bundled engine. */
  readonly bundledEngines: string;
  /** Absolute folders that the file picker may show. */
  readonly pickerRoots: readonly string[];
}

export interface Core {
  readonly home: Home;
  readonly settings: Kept<Settings>;
  readonly engines: EngineRegistry;
  /** What engines can be confined with on this machine. */
  readonly confinement: Confinement;
  readonly roster: Roster;
  readonly crew: Crew;
  readonly table: Table;
  readonly analyst: Analyst;
  readonly scout: Scout;
  readonly auditor: Auditor;
  readonly picker: Picker;
  readonly publisher: Publisher<HostState>;
  /** Ends every engine by its ladder; resolves when all are gone and what is kept is on disk. */
  close(): Promise<void>;
}

/** What engines that are added now do, unless it is said of one. */
export const sandboxNew = ({ confinement, settings }: Pick<Core, 'confinement' | 'settings'>): boolean =>
  confinement.sandbox.runs && settings.value.sandboxNew;

export async function createCore(options: CoreOptions): Promise<Core> {
  const { home } = options;
  const probed = probeConfinement(process.env, process.platform, home.folder);
  const bundled = await findBundledEngines(options.bundledEngines);
  const { kept: settings, trouble: settingsTrouble } = await openSettings(home.settings);
  const { registry: engines, trouble: enginesTrouble } = await EngineRegistry.open(home.engines, bundled);
  const { kept: game, trouble: gameTrouble } = await openGameStore(home.game);
  const restored = await restore(home.game, game.value);
  const atStart = [settingsTrouble, enginesTrouble, gameTrouble, restored.trouble].filter(
    (text) => text !== null,
  );
  const confinement = await probed;
  const { sandbox } = confinement;
  let trouble = atStart.length > 0 ? atStart.join(' ') : null;

  const publisher: Publisher<HostState> = new Publisher<HostState>({
    about: () => ({
      version: options.version,
      platform: platform(),
      home: home.folder,
      sandbox: sandbox.runs ? null : lackWords(sandbox.lack).reason,
      protocols: [...protocols.values()].map((protocol) => ({
        id: protocol.id,
        name: protocol.name,
        games: [...protocol.games],
        capabilities: capabilitiesOf(protocol),
      })),
    }),
    game: () => gameState(table),
    engines: () => engines.list().map((engine) => engineState(engine, crew.contactOf(engine.record.id))),
    sessions: () => roster.list().map((berth) => sessionState(berth, roster)),
    analysis: () => analysisState(analyst, roster),
    audit: () => auditState(auditor),
    settings: () => settings.value,
    trouble: () => trouble,
  });

  const roster = new Roster(
    home.journals,
    () => {
      publisher.touch('sessions', 'analysis');
      crew.handleChange();
    },
    confinement,
  );
  const crew: Crew = new Crew(roster, engines, settings, () => publisher.touch('engines', 'sessions'));
  const scout = new Scout({
    open: ({ id, protocol }) => {
      const engine = roster.get(id)?.opening.engine;
      if (engine === undefined) throw new Refused('The engine that analyses is gone.');
      return crew.open(engine, protocol.id, 'best line').session;
    },
    dismiss: (session) => void session.close().then(() => roster.dismiss(session.id)),
  });
  const analyst: Analyst = new Analyst({ reopen: (ended) => crew.reopen(ended) }, () => {
    scout.accompany(analyst.session);
    publisher.touch('analysis');
  });
  const auditor = new Auditor(() => publisher.touch('audit'));

  let gameUnkept = false;
  const table: Table = new Table(
    {
      ask: (seat, player, line, signal) => askForMove(crew.seated(seat, player), line, player.limit, signal),
      dismiss: (seat) => crew.dismissSeat(seat),
      keep: async (present, seated) => {
        try {
          await game.set({ version: 1, record: encodeRecord(present), players: [seated[0], seated[1]] });
          if (!gameUnkept) return;
          gameUnkept = false;
          trouble = null;
        } catch (error) {
          gameUnkept = true;
          trouble = `The game could not be kept: ${(error as Error).message}. It would not survive a restart now.`;
          throw error;
        } finally {
          publisher.touch('trouble');
        }
      },
      onChange: () => {
        analyst.follow(recordLine(table.record), table.place);
        publisher.touch('game', 'analysis');
      },
    },
    restored.record,
    restored.players,
  );

  return {
    home,
    settings,
    engines,
    confinement,
    roster,
    crew,
    table,
    analyst,
    scout,
    auditor,
    picker: new Picker(options.pickerRoots),
    publisher,
    close: async () => {
      table.close();
      analyst.disengage();
      crew.close();
      await roster.closeAll();
      await Promise.all([settings.settled(), engines.settled(), game.settled()]);
    },
  };
}

/** The game of the last time, or a fresh one where the rules do not bear it (an older build wrote it). */
async function restore(
  path: string,
  kept: KeptGame | null,
): Promise<{ record: GameRecord; players?: KeptGame['players']; trouble: string | null }> {
  if (kept === null) return { record: freshRecord(), trouble: null };
  try {
    return { record: decodeRecord(kept.record), players: kept.players, trouble: null };
  } catch (error) {
    return { record: freshRecord(), trouble: await putAside(path, (error as Error).message) };
  }
}

const freshRecord = (): GameRecord => newRecord(defaultGame, `g-${randomUUID()}`);
