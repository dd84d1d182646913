/** What the host knows about a session besides its journal. */
import {
  hostFacts,
  identityOf,
  interpreterIdentity,
  type BundleSource,
  type EngineCase,
  type GameCase,
} from '../bundle/case.ts';
import type { JournalFile, Study } from '../bundle/study.ts';
import { launchOf, settingsFor, type Engine, type EngineRegistry } from '../library/engines.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { protocols } from '../protocols/registry.ts';
import { shownRecord } from '../records/open-tree.ts';
import { writeGameText } from '../records/text.ts';
import { lackReason } from '../sessions/ending/confined-words.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import type { Analysts } from '../analysis/analysts.ts';
import type { Kept } from '../library/files.ts';
import type { Home } from '../library/home.ts';
import type { Settings } from '../library/settings-table.ts';
import type { Caretaker } from '../sessions/managed-process.ts';
import type { Confinement } from '../sessions/confinement/confinement.ts';
import type { SessionEntry, SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { Launch } from '../sessions/types.ts';
import type { Games } from './games.ts';

/** The parts of the host that a bundle may describe. */
export interface BundledHost {
  readonly version: string;
  readonly home: Home;
  readonly settings: Kept<Settings>;
  readonly engines: EngineRegistry;
  /** How engines can be confined on this machine. */
  readonly confinement: Confinement;
  /** Notified of every process that runs an engine. */
  readonly caretaker: Caretaker;
  readonly sessionRegistry: SessionRegistry;
  readonly games: Games;
  readonly analysts: Analysts;
}

/** The session that a bundle is made of. */
export interface Subject {
  /** The session's id, or the id that stands for a named file. */
  readonly journal: string;
  readonly file: JournalFile;
  /** Null if only the journal remains. */
  readonly entry: SessionEntry | null;
  /** Whether the journal lies outside this home; then the paths that its head names are not trusted. */
  readonly foreign: boolean;
}

/** The registered engine that a session ran; null if it is no longer registered. */
export function engineOf({ entry }: Subject, facts: Study['facts'], engines: EngineRegistry): Engine | null {
  const id = entry?.spec.engine ?? facts['engine'];
  const all = engines.list();
  const byId = typeof id === 'string' ? known(engines, id) : undefined;
  if (byId && (entry !== null || byId.record.file === facts['file'])) return byId;
  return all.find(({ record }) => record.file === facts['file']) ?? null;
}

function known(engines: EngineRegistry, id: string): Engine | undefined {
  try {
    return engines.get(id);
  } catch {
    return undefined;
  }
}

/**
 * How the subject's program is started. Null if its session is no longer listed and its engine is not registered: then
 * no user of this home has trusted the program.
 */
export const launchFor = (
  subject: Subject,
  facts: Study['facts'],
  engines: EngineRegistry,
): Launch | null => {
  const engine = engineOf(subject, facts, engines);
  return subject.entry?.spec.launch ?? (engine === null ? null : launchOf(engine));
};

/** The protocol settings of the session, or its engine's current ones if only the journal remains. */
export function settingsOf(
  subject: Subject,
  facts: Study['facts'],
  engines: EngineRegistry,
  protocol: Protocol,
): Readonly<Record<string, string>> {
  const engine = engineOf(subject, facts, engines);
  const speaks = engine?.protocols.includes(protocol.id) === true;
  return subject.entry?.spec.settings ?? (speaks ? settingsFor(engine, protocol) : {});
}

export async function caseOf(
  host: BundledHost,
  subject: Subject,
  study: Study,
  signal?: AbortSignal,
): Promise<BundleSource> {
  const { facts } = study;
  const { entry, journal, foreign, file: of } = subject;
  const engine = engineOf(subject, facts, host.engines);
  const launch = launchFor(subject, facts, host.engines);
  const file = launch?.file ?? textOf(facts['file']);
  const ending = entry?.session.ending ?? null;
  return {
    journal: of,
    session: textOf(facts['session']) ?? journal,
    title: entry?.spec.title ?? textOf(facts['title']) ?? engine?.record.name ?? baseName(file) ?? 'engine',
    purpose: entry?.purpose ?? textOf(facts['purpose']),
    startedAt: textOf(facts['startedAt']),
    file,
    program: file === null || (foreign && launch === null) ? null : await identityOf(file, signal),
    interpreter: launch === null ? null : await interpreterIdentity(planLaunch(launch, ownHost()), signal),
    engine: engineCase(subject, engine, launch, study, host.engines),
    ending,
    runs: entry !== null && ending === null,
    game: entry === null ? null : gameOf(host, entry.session),
    host: hostFacts(host.version, sandboxLack(host)),
  };
}

function sandboxLack({ confinement: { sandbox } }: BundledHost): string | null {
  return sandbox.runs ? null : lackReason(sandbox.lack);
}

/** If only the journal remains, the command is the recorded one and everything else is the engine's current state. */
function engineCase(
  subject: Subject,
  engine: Engine | null,
  launch: Launch | null,
  study: Study,
  engines: EngineRegistry,
): EngineCase | null {
  const { entry } = subject;
  const run = entry?.spec.launch ?? runOf(study.facts);
  if (run === null) return null;
  const { interpreter, interpreterArgs, args, folder } = run;
  const protocol = entry?.session.protocol ?? protocols.get(study.protocol ?? '');
  const settings = protocol ? settingsOf(subject, study.facts, engines, protocol) : {};
  const identity = entry?.session.identity ?? engine?.record.identity ?? { name: null, author: null };
  return {
    ofThen: entry !== null,
    protocol: protocol?.id ?? 'unknown',
    bundled: engine?.bundled === true ? engine.record.id : null,
    ...{ interpreter, interpreterArgs, args, folder, settings },
    sandbox: launch?.sandbox ?? null,
    environment: Object.keys(launch?.environment ?? {}),
    values: entry?.spec.values ?? engine?.record.values ?? {},
    identity: { name: identity.name ?? null, author: identity.author ?? null },
  };
}

type Run = Pick<Launch, 'interpreter' | 'interpreterArgs' | 'args' | 'folder'>;

/** The command in the head of a journal. */
function runOf({ file, command, args, cwd }: Study['facts']): Run | null {
  if (typeof file !== 'string' || !Array.isArray(args)) return null;
  const words = args.filter((arg) => typeof arg === 'string');
  const folder = textOf(cwd);
  if (command === file) return { interpreter: null, interpreterArgs: [], args: words, folder };
  const at = words.indexOf(file);
  return {
    ...{ interpreter: textOf(command), interpreterArgs: words.slice(0, Math.max(0, at)) },
    ...{ args: words.slice(at + 1), folder },
  };
}

/** The game that the session plays or analyses, or did to the end. */
function gameOf(host: BundledHost, session: Session): GameCase | null {
  const { games, analysts } = host;
  const open = games.servedBy(session) ?? (analysts.owns(session) ? games.shown : null);
  if (open === null || !session.protocol.games.includes(open.game.id)) return null;
  const { game } = open;
  const record = shownRecord(open.open);
  const ending = open.endingAt();
  return {
    game: game.id,
    setup: { ...record.setup },
    start: record.start,
    moves: record.moves.slice(0, record.cursor),
    position: game.positionText(open.line().position),
    text: writeGameText(game, record),
    seats: [game.seats[0].name, game.seats[1].name],
    ending: ending && {
      ...{ word: ending.word, reason: ending.reason, winner: ending.winner, fault: ending.fault },
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const baseName = (path: string | null): string | null => path?.split(/[\\/]/).at(-1) || null;
