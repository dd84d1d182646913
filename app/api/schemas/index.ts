/**
 * The shapes that cross the contract, validated at the door. Each is written once: the type beside a schema is
 * inferred from it and has its name.
 */
export {
  EngineIdentity,
  EngineOption,
  EngineSettings,
  GameLimits,
  Id,
  Limit,
  OptionValues,
  Player,
  ProtocolSettings,
  Settings,
  TimeLimit,
} from '../../library/shapes.ts';
export { SeatIndex } from './base.ts';
export * from './analysis.ts';
export * from './audit.ts';
export * from './bundle.ts';
export * from './commands.ts';
export * from './conformance.ts';
export * from './engines.ts';
export * from './files.ts';
export * from './finding.ts';
export * from './game.ts';
export * from './host.ts';
export * from './journals.ts';
export * from './kept.ts';
export * from './replay.ts';
export * from './probe.ts';
export * from './rerun.ts';
export * from './sessions.ts';
