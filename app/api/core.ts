/**
 * The house put together: what is kept, the sessions, the game on the board and the analysis. Hosts make
 * one, the router speaks for it.
 */
import { randomUUID } from 'node:crypto';
import { platform } from 'node:os';
import { Analyst } from '../analysis/analyst.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { EngineRegistry } from '../library/engines.ts';
import type { Kept } from '../library/files.ts';
import { openGameStore } from '../library/game-store.ts';
import type { Home } from '../library/home.ts';
import { openSettings } from '../library/settings.ts';
import type { Settings } from '../library/shapes.ts';
import { askForMove } from '../play/ask.ts';
import { Table } from '../play/table.ts';
import { connect4 } from '../games/connect4/index.ts';
import { capabilitiesOf, protocols } from '../protocols/registry.ts';
import { decodeRecord, encodeRecord } from '../records/encoding.ts';
import { newRecord, recordLine } from '../records/record.ts';
import { Roster } from '../sessions/roster.ts';
import type { HostState } from './contract.ts';
import { Crew } from './crew.ts';
import { Picker } from './picker.ts';
import { Publisher } from './publisher.ts';
import { analysisState, engineState, gameState, sessionState } from './state.ts';

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
  readonly roster: Roster;
  readonly crew: Crew;
  readonly table: Table;
  readonly analyst: Analyst;
  readonly picker: Picker;
  readonly publisher: Publisher<HostState>;
  /** Ends every engine by its ladder and resolves when all are gone. */
  close(): Promise<void>;
}

export async function createCore(options: CoreOptions): Promise<Core> {
  const { home } = options;
  const bundled = await findBundledEngines(options.bundledEngines);
  const { kept: settings, trouble: settingsTrouble } = await openSettings(home.settings);
  const { registry: engines, trouble: enginesTrouble } = await EngineRegistry.open(home.engines, bundled);
  const { kept: game, trouble: gameTrouble } = await openGameStore(home.game);
  const trouble = [settingsTrouble, enginesTrouble, gameTrouble].filter((text) => text !== null).join(' ');

  const publisher: Publisher<HostState> = new Publisher<HostState>({
    about: () => ({
      version: options.version,
      platform: platform(),
      home: home.folder,
      protocols: [...protocols.values()].map((protocol) => ({
        id: protocol.id,
        name: protocol.name,
        games: [...protocol.games],
        capabilities: capabilitiesOf(protocol),
      })),
    }),
    game: () => gameState(table),
    engines: () => engines.list().map((engine) => engineState(engine, crew.contactOf(engine.record.id))),
    sessions: () => roster.list().map(sessionState),
    analysis: () => analysisState(analyst, roster),
    settings: () => settings.value,
    trouble: () => trouble || null,
  });

  const roster = new Roster(home.journals, () => publisher.touch('sessions', 'analysis'));
  const crew = new Crew(roster, engines, settings, () => publisher.touch('engines', 'sessions'));
  const analyst = new Analyst(() => publisher.touch('analysis'));
  const { record, players } = restore(game.value);

  const table: Table = new Table(
    {
      ask: (seat, player, line, signal) => askForMove(crew.seated(seat, player), line, player.limit, signal),
      dismiss: (seat) => crew.dismissSeat(seat),
      keep: (present, seated) =>
        game.set({ version: 1, record: encodeRecord(present), players: [seated[0], seated[1]] }),
      onChange: () => {
        analyst.follow(recordLine(table.record), table.place);
        publisher.touch('game', 'analysis');
      },
    },
    record,
    players,
  );

  return {
    home,
    settings,
    engines,
    roster,
    crew,
    table,
    analyst,
    picker: new Picker(options.pickerRoots),
    publisher,
    close: async () => {
      table.close();
      await roster.closeAll();
    },
  };
}

/** The game of the last time, or a fresh one where it cannot be read. */
function restore(kept: { record: unknown; players: Table['players'] } | null): {
  record: Table['record'];
  players?: Table['players'];
} {
  if (kept) {
    try {
      return { record: decodeRecord(kept.record), players: kept.players };
    } catch {
      // The rules no longer bear it (an older build wrote it); the file stays until the first move.
    }
  }
  return { record: newRecord(connect4, `g-${randomUUID()}`) };
}
