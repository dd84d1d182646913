/**
 * What stands in records about positions, such as `PWE` of SGF and `[%eval]` of PGN, joined to what engines said here. It is
 * told apart by its teller, whose build is unknown; nothing that asks for an engine's own answers finds it.
 */
import type { Game } from '../games/game.ts';
import {
  allNodes,
  evaluationText,
  type Evaluation as SaidInFile,
  type PlayedGame,
} from '../records/forms/played.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Score } from '../shapes/games.ts';
import { fileTeller, readSaidBy } from './said-by.ts';
import type { EvaluationStore } from './store.ts';

/** The most that is taken of one game. */
const mostOfGame = 10_000;

/** In characters: of a file's name. */
const mostName = 120;

/** Null for a win or a loss of unknown length, for which there is no score. */
function scoreOf({ score }: SaidInFile): { readonly score: Score; readonly exhaustive: boolean } | null {
  switch (score.kind) {
    case 'estimate':
      return { score: { type: 'static', value: score.value }, exhaustive: false };
    case 'draw':
      return { score: { type: 'static', value: 0 }, exhaustive: true };
    case 'win':
    case 'loss': {
      if (score.plies === null) return null;
      const winner = score.kind === 'win' ? 'mover' : 'opponent';
      return { score: { type: 'decisive', winner, plies: score.plies }, exhaustive: false };
    }
  }
}

/** A position of a game that is read, and what its file says of it. */
export interface SaidAt {
  readonly position: unknown;
  readonly said: SaidInFile;
}

export function* saidIn({ root }: PlayedGame): Generator<SaidAt> {
  let count = 0;
  for (const { position, notes } of allNodes(root)) {
    for (const said of notes?.evaluations ?? []) {
      if (count++ >= mostOfGame) return;
      yield { position, said };
    }
  }
}

/**
 * @param file the name of the file, for people
 * @param saidAt when the file was written, in milliseconds since 1970
 * @returns whether it was kept
 */
export function recordFromFile(
  store: Pick<EvaluationStore, 'record'>,
  game: Game,
  { position, said }: SaidAt,
  file: string,
  saidAt: number,
): boolean {
  const scored = scoreOf(said);
  if (scored === null || !Number.isFinite(said.score.kind === 'estimate' ? said.score.value : 0))
    return false;
  const { name, measure, scale } = readSaidBy(said.by);
  const report: JudgedReport = {
    ...{ bestmove: null, turn: [], fault: null, scores: null, staticScale: scale, winningMoves: null },
    ...scored,
    text: `${file.slice(-mostName)}: ${evaluationText(said)}`,
    ...{ depth: null, nodes: null, seconds: 0, truncated: false },
    ...(measure !== null && { [measure.kind]: measure.amount }),
  };
  const teller = fileTeller(name);
  return store.record({ game, position, teller, looked: report, judged: () => report, source: null, saidAt });
}
