/**
 * The report on a game of Connect Four of 40 plies, from the end with warm tables, beside an audit that asks about one
 * position after the other from the start, each time with cold tables. Both are by proof, and give the value of every
 * move played.
 */
import { GameReport } from '../../app/analysis/report/report.ts';
import { Gate } from '../../app/analysis/report/gate.ts';
import { TruthAsker } from '../../app/analysis/truth-asker.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { changed, opened } from '../../app/records/open-tree.ts';
import { newTree, rootId } from '../../app/records/tree.ts';
import { makeProver } from '../../app/truth/registry.ts';
import { unknown } from '../../app/truth/verdict.ts';
import { median, type BenchRow } from './harness.ts';

/** Two players of unequal strength; nobody has won after 40 plies. */
const moves = '4222271712264574337435375751554346666311';
const rounds = 3;

/** @returns seconds, and how many moves are proven before and after @param withLines whether better lines are looked for */
async function report(withLines: boolean): Promise<[seconds: number, proven: number]> {
  const start = connect4.initial();
  const texts = connect4.parseMoves(start, moves).map((move) => String(move + 1));
  const tree = changed(opened(newTree(connect4, 'g-1')), [{ kind: 'play', at: rootId, moves: texts }]).tree;
  const asker = new TruthAsker('dist/app/truth-thread.cjs');
  const began = performance.now();
  const made = new GameReport(
    tree,
    { kind: 'game' },
    [],
    { order: 'backward', onlyUnknown: true, truthSeconds: 600, writes: false },
    {
      askTruth: (line, seconds, signal, part) =>
        part === 'line' && !withLines
          ? Promise.resolve({ verdict: unknown, moves: [] })
          : asker.ask(line, seconds, signal, part),
      memory: { find: () => null, keep: () => undefined },
      gate: new Gate(),
      onChange: () => undefined,
    },
  );
  await made.run(new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  asker.close();
  return [seconds, made.moves.filter(({ was, is }) => was !== null && is !== null).length];
}

/** @returns as `report` */
function audit(): [seconds: number, proven: number] {
  const began = performance.now();
  let position = connect4.initial();
  let proven = 0;
  for (const move of connect4.parseMoves(position, moves)) {
    const { verdict, moves: values } = makeProver('connect4').prove(position, () => false);
    const own = values.find((each) => each.move === move);
    if (verdict.value !== 'unknown' && own?.verdict.value !== 'unknown') proven++;
    position = connect4.play(position, move);
  }
  return [(performance.now() - began) / 1000, proven];
}

export async function run(): Promise<BenchRow[]> {
  const [ours, lines, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const [seconds, proven] = await report(false);
    const [longer] = await report(true);
    const [cold, coldProven] = audit();
    if (proven !== coldProven) throw new Error(`the report proves ${proven} moves, the audit ${coldProven}`);
    ours.push(seconds);
    lines.push(longer);
    theirs.push(cold);
  }
  const reference = { name: 'forward and cold', value: median(theirs) };
  const work = `report on ${moves.length} plies of Connect Four`;
  return [
    { work, unit: 's', ours: median(ours), reference, target: { of: 'ratio', atMost: 0.5 } },
    // The audit gives none.
    { work: `${work}, with better lines`, unit: 's', ours: median(lines), reference, target: null },
  ];
}
