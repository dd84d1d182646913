/** `plywire evaluations`: what engines said about a position, and who said it. */
import { counted } from '../games/sentences.ts';
import type { Evaluation, Teller } from '../api/contract.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { turnWords } from '../records/score-words.ts';
import { gameById } from '../games/registry.ts';
import { lineOf } from '../api/known.ts';
import type { CommandContext } from './exit.ts';
import { positionOf, type PositionFlags } from './flags.ts';
import { scoreWords } from './output.ts';

/** Newest first. */
export async function evaluations(
  { client, output }: CommandContext<LocalClient>,
  gameId: string,
  flags: PositionFlags,
): Promise<void> {
  const asked = positionOf(gameId, flags);
  const { position } = lineOf(asked);
  const found = await client.evaluations.of(asked);
  const tellers = new Map(found.tellers.map((teller) => [teller.id, teller]));
  if (output.json) {
    const all = found.evaluations.map((each) => ({ ...each, teller: tellers.get(each.teller)! }));
    return output.objects(all.map((each) => ({ kind: 'evaluation', ...each })));
  }
  output.line(gameById(gameId).positionText(position));
  if (found.evaluations.length === 0) output.line('No engine has said anything about it.');
  for (const each of found.evaluations) output.lines(linesOf(each, tellers.get(each.teller)!));
}

/** Deletes what files said, of all games. */
export async function forgetFiles({ client, output }: CommandContext<LocalClient>): Promise<void> {
  const { evaluations: deleted, isPartly } = await client.evaluations.clear({ origin: 'file' });
  if (output.json) return output.object({ kind: 'deleted', evaluations: deleted, isPartly });
  output.line(`Deleted ${counted(deleted, 'evaluation')} that files said.`);
  if (isPartly) output.remark('what another running Plywire has kept stays; close it and try again');
}

function linesOf(evaluation: Evaluation, teller: Teller): string[] {
  const { report, saidAt, source, isMirrored, measure } = evaluation;
  const options = Object.entries(teller.options).map(([name, value]) => `${name}=${value}`);
  const parts = [
    `move ${turnWords(report) ?? 'none'}`,
    scoreWords(report.score, report.exhaustive),
    // A file need not say how far an engine looked.
    ...(teller.origin === 'file' && measure.kind === 'seconds' && measure.amount === 0
      ? []
      : [measureWords(measure)]),
    ...(isMirrored ? ['mirrored'] : []),
  ];
  const build = teller.files[0]?.sha256.slice(0, 8) ?? 'unknown';
  const who = teller.origin === 'file' ? 'from a file' : `${teller.protocol}, build ${build}`;
  return [
    [`${teller.name} (${who})`, ...teller.args, ...options].join(' '),
    `  ${parts.join('  ')}`,
    `  ${new Date(saidAt).toISOString().slice(0, 19).replace('T', ' ')}  ${source === null ? (teller.origin === 'file' ? report.text : 'no journal') : `${source.session}: ${source.text}`}`,
  ];
}

function measureWords({ kind, amount }: Evaluation['measure']): string {
  switch (kind) {
    case 'claimed':
      return 'claimed as decided';
    case 'depth':
      return `depth ${amount}`;
    case 'nodes':
      return `${amount} nodes`;
    case 'seconds':
      return `${amount.toFixed(2)} s`;
  }
}
