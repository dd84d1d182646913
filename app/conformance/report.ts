/** Formats the results of checks as text for the user, and as JSON. */
import { counted } from '../games/sentences.ts';
import type { TranscriptMark } from '../protocols/text.ts';
import { type CheckEntry, CheckLevel, type CheckResult, type CheckSummary } from '../shapes/checks.ts';

const levelWords: Readonly<Record<CheckLevel, string>> = {
  must: 'must',
  should: 'should',
  may: 'may',
  beyond: 'beyond the protocol',
};

const marks: Readonly<Record<CheckEntry['direction'], TranscriptMark>> = {
  sent: '-->',
  heard: '<--',
  stderr: '<!!',
  note: '###',
};

/** The most ids to name in a line about checks not run. */
const namedIds = 8;

const verdictWidth = 'not offered'.length;
const indent = ' '.repeat(4);

/** The format of transcripts. Blanks at the end of a line of the engine matter. */
export function entryLine({ seconds, direction, text }: CheckEntry): string {
  const head = `${seconds.toFixed(3).padStart(7)} ${marks[direction]}`;
  return text === '' ? head : `${head} ${text}`;
}

/** A result takes one line; a failure takes more; a check not run takes none, see `notRunLines`. */
export function resultLines(result: CheckResult): string[] {
  const { id, level, sentence, clause, verdict, failure } = result;
  if (verdict === 'not run') return [];
  const head = `${verdict.padEnd(verdictWidth)}  ${id}: ${sentence}`;
  if (failure === null) return [head];
  return [
    head,
    `${indent}where:    ${clause} (${levelWords[level]})`,
    `${indent}expected: ${failure.expected}`,
    `${indent}instead:  ${failure.instead}`,
    `${indent}to do:    ${failure.advice}`,
    ...failure.exchange.map((entry) => `${indent}${entryLine(entry)}`),
    '',
  ];
}

/** Checks not run, grouped by the failed checks they need. */
export function notRunLines(results: readonly CheckResult[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { id, verdict, needs } of results) {
    if (verdict !== 'not run') continue;
    const key = needs.join(', ');
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups].map(([needs, ids]) => {
    const more = ids.length > namedIds ? ` and ${ids.length - namedIds} more` : '';
    return `${'not run'.padEnd(verdictWidth)}  needs ${needs}: ${ids.slice(0, namedIds).join(', ')}${more}`;
  });
}

/** "must: 20 pass, 1 fail" for each level with checks, and the verdict. */
export function summaryLines({ levels: tallies, holds, seconds }: Omit<CheckSummary, 'kind'>): string[] {
  const counted = CheckLevel.options.flatMap((level) => {
    const counts = Object.entries(tallies[level]).filter(([, count]) => count > 0);
    const words = counts.map(([verdict, count]) => `${count} ${verdict}`);
    return words.length === 0 ? [] : [`${levelWords[level]}: ${words.join(', ')}`];
  });
  const verdict = holds ? 'All required rules hold.' : 'Some required rules are broken.';
  return ['', ...counted, `${verdict} (${seconds.toFixed(1)} s)`];
}

/** `engine` and `protocol` are names for the user. */
export interface CheckReport {
  readonly engine: string;
  readonly protocol: string;
  readonly results: readonly CheckResult[];
  readonly summary: CheckSummary;
}

export const headLine = (engine: string, protocol: string, checks: number): string =>
  `${engine} over ${protocol}, ${counted(checks, 'check')}:`;

export const textOf = ({ engine, protocol, results, summary }: CheckReport): string =>
  [
    headLine(engine, protocol, results.length),
    ...results.flatMap(resultLines),
    ...notRunLines(results),
    ...summaryLines(summary),
    '',
  ].join('\n');

export const resultObject = (result: CheckResult) => ({ kind: 'check', ...result });

export const summaryObject = ({ engine, protocol, summary }: Omit<CheckReport, 'results'>) => ({
  ...summary,
  engine,
  protocol,
});

/** One JSON object per line. */
export const jsonOf = (report: CheckReport): string =>
  [...report.results.map(resultObject), summaryObject(report)]
    .map((object) => `${JSON.stringify(object)}\n`)
    .join('');
