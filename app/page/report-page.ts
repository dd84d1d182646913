/** The report on a game as a page: the game with its verdicts, each side's errors, the turning points, and who said so. */
import type { Game } from '../games/game.ts';
import { kindOf } from '../analysis/report/summary.ts';
import { verdictWords, weightSigns, type NameOf } from '../records/verdict-words.ts';
import { boardSvg } from '../pictures/board-svg.ts';
import { escaped } from '../pictures/svg.ts';
import { lineThrough } from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { gameOf, pathTo, rootId, type GameTree } from '../records/tree.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Score, Truth } from '../shapes/games.ts';
import type { ReportedMove, ReportEngineState, ReportSide } from '../shapes/report.ts';
import type { NodeId } from '../shapes/tree.ts';
import { pageDocument } from './document.ts';
import { graphKey, graphOf, type Curve } from './graph.ts';
import { mostSteps, moveWords, movesOf, playable, subtitleOf, titleOf } from './game-parts.ts';
import { gaugeWords, steppingBoard, type Step } from './stepping-board.ts';

export interface ReportPageInput {
  readonly tree: GameTree;
  readonly moves: readonly ReportedMove[];
  readonly sides: readonly [ReportSide, ReportSide];
  readonly turningPoints: readonly NodeId[];
  readonly engines: readonly ReportEngineState[];
  /** Whether Plywire looked for proofs. */
  readonly asksTruth: boolean;
  /** Whether the report was finished. */
  readonly isDone: boolean;
  readonly version: string;
  readonly madeAt: Date;
}

export function reportPage(input: ReportPageInput): string {
  const { tree, isDone, version, madeAt } = input;
  const game = gameOf(tree);
  const title = `${titleOf(tree) ?? game.name}: report`;
  const body = `<main>
<header><h1>${escaped(title)}</h1>
<p class="dim">${escaped(subtitleOf(tree, title))}</p>${
    isDone ? '' : '<p><strong>This report was stopped before it was finished.</strong></p>'
  }</header>
${gamePart(input, game)}
${sidesPart(input, game)}
${turningPart(input, game)}
${tellersPart(input)}
${aboutPart(input)}
<p class="about">Made by Plywire ${escaped(version)} on ${madeAt.toISOString().slice(0, 10)}. This page loads nothing from anywhere.</p>
</main>`;
  return pageDocument(title, body);
}

const nameIn = (engines: readonly ReportEngineState[]): NameOf => {
  const names = new Map(engines.flatMap(({ teller, name }) => (teller === null ? [] : [[teller.id, name]])));
  return (teller) => names.get(teller) ?? 'an engine';
};

/** The nodes of the line that the board steps through: the one with most reported moves, which is the main line usually. */
function lineOf({ tree, moves }: ReportPageInput): readonly NodeId[] {
  const reported = new Set(moves.map(({ node }) => node));
  const main = lineThrough(tree, rootId);
  if (main.some((node) => reported.has(node))) return main;
  const last = moves.at(-1);
  return last === undefined ? main : lineThrough(tree, last.node);
}

function gamePart(input: ReportPageInput, game: Game): string {
  const { tree, moves, engines } = input;
  const positions = new Positions(tree);
  const nameOf = nameIn(engines);
  const byNode = new Map(moves.map((move) => [move.node, move]));
  const line = playable(tree, positions, lineOf(input)).slice(0, mostSteps);
  const steps: Step[] = [{ position: positions.at(tree, rootId), last: null, words: 'The start' }];
  for (const node of line) {
    const before = steps.at(-1)!.position;
    const move = game.parseMove(before, tree.nodes.get(node)!.move);
    const reported = byNode.get(node);
    const words = [moveWords(tree, positions, node), ...(reported ? said(reported, nameOf) : [])].join(' · ');
    steps.push({ position: positions.at(tree, node), last: { before, move }, words });
  }
  const names: [string, string] = [game.seats[0].name, game.seats[1].name];
  const curves = curvesOf(line, byNode, engines);
  const proven = [null, ...line.map((node) => provenOf(byNode.get(node)))];
  // What is proven of the first position is what its best move keeps.
  const first = byNode.get(line[0] ?? -1);
  if (first?.was) proven[0] = signed(first.was, first.seat);
  const errors = line.flatMap((node, index) => {
    const move = byNode.get(node);
    if (!move || move.weight === null) return [];
    return [
      {
        ply: index + 1,
        weight: move.weight,
        words: `${moveWords(tree, positions, node)} ${said(move, nameOf).join(' ')}`,
      },
    ];
  });
  const hasProofs = proven.some((value) => value !== null);
  const graph =
    hasProofs || curves.length > 0
      ? `<div class="graph">${graphOf({ plies: line.length, curves, proven, errors, sides: names })}${graphKey(curves, hasProofs)}</div>`
      : '';
  return `<section class="game">${steppingBoard(game, steps)}
<div><h2>Moves</h2>${moveList(input, line, byNode)}${variations(input, new Set(line))}</div></section>${graph}`;
}

