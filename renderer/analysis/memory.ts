/** What engines said about the position shown at another time, in words, and the way to the line that said it. */
import {
  measureOf,
  type AnalysisState,
  type Evaluation,
  type EvaluationsState,
  type GameState,
  type JudgedReport,
  type Teller,
} from '../../app/api/contract.ts';
import { consoles, showConsole } from '../console/consoles.svelte.ts';
import { ofJournal } from '../console/lines.ts';
import { openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { depthWords } from './score.ts';

export interface Memory {
  readonly evaluation: Evaluation;
  readonly teller: Teller;
}

/** What is remembered about the place shown, the newest first. */
export function memoriesHere(
  { place, here, tellers }: EvaluationsState,
  { key, shown }: Pick<GameState, 'key' | 'shown'>,
): readonly Memory[] {
  if (place?.game !== key || place.node !== shown) return [];
  return here.flatMap((evaluation) => {
    const teller = tellers.find(({ id }) => id === evaluation.teller);
    return teller === undefined ? [] : { evaluation, teller };
  });
}

const isOf = ({ teller }: Memory, { engine, protocol }: AnalysisState): boolean =>
  teller.engine === engine && teller.protocol === protocol;

/** By how much a search must have taken longer to have looked further: of two within the same limit, one always did. */
const longer = { share: 1.25, seconds: 0.5 } as const;

/** Whether an answer that is remembered looked further than one that is being given. */
function isDeeper({ measure }: Evaluation, report: JudgedReport): boolean {
  const now = measureOf(report);
  if (measure.kind === 'seconds' && now.kind === 'seconds')
    return measure.amount > now.amount * longer.share + longer.seconds;
  if (measure.kind === 'claimed' || now.kind === 'claimed')
    return measure.kind !== now.kind && now.kind !== 'claimed';
  return measure.kind === now.kind && measure.amount > now.amount;
}

/** Whether it is the answer that is being given, which is remembered at once. */
const isBeingSaid = ({ evaluation }: Memory, { session, report }: AnalysisState): boolean =>
  session !== null && evaluation.source?.session === session && evaluation.report.text === report?.text;

/** What an engine that analyses said before, while it has not said more; null if nothing. */
export function memoryOf(analysis: AnalysisState, memories: readonly Memory[]): Memory | null {
  const own = memories.filter((memory) => isOf(memory, analysis) && !isBeingSaid(memory, analysis));
  const alike = own.find(({ teller }) =>
    Object.entries(analysis.options).every(([name, value]) => teller.options[name] === value),
  );
  const memory = alike ?? own[0] ?? null;
  if (memory === null || analysis.report?.fault === null) {
    return memory !== null && isDeeper(memory.evaluation, analysis.report!) ? memory : null;
  }
  return memory;
}

/** What was said by engines that have no card. */
export const memoriesBeside = (
  memories: readonly Memory[],
  analyses: readonly AnalysisState[],
): readonly Memory[] => memories.filter((memory) => !analyses.some((one) => isOf(memory, one)));

/** The beginning of the hash of its program: of the script, if it is one. */
export const buildWords = ({ files }: Teller): string => {
  const hash = files.at(-1)?.sha256;
  return hash === undefined ? '' : `build ${hash.slice(0, 4)}…`;
};

const makeFormats = () => ({
  days: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }),
  years: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
  times: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }),
});

/** Made when they are first needed: that takes 30 ms, which the window would wait for when it opens. */
let formats: ReturnType<typeof makeFormats> | null = null;

/** `today at 14:05`, `on 21 Nov`, `on 21 Nov 2025`. */
function whenWords(saidAt: number, now = Date.now()): string {
  const [then, today] = [new Date(saidAt), new Date(now)];
  const { days, years, times } = (formats ??= makeFormats());
  if (then.toDateString() === today.toDateString()) return `today at ${times.format(then)}`;
  return `on ${(then.getFullYear() === today.getFullYear() ? days : years).format(then)}`;
}

/**
 * `said at depth 14 by mine (build 3fa2…) on 21 Nov, mirrored`, `said after 3.2 s by …`, `claimed as decided by …`,
 * `mine at depth 14, from a file written on 21 Nov`.
 */
export function memoryWords({ evaluation, teller }: Memory, now = Date.now()): string {
  const { measure, saidAt, isMirrored } = evaluation;
  const mirrored = isMirrored ? ', mirrored' : '';
  const far = `${measure.kind === 'depth' ? 'at' : 'after'} ${depthWords(measure)}`;
  if (teller.origin === 'file') {
    const told = measure.kind === 'claimed' || measure.amount === 0 ? '' : ` ${far}`;
    return `${visible(teller.name)}${told}, from a file written ${whenWords(saidAt, now)}${mirrored}`;
  }
  const build = buildWords(teller);
  const said = measure.kind === 'claimed' ? 'claimed as decided' : `said ${far}`;
  return `${said} by ${visible(teller.name)}${build === '' ? '' : ` (${build})`} ${whenWords(saidAt, now)}${mirrored}`;
}

/** Lines of the journal around the one that is shown. */
const AROUND = 50;

/** Opens the line that said it: in its console if the session is still listed, or else in a replay. */
export async function openSource(
  app: App,
  { evaluation: { source, report }, teller }: Memory,
): Promise<void> {
  if (teller.origin === 'file') {
    return void app.toast({
      text: `No engine said that here. It is from ${visible(report.text)}.`,
      tone: 'info',
    });
  }
  if (source === null) return void app.toast({ text: 'That session kept no journal.', tone: 'info' });
  const found = await app.run(app.client.evaluations.source(source));
  if (found === undefined) return;
  const { session } = source;
  if (!found.isListed) return openReplay({ kind: 'journal', journal: session }, { at: { line: found.line } });
  showConsole(session);
  const from = Math.max(1, found.line - AROUND);
  const page = await app.run(app.client.finding.lines({ journal: session, from, count: 2 * AROUND + 1 }));
  if (page !== undefined) consoles.of(session).cursor.goToPage(page.map(ofJournal), found.line);
}
