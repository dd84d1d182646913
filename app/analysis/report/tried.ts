/** A move that is tried in the place of a reported one: what is proven of it, and what the report's engines say to it. */
import { extendLine, type Line } from '../../games/line.ts';
import { scoreWords } from '../../records/score-words.ts';
import { truthWords, verdictWords, type NameOf } from '../../records/verdict-words.ts';
import type { JudgedReport } from '../../shapes/analysis.ts';
import type { Teller } from '../../shapes/evaluations.ts';
import type { TriedMove } from '../../shapes/report.ts';
import type { NodeId } from '../../shapes/tree.ts';
import type { AskTruth } from '../truth-asker.ts';
import type { Findings, TriedBy } from './findings.ts';
import { Lane, type LaneEngine, type Memory } from './lane.ts';

/** Seconds for the proof of a move that is tried. */
const triedSeconds = 3;

/** An engine of the report. */
export interface Advisor {
  readonly engine: LaneEngine;
  /** Null if it cannot be asked. */
  readonly who: Teller | null;
}

export interface TriedPorts {
  readonly findings: Findings;
  /** In the order of the findings' judges. */
  readonly advisors: readonly Advisor[];
  readonly askTruth: AskTruth;
  readonly memory: Memory;
  readonly nameOf: NameOf;
}

/**
 * Asks for the truth about a move and, unless that decides, each engine of the report about the position after it, within
 * its limit.
 * @param node the reported move
 * @param text of the move that is tried
 * @throws BadNotation | IllegalMove
 */
export async function tryMove(
  ports: TriedPorts,
  node: NodeId,
  text: string,
  signal: AbortSignal,
): Promise<TriedMove> {
  const { findings, advisors, askTruth, nameOf } = ports;
  const before = findings.positions.line(findings.tree, findings.tree.nodes.get(node)!.parent!);
  const { game, position } = before;
  const move = game.parseMove(position, text);
  const after = extendLine(before, move);
  const mover = game.seatToMove(position);
  const tried = {
    move: game.moveText(position, move),
    turns: game.seatToMove(after.position) !== mover,
    after: (await askTruth(after, triedSeconds, signal, 'value')).verdict,
  };
  let judged = findings.judge(node, tried, []);
  if (judged.values.is === null) {
    const said = await Promise.all(
      advisors.map((advisor, index) => ask(ports, advisor, { before, after }, index, node, signal)),
    );
    judged = findings.judge(node, tried, said);
  }
  const { values, verdicts, weight, isAssessed, figures } = judged;
  const side = game.seats[mover].name;
  if (weight !== null) {
    const against = verdicts.filter((each) => each.weight !== null);
    return {
      outcome: 'lost',
      words: against.map((each) => verdictWords(each, nameOf, values.how)).join(' '),
    };
  }
  if (values.is !== null) {
    const words = `Proven: ${truthWords(values.is)} for ${side} (${values.how ?? 'an engine'}).`;
    if (values.was !== null) return { outcome: 'kept', words };
    // What was at best is not known: the move of the game is what it is held to.
    if (values.is.outcome === 'loss') return { outcome: 'lost', words };
    return { outcome: findings.move(node).is?.outcome === 'loss' ? 'kept' : 'unknown', words };
  }
  const sentences = figures.map(({ teller, was, is, isOwn }) =>
    isOwn || was === null || is === null
      ? `${nameOf(teller)} would play it.`
      : `${nameOf(teller)}: was ${scoreWords(was)}, is ${scoreWords(is)} for ${side}.`,
  );
  if (isAssessed) return { outcome: 'kept', words: sentences.join(' ') };
  return { outcome: 'unknown', words: ['Nothing is known against it.', ...sentences].join(' ') };
}

/** What an engine says about the positions before and after the move, as far as it can tell something of the move. */
async function ask(
  { findings, memory }: TriedPorts,
  { engine, who }: Advisor,
  { before, after }: { readonly before: Line; readonly after: Line },
  index: number,
  node: NodeId,
  signal: AbortSignal,
): Promise<TriedBy> {
  const parent = findings.tree.nodes.get(node)!.parent!;
  const known = findings.said(index, parent);
  if (who === null) return { before: known, after: null };
  const lane = new Lane(engine, () => undefined);
  const answer = async (line: Line): Promise<JudgedReport | null> => {
    const remembered = memory.find(line, who, engine.limit);
    if (remembered !== null || line.game.result(line.position) !== null) return remembered;
    const heard = await lane.ask(line, never, signal);
    if (heard.kind !== 'report') return null;
    memory.keep(line, who, engine.limit, heard.report);
    return heard.report;
  };
  try {
    const said = await answer(after);
    // A report asks no engine about a position whose value is proven, but a score needs one to compare with.
    const other = known === null && said?.score ? await answer(before) : known;
    return { before: other, after: said };
  } finally {
    await lane.close();
  }
}

const never = new AbortController().signal;