function moveList(
  { tree, turningPoints }: ReportPageInput,
  line: readonly NodeId[],
  byNode: ReadonlyMap<NodeId, ReportedMove>,
): string {
  return movesOf(tree, line, (node, ply) => {
    const isTurning = turningPoints.includes(node);
    const weight = byNode.get(node)?.weight ?? null;
    const sign = weight === null ? '' : `<span class="sign ${weight}">${weightSigns[weight]}</span>`;
    const [tag, link] = isTurning ? ['a', ` href="#turn-${node}"`] : ['span', ''];
    return `<${tag}${link} data-ply="${ply}">${escaped(tree.nodes.get(node)!.move)}${sign}</${tag}>`;
  });
}

function variations({ tree, moves, engines }: ReportPageInput, onLine: ReadonlySet<NodeId>): string {
  const nameOf = nameIn(engines);
  const others = moves.filter(({ node, weight }) => !onLine.has(node) && weight !== null);
  if (others.length === 0) return '';
  const items = others.map((move) => {
    const way = pathTo(tree, move.node)
      .slice(-4)
      .map((node) => node.move)
      .join(' ');
    const sign = weightSigns[move.weight!];
    return `<li>${escaped(`ply ${move.ply}, … ${way}`)}<span class="sign ${move.weight}">${sign}</span> ${escaped(said(move, nameOf).join(' '))}</li>`;
  });
  return `<h2>In variations</h2><ul>${items.join('')}</ul>`;
}

const said = ({ verdicts, how }: ReportedMove, nameOf: NameOf): string[] =>
  verdicts.map((verdict) => verdictWords(verdict, nameOf, how));

function curvesOf(
  line: readonly NodeId[],
  byNode: ReadonlyMap<NodeId, ReportedMove>,
  engines: readonly ReportEngineState[],
): Curve[] {
  return engines.flatMap(({ teller, name }): Curve[] => {
    if (teller === null) return [];
    const scores = line.map((node) => {
      const move = byNode.get(node);
      const is = move?.figures.find((figure) => figure.teller === teller.id)?.is ?? null;
      return move === undefined || is === null ? null : { is, seat: move.seat };
    });
    const full = Math.max(
      1,
      ...scores.map((score) =>
        score?.is.type !== 'static' ? 0 : (score.is.unit?.full ?? Math.abs(score.is.value)),
      ),
    );
    const values = scores.map((score) => (score === null ? null : heightOf(score.is, score.seat, full)));
    return values.every((value) => value === null) ? [] : [{ name, values: [null, ...values] }];
  });
}

function heightOf(score: Score, seat: number, full: number): number {
  const own =
    score.type === 'decisive'
      ? score.winner === 'mover'
        ? 1
        : -1
      : Math.max(-0.95, Math.min(0.95, score.value / full));
  return seat === 0 ? own : -own;
}

const provenOf = (move: ReportedMove | undefined): number | null =>
  move === undefined || move.is === null ? null : signed(move.is, move.seat);

function signed({ outcome }: Truth, seat: number): number {
  const own = outcome === 'draw' ? 0 : outcome === 'win' ? 1 : -1;
  return seat === 0 || own === 0 ? own : -own;
}

function sidesPart({ sides }: ReportPageInput, game: Game): string {
  const rows: [string, (side: ReportSide) => string | number][] = [
    ['Moves', ({ moves }) => moves],
    ['Blunders (??)', ({ blunders }) => blunders],
    ['Mistakes (?)', ({ mistakes }) => mistakes],
    ['Inaccuracies (?!)', ({ inaccuracies }) => inaccuracies],
    ['Errors by proof', ({ proven }) => proven],
    ['Errors by claim', ({ claimed }) => claimed],
    ['Errors by judgement', ({ judged }) => judged],
    ['Moves whose value is proven', ({ known, moves }) => `${known} of ${moves}`],
    ['Moves that nothing could assess', ({ unassessed, moves }) => `${unassessed} of ${moves}`],
    [
      'Value kept where there was some to lose',
      ({ kept, couldLose }) =>
        couldLose === 0 ? '–' : `${kept} of ${couldLose} (${Math.round((100 * kept) / couldLose)} %)`,
    ],
    ['Wins made slower', ({ slowerWins }) => slowerWins],
    ['Losses made faster', ({ fasterLosses }) => fasterLosses],
  ];
  const body = rows.map(
    ([title, of]) =>
      `<tr><th scope="row">${title}</th>${sides.map((side) => `<td class="number">${of(side)}</td>`).join('')}</tr>`,
  );
  const heads = game.seats.map(({ name }) => `<th scope="col" class="number">${escaped(name)}</th>`).join('');
  return `<section><h2>Each side</h2><div class="wide sides"><table><thead><tr><th></th>${heads}</tr></thead><tbody>${body.join('')}</tbody></table></div></section>`;
}

