/** `plywire check --symmetry`: whether an engine answers positions and their images alike. */
import type { LocalClient } from '../api/transports/in-process.ts';
import type { SymmetryAnswer, SymmetryPair, SymmetrySummary } from '../api/contract.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import type { EngineFlags } from './flags.ts';
import { scoreWords } from './output.ts';
import { engineMeant } from './probe.ts';

/** @throws Exit with 1 if the engine gives no answer. A difference is not a failure: no protocol forbids it. */
export async function checkSymmetry(
  ask: CommandContext<LocalClient>,
  text: string,
  flags: EngineFlags,
): Promise<void> {
  const { client, output, signal } = ask;
  const { engine, name, protocol, options } = await engineMeant(ask, text, flags);
  let total = 0;
  let compared = 0;
  for await (const event of await client.jobs.symmetry({ engine, protocol, options }, { signal })) {
    switch (event.kind) {
      case 'begins':
        total = event.positions;
        output.line(`${name} over ${protocol}: ${total} positions and their images`);
        break;
      case 'compared':
        compared++;
        if (output.json) output.object({ kind: 'pair', ...event.pair });
        else if (event.pair.outcome === 'differ') output.lines(pairLines(event.pair));
        output.passing(`${compared} of ${total} done`);
        break;
      case 'summary':
        output.lines(summaryLines(event));
        if (output.json) output.object({ engine: name, protocol, ...event });
        break;
      case 'failed':
        throw new Exit(exitCodes.failed, `no answer to ${event.position}: ${event.reason}`);
      case 'ended': {
        const { word, reason } = event.ending;
        throw new Exit(
          word === 'unstartable' ? exitCodes.unstartable : exitCodes.failed,
          `${word}: ${reason}`,
        );
      }
    }
  }
}

function pairLines({ symmetry, original, image }: SymmetryPair): string[] {
  return [
    '',
    `differs   ${original.position}`,
    `          ${answerWords(original)}`,
    `${symmetry}:`,
    `          ${image.position}`,
    `          ${answerWords(image)}`,
  ];
}

const answerWords = ({ turn, score, fault }: SymmetryAnswer): string =>
  [turn.join(' '), scoreWords(score, false), fault].filter((part) => part !== '' && part !== null).join('  ');

function summaryLines({ same, ties, differ, repeated, changed, seconds }: SymmetrySummary): string[] {
  const counts = `${same} answered alike, ${ties} with another move of equal score, ${differ} differently`;
  const lines = ['', `${counts} (${seconds.toFixed(1)} s)`];
  if (changed === 0) return lines;
  return [
    ...lines,
    `The engine is not deterministic: of ${repeated} positions asked about twice, ${changed} had another answer. ` +
      'So a difference above may mean nothing. Set a fixed seed, one thread and a depth or node limit if it has them.',
  ];
}
