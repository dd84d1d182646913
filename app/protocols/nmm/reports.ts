/** The report that an answer makes for the search that asked. */
import { MEN } from '../../games/morris/index.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import type { Heard } from './messages.ts';
import { briefly } from './oddities.ts';
import type { Go } from './wire.ts';
import type { Score, ScoreUnit } from '../../shapes/games.ts';

export type BestmoveHeard = Extract<Heard, { kind: 'bestmove' | 'none' | 'unreadable-bestmove' }>;

/** What it is as an answer to `go`. */
export function answerOf(heard: BestmoveHeard): Answer {
  switch (heard.kind) {
    case 'bestmove':
      return { kind: 'move', move: heard.read.move, text: briefly(heard.read.text) };
    case 'none':
      return { kind: 'none', text: 'none' };
    case 'unreadable-bestmove':
      return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
}

/** The text leaves open what an eval counts. Engines count men, more or less, of which there are so many. */
const unit: ScoreUnit = { word: 'eval', full: MEN };

/** The engine's own eval, which the text has from the view of the player to move. */
export const scoreOf = (value: number | null): Score | null =>
  value === null ? null : { type: 'static', value, unit };

/** @param truncated it was ended before its time by whoever asked */
export const reportOf = (
  heard: BestmoveHeard,
  go: Pick<Go<unknown>, 'at' | 'eval' | 'nodes'>,
  now: number,
  truncated: boolean,
): Report => ({
  ...bareReport(answerOf(heard), (now - go.at) / 1000),
  score: scoreOf(go.eval),
  nodes: go.nodes,
  truncated,
});