function turningPart({ tree, turningPoints, moves, engines }: ReportPageInput, game: Game): string {
  if (turningPoints.length === 0) return '';
  const positions = new Positions(tree);
  const nameOf = nameIn(engines);
  const byNode = new Map(moves.map((move) => [move.node, move]));
  const line = lineThrough(tree, rootId);
  const cards = turningPoints.map((node) => {
    const move = byNode.get(node)!;
    const parent = tree.nodes.get(node)!.parent!;
    const before = positions.at(tree, parent);
    const position = positions.at(tree, node);
    const played = game.parseMove(before, move.move);
    const kind = kindOf(move);
    const gauges = gaugeWords(game, game.view(position, null).gauges);
    const ply = line.indexOf(node) + 1;
    const at = ply > 0 ? ` data-ply="${ply}"` : '';
    return `<article class="turn" id="turn-${node}">${boardSvg(game, position, { last: { before, move: played } })}
<h3><span${at}>${escaped(moveWords(tree, positions, node))} <span class="sign ${move.weight}">${weightSigns[move.weight!]}</span></span> <span class="kind ${kind}">${kind}</span></h3>
${said(move, nameOf)
  .map((words) => `<p>${escaped(words)}</p>`)
  .join(
    '',
  )}${move.better.length === 0 ? '' : `<p>Better: <strong>${escaped(move.better.join(' '))}</strong></p>`}${
      gauges.length === 0 ? '' : `<p class="about">${escaped(gauges.join(' · '))}</p>`
    }</article>`;
  });
  return `<section><h2>Turning points</h2><div class="turns">${cards.join('\n')}</div></section>`;
}

function tellersPart({ engines }: ReportPageInput): string {
  if (engines.length === 0) return '';
  const rows = engines.map((engine) => {
    const { teller, name, protocol, limit, answered, known, skipped, failed, state, reason, scale } = engine;
    const files = teller?.files.map(
      (file) => `<br><code>${escaped(file.name)} sha256:${escaped(file.sha256)}</code>`,
    );
    const left =
      state === 'left'
        ? `<br>Left: ${escaped(reason ?? 'it ended')}`
        : failed > 0
          ? `<br>Failed at ${failed}: ${escaped(reason ?? 'it gave no answer')}`
          : '';
    return (
      `<tr><td><strong>${escaped(name)}</strong>${files?.join('') ?? ''}</td><td>${escaped(protocol)}</td>` +
      `<td>${limitWords(limit)}</td><td>${escaped(scale ?? 'no scale: its scores are not judged')}</td>` +
      `<td>${answered} asked, ${known} known before, ${skipped} skipped${left}</td></tr>`
    );
  });
  const heads = ['Engine and build', 'Protocol', 'Limit', 'Thresholds', 'Positions'];
  return `<section><h2>Engines</h2><div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

export function limitWords(limit: Limit): string {
  switch (limit.kind) {
    case 'time':
      return `${limit.seconds} s`;
    case 'depth':
      return `depth ${limit.plies}`;
    case 'none':
      return 'the engine decides';
  }
}

const aboutPart = ({ asksTruth }: ReportPageInput): string => `<section><h2>How to read this</h2>
<p class="about"><span class="kind proven">proven</span> ${
  asksTruth
    ? 'The value of the position is proven before and after the move, by Plywire or by an engine that comes with it.'
    : 'Plywire was not asked for proofs.'
} Win to draw is a mistake; win to loss and draw to loss are blunders. A slower win or a faster loss is not an error.</p>
<p class="about"><span class="kind claimed">claimed</span> The decisive score of an engine changed sides.
<span class="kind judged">judged</span> A static score fell by at least the threshold on the engine's own scale, which stands in the table of engines. Nothing is judged of an engine without scores or without a scale.</p></section>`;
