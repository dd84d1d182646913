/** The slices of the host's state as clients see them, each made anew from what is. */
import type { Analyst } from '../analysis/analyst.ts';
import type { Auditor } from '../analysis/auditor.ts';
import type { Engine } from '../library/engines.ts';
import type { Table } from '../play/table.ts';
import type { Command } from '../protocols/commands.ts';
import type { Berth, Roster } from '../sessions/roster.ts';
import type { SessionEnding as Ending } from '../sessions/types.ts';
import type {
  AnalysisState,
  AuditState,
  EngineState,
  GameState,
  ProtocolCommand,
  SessionEnding,
  SessionState,
} from './contract.ts';
import type { Contact } from './contacts.ts';

export function gameState(table: Table): GameState {
  const { key, gameId, setup, start, moves, cursor } = table.record;
  return {
    key,
    gameId,
    setup: { ...setup },
    start,
    moves: [...moves],
    cursor,
    players: [table.players[0], table.players[1]],
    running: table.running,
    thinking: table.thinking,
    ending: table.ending,
    canUndo: table.canUndo,
    canRedo: table.canRedo,
  };
}

export const endingState = (ending: Ending): SessionEnding => ({
  ...ending,
  stderrTail: [...ending.stderrTail],
});

export function engineState(engine: Engine, contact: Contact): EngineState {
  const { record } = engine;
  return {
    id: record.id,
    name: record.name,
    protocol: record.protocol,
    args: record.args,
    environment: record.environment,
    sandbox: record.sandbox,
    dialect: record.dialect,
    learned: record.learned,
    bundled: engine.bundled,
    protocols: [...engine.protocols],
    games: [...engine.games],
    location: record.file,
    folder: record.folder,
    interpreter: record.interpreter,
    contact: contact.state === 'failed' ? { ...contact, ending: endingState(contact.ending) } : contact,
    identity: record.identity,
    options: record.options,
    values: record.values,
  };
}

export function sessionState({ session, opening, successor }: Berth, roster: Roster): SessionState {
  const { name, author } = session.identity;
  return {
    id: session.id,
    engine: opening.engine,
    title: opening.title,
    protocol: session.protocol.id,
    purpose: opening.purpose,
    state: session.state,
    identity: { name: name ?? null, author: author ?? null },
    capabilities: session.capabilities,
    ending: session.ending && endingState(session.ending),
    disturbed: session.disturbed,
    rebuilt: roster.isRebuilt(session.id),
    successor,
    startedAt: session.startedAt?.toISOString() ?? '',
    journalBytes: session.journalBytes,
  };
}

export const commandState = ({ args, when, ...command }: Command): ProtocolCommand => ({
  ...command,
  args: args.map(({ choices, ...arg }) => ({ ...arg, ...(choices && { choices: [...choices] }) })),
  ...(when && { when: { ...when, states: [...when.states] } }),
});

export function analysisState(analyst: Analyst, roster: Roster): AnalysisState {
  const { state, place, report, nodes, score, reason, restarts } = analyst.assessment;
  const berth = analyst.session && roster.get(analyst.session.id);
  return {
    engine: berth?.opening.engine ?? null,
    protocol: berth?.session.protocol.id ?? null,
    session: berth?.session.id ?? null,
    state,
    place,
    report,
    nodes,
    score,
    reason,
    restarts,
  };
}

export function auditState({ standing }: Auditor): AuditState {
  const { sides } = standing;
  return {
    ...standing,
    moves: standing.moves.map((audited) => ({ ...audited, best: [...audited.best] })),
    sides: sides && [sides[0], sides[1]],
  };
}
