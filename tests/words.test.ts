/**
 * The words of the code, the documents and the screen: names that were retired and phrases that a technical writer
 * would not use stay out, each with what to write instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Retired {
  /** Matched in each line of the files. */
  readonly word: RegExp;
  readonly instead: string;
}

/** Names that were declared once, as they stand in identifiers and file names. */
const names: readonly Retired[] = [
  { word: /Chair(?![a-z])|\bchairs?\b/, instead: 'EngineHandle' },
  { word: /Crew(?![a-z])|\bcrew\b/, instead: 'EngineLauncher' },
  { word: /Roster|\broster\b/, instead: 'SessionRegistry' },
  { word: /Berth|\bberths?\b/, instead: 'SessionEntry' },
  { word: /Scout|\bscouts?\b/, instead: 'LineExplorer' },
  { word: /\bWard(?![a-z])|\bwards?\b/, instead: 'OwnedProcess' },
  { word: /\bBeing\b/, instead: 'ProcessIdentity' },
  { word: /Sieve|\bsieve\b/, instead: 'FilteredLines' },
  { word: /Weaver|\bweaver\b|\bwoven\b/, instead: 'LineMerger, merged' },
  { word: /Spool|\bspools?\b/, instead: 'ReplayIndex, ReplayFolder' },
  { word: /\bTrips\b/, instead: 'Latencies' },
  { word: /Household/, instead: 'SharedHome' },
];

/** Phrases of comments, documents and texts on the screen. */
const phrases: readonly Retired[] = [
  { word: /\b[Nn]obody\b/, instead: 'the one who does not: no engine, no user, no process' },
  {
    word: /\b[Ss]omebody\b|\b[Aa]nybody\b|\b[Ee]verybody\b/,
    instead: 'the user, the caller, another process',
  },
  { word: /\b[Ww]ho(m)?ever\b|\bwhatsoever\b/, instead: 'the user, the caller, the client' },
  { word: /\b(is|are) had\b/, instead: 'is available' },
  { word: /\bof whom\b|\bwhom it\b/, instead: 'a sentence with the subject first' },
  { word: /\bis there already\b/, instead: 'already exists' },
  { word: /\bsaid nothing\b/, instead: 'printed nothing' },
  {
    word: /(?<!\b[Tt]here )\b(is|are|was|were) no (?!longer|better|worse|larger|smaller|wider|more|less|other\b)\w/,
    instead: 'is not a',
  },
  { word: /\bthe house\b|\bThe house\b/, instead: 'the host' },
];

/** Where a word stands for something else. */
const exceptions: readonly { readonly file: string; readonly word: string; readonly why: string }[] = [
  { file: 'app/bundle/patterns.ts', word: 'nobody', why: 'the name of a user of Unix' },
];

/** Tracked files by these endings, without tests' own, which name engines and users as strangers do. */
function files(): readonly string[] {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  return tracked.filter(
    (file) =>
      /\.(ts|svelte|mjs|css|md)$/.test(file) &&
      !/^(tests\/|CHANGELOG\.md)|\.test\.ts$|\/testing\/|\.fixture\.ts$/.test(file),
  );
}

function found(retired: readonly Retired[], file: string, text: string): readonly string[] {
  // The file's own name as line 0.
  return [file, ...text.split('\n')].flatMap((line, index) =>
    retired.flatMap(({ word, instead }) => {
      const match = word.exec(line)?.[0];
      if (match === undefined || exceptions.some((one) => one.file === file && one.word === match)) return [];
      return [`${file}:${index}: "${match}"; write ${instead}`];
    }),
  );
}

it.each([
  ['retired names', names],
  ['retired phrases', phrases],
])('no file has %s', (_, retired) => {
  const all = files();
  expect(all.length).toBeGreaterThan(500);
  expect(all.flatMap((file) => found(retired, file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('each exception is needed', () => {
  for (const { file, word } of exceptions) expect(readFileSync(file, 'utf8')).toContain(word);
});

it('finds a retired name and a retired phrase', () => {
  expect(found(names, 'x.ts', 'const Chair = 1;')).toEqual(['x.ts:1: "Chair"; write EngineHandle']);
  expect(found(phrases, 'x.md', 'one\nwhoever asks')).toHaveLength(1);
});
