/** The host as handlers and the command line see it, and what it is created with. */
import type { Memory } from '../analysis/report/lane.ts';
import type { TruthAsker } from '../analysis/truth-asker.ts';
import type { LineExplorer } from '../analysis/line-explorer.ts';
import type { Proofs } from '../analysis/proofs.ts';
import type { BuildStore } from '../builds/build-store.ts';
import type { Recording } from '../evaluations/recording.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import type { Tellers } from '../evaluations/tellers.ts';
import type { GameLibrary } from '../game-library/library.ts';
import type { Home } from '../library/home.ts';
import type { JournalShelf } from '../library/journal-shelf.ts';
import type { Host } from '../library/running/register.ts';
import type { RemovedScratch } from '../library/removed-scratch.ts';
import type { Revealer, Reveal } from '../library/storage.ts';
import type { Trash } from '../library/trash.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import type { Searcher } from '../replay/searcher.ts';
import type { Clock } from '../sessions/clock.ts';
import type { Session } from '../sessions/session.ts';
import type { HostChanges, HostState } from './contract.ts';
import type { BundledHost } from './bundle-case.ts';
import type { Bundles } from './bundles.ts';
import type { Checking } from './checking.ts';
import type { Clients } from './clients.ts';
import type { Contacts } from './contacts.ts';
import type { EngineLauncher } from './engine-launcher.ts';
import type { Picker } from './picker.ts';
import type { Presence } from './presence.ts';
import type { Publisher } from './publisher.ts';
import type { RecordFiles } from './record-files.ts';
import type { Replays } from './replays.ts';
import type { Reports } from './reports.ts';
import type { Saver } from './saving.ts';

export interface CoreOptions {
  readonly home: Home;
  readonly version: string;
  /** The folder that has a subfolder for each bundled engine. */
  readonly bundledEngines: string;
  /** The script of the thread that searches journals. */
  readonly searchThread: string;
  /** The script of the thread that proves what positions are worth. */
  readonly truthThread: string;
  /** The script of the thread that reads files into the game library. */
  readonly indexThread: string;
  /** Absolute folders that the file picker may show. */
  readonly pickerRoots: readonly string[];
  /** Files of games that were opened before may be opened and written wherever they are. */
  readonly admitsKnownFiles?: boolean;
  /** Games are stored and opened again; without a board there is none to store. */
  readonly keepsGame: boolean;
  /** Whether a home without games begins with the example. */
  readonly showsExample?: boolean;
  /** Shows a file or folder on this machine, if the host can. */
  readonly reveal?: Reveal;
  /** Called with each trouble and notice as it occurs, for hosts that have a terminal. */
  readonly say?: (sentence: string) => void;
  /** The flag of this host that runs engines without the sandbox, for advice; only settings do if absent. */
  readonly sandboxFlag?: string;
  /** Measures how long no window has been connected; by default that of the system. */
  readonly clock?: Clock;
}

/** The host as handlers see it; bundles use the part in `BundledHost`. */
export interface Core extends BundledHost {
  /** Through which a host tells the user of its own troubles and of other things. */
  readonly presence: Pick<Presence, 'trouble' | 'notice' | 'keeping'>;
  /** The windows that are connected. */
  readonly clients: Pick<Clients, 'enter'>;
  readonly launcher: EngineLauncher;
  readonly contacts: Contacts;
  readonly checking: Checking;
  readonly explorer: LineExplorer;
  readonly reports: Reports;
  /** What engines said before, for reports. */
  readonly memory: Memory;
  readonly truth: TruthAsker;
  readonly proofs: Proofs;
  /** What engines said about positions. */
  readonly evaluations: EvaluationStore;
  /** Keeps what the engines of this host say, and knows who they are. */
  readonly recording: Recording;
  /** Find out which build of an engine speaks. */
  readonly tellers: Tellers;
  /** The builds of engines that are kept. */
  readonly builds: BuildStore;
  /** Asks for the truth about the position shown. */
  readonly proving: TruthAsker;
  /** Folders of records. */
  readonly library: GameLibrary;
  readonly picker: Picker;
  /** The user's files with games. */
  readonly files: RecordFiles;
  readonly saver: Saver;
  readonly bundles: Bundles;
  readonly revealer: Revealer;
  /** The sessions of this home, including those before a restart. */
  readonly journals: JournalShelf;
  /** Deleted files that can be restored. */
  readonly trash: Trash;
  readonly scratch: RemovedScratch;
  readonly replays: Replays;
  /** The other running Plywires of this home, from the files in which they describe themselves. */
  readonly otherHosts: () => Promise<readonly Host[]>;
  readonly searcher: Searcher;
  readonly publisher: Publisher<HostState, HostChanges>;
  ownerOf(session: Session): SessionOwner;
  /** Ends every engine by its ladder. Resolves when all have exited and everything stored is on disk. */
  close(): Promise<void>;
}

/** Whether new engines run in the sandbox by default. */
export const sandboxNew = ({ confinement, settings }: Pick<Core, 'confinement' | 'settings'>): boolean =>
  confinement.sandbox.runs && settings.value.sandboxNew;
