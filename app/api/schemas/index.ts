/** The shapes that cross the contract, validated on arrival. */
export { GameLimits, Settings } from '../../library/settings-table.ts';
export { EngineSettings, Player } from '../../library/shapes.ts';
export { Id, SeatIndex } from '../../shapes/base.ts';
export * from '../../shapes/analysis.ts';
export * from '../../shapes/checks.ts';
export * from '../../shapes/engines.ts';
export * from '../../shapes/games.ts';
export * from '../../shapes/recordings.ts';
export * from '../../shapes/sessions.ts';
export * from './bundle.ts';
export * from './checks.ts';
export * from './engines.ts';
export * from './files.ts';
export * from './game.ts';
export * from './host.ts';
export * from './kept.ts';
export * from './replay.ts';
export * from './sessions.ts';
