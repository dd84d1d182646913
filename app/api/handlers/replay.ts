import {
  answersOf,
  latencyOf,
  notablesOf,
  rowsOf,
  shownRemarks,
  type ReplayLine,
} from '../../replay/events.ts';
import type { LineContext, OpenReplay } from '../../replay/opened.ts';
import { meaningWords, remarkWords } from '../../replay/words.ts';
import type { HitPage } from '../../replay/search.ts';
import type { LineQuery } from '../../shapes/recordings.ts';
import type { ReplayAt, ReplayFocus, ReplayRow, ReplaySearchEvent, ReplayShape } from '../contract.ts';
import type { Core } from '../core.ts';
import { refusing } from '../refusal.ts';
import { withProgress } from '../progress.ts';
import { os } from './base.ts';
import { asRefusal, progressPause } from './finding.ts';

const { replay } = os;

/** Maximum number of characters of a text in a list, and in a line that is shown in full. */
const listedCharacters = 300;
const fullCharacters = 64 * 1024;

/** Maximum number of answered lines per row, and of remarks on a line that is shown in full. */
const mostAnswers = 32;
const mostRemarks = 100;

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** @param whole whether the line is shown in full, not in a list */
function rowOf(line: ReplayLine, whole: boolean): ReplayRow {
  const { passed, remarks, row } = line;
  const most = whole ? fullCharacters : listedCharacters;
  const shown = remarks.slice(0, whole ? mostRemarks : shownRemarks);
  return {
    ...{ line: passed.line, row, rows: rowsOf(line), seconds: passed.seconds, kind: passed.kind },
    text: passed.text.slice(0, most),
    shortened: Math.max(0, passed.text.length - most),
    cut: passed.cut ?? 0,
    end: passed.end ?? null,
    typed: passed.kind === 'sent' && passed.typed === true,
    asks: passed.kind === 'sent' && passed.asks === true,
    answers: answersOf(line).slice(0, mostAnswers),
    milliseconds: latencyOf(line),
    meaning: shortened(meaningWords(passed), most),
    illegal: notablesOf(line).has('illegal'),
    remarks: shown.map((remark) => ({ kind: remark.kind, text: shortened(remarkWords(remark), most) })),
    omitted: remarks.length - shown.length,
  };
}

function focusOf({ line, place, answer }: LineContext): ReplayFocus {
  return {
    line: rowOf(line, true),
    place: place && {
      ...{ line: place.line, position: place.position },
      ...{ move: place.move ?? null, fault: place.fault ?? null },
    },
    answer,
  };
}

function lineAt(open: OpenReplay, at: ReplayAt): Promise<ReplayLine | null> {
  switch (at.kind) {
    case 'line':
      return open.line(at.line);
    case 'seconds':
      return open.lineAt(at.seconds);
    case 'row':
      return open.lineAtRow(at.row);
    case 'find':
      return open.find(at.from, at.way, at);
  }
}

async function* search(
  { searcher }: Core,
  open: OpenReplay,
  query: LineQuery,
  page: HitPage,
  signal?: AbortSignal,
): AsyncGenerator<ReplaySearchEvent> {
  const directions = new Set<string>(query.directions);
  let lines = 0;
  const searching = open.search(
    (passed) =>
      passed.kind === 'unreadable' ||
      directions.has(passed.kind === 'sent' && passed.typed === true ? 'typed' : passed.kind),
    page,
    (texts, line) => searcher.matching(query, texts, line, signal),
    (searched) => (lines = searched),
  );
  const progress = () => ({ kind: 'progress', lines, of: Math.max(lines, open.counts.lines) }) as const;
  const { hits, ...found } = yield* withProgress(asRefusal(searching), progress, progressPause);
  yield { kind: 'found', ...found, hits: [...hits] };
}

export const replayHandlers = {
  open: replay.open.handler(async ({ input, context: { core }, signal }) =>
    refusing(await core.replays.open(input, signal)),
  ),
  page: replay.page.handler(async ({ input, context: { core } }) =>
    (await core.replays.get(input.replay).page(input.from, input.rows)).map((line) => rowOf(line, false)),
  ),
  listed: replay.listed.handler(async ({ input, context: { core } }) => {
    const { lines, total } = await core.replays
      .get(input.replay)
      .listed(input.sought, input.from, input.count);
    return { lines: lines.map((line) => rowOf(line, false)), total };
  }),
  look: replay.look.handler(async ({ input, context: { core } }) => {
    const open = core.replays.get(input.replay);
    const line = await lineAt(open, input.at);
    return line && focusOf(await open.focus(line));
  }),
  placeIn: replay.placeIn.handler(({ input, context: { core } }) => ({
    index: core.replays.get(input.replay).placeIn(input.sought, input.line),
  })),
  search: replay.search.handler(({ input, context: { core }, signal }) => {
    const { replay: id, query, ...page } = input;
    return refusing(search(core, core.replays.get(id), query, page, signal));
  }),
  shape: replay.shape.handler(({ input, context: { core } }) => {
    const { width, sent, heard, marked } = core.replays.get(input.replay).shape;
    const bins = Object.entries(marked).map(([mark, which]) => [mark, [...which]] as const);
    return {
      ...{ width, sent: [...sent], heard: [...heard] },
      marked: Object.fromEntries(bins) as ReplayShape['marked'],
    };
  }),
};
