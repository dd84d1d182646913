/** NMM, the Nine men's morris Protocol: the engine follows the game, or is told a position, and is asked to go. */
export { createNmmResponder, WIN, type NmmEngine } from './responder.ts';
