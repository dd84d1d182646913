/** The README of a bundle, for a reader who has never seen Plywire. */
import { protocols } from '../protocols/registry.ts';
import { bundledJournal } from '../replay/bundle-file.ts';
import { marks } from '../replay/words.ts';
import { harmless } from '../sessions/harmless.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import type { JournalDigest } from './account.ts';
import type { BundleSource } from './case.ts';
import type { MaskKind } from './patterns.ts';
import type { Study } from './study.ts';

/** The sent lines, for a pipe. */
export const sentLines = 'sent.txt';
export const versionFile = 'version.txt';

export const kindWords: Readonly<Record<MaskKind, string>> = {
  plywire: "Plywire's home folder",
  home: 'your home folder',
  'other home': 'other home folders',
  environment: 'values of environment variables',
  user: 'your user name',
  host: "this machine's name",
};

/** @param name of the bundle's file */
export function readme(of: BundleSource, study: Study, name: string): string {
  return [
    ...heading(of, study),
    ...happened(of, study.account),
    ...again(of, study, name),
    ...files(of),
    ...masks(study),
    '',
  ].join('\n');
}

function heading(
  { title, startedAt, purpose, engine }: BundleSource,
  { protocol }: Study,
): readonly string[] {
  const spoken = protocols.get(protocol ?? '')?.name ?? 'an unknown protocol';
  const { name, author } = engine?.identity ?? { name: null, author: null };
  const said =
    name === null
      ? []
      : [`The engine calls itself ${code(name)}${author === null ? '' : ` by ${code(author)}`}.`];
  return [
    `# A session of ${inline(title)} over ${spoken}`,
    '',
    [
      `The session began ${startedAt === null ? 'at an unknown time' : `at ${startedAt}`}`,
      `${purpose === null ? '' : ` (${purpose})`}.`,
      ...said.map((sentence) => ` ${sentence}`),
    ].join(''),
    '',
  ];
}

function happened(
  { ending, runs, program, startedAt, game }: BundleSource,
  account: JournalDigest,
): readonly string[] {
  const lost = game?.ending ?? account.forfeit;
  const word = ending?.word ?? account.ending;
  const reason = ending?.reason ?? account.reason;
  const how =
    word === null
      ? runs
        ? 'The engine was still running when this bundle was made.'
        : 'The journal does not say how the session ended.'
      : `The session ended as **${word}**${reason === null ? '.' : `: ${inline(reason)}`}`;
  const rebuilt = program !== null && startedAt !== null && program.modified > startedAt;
  return [
    '## What happened',
    '',
    ...(lost ? [`The game ended as **${lost.word}**: ${inline(lost.reason)}`, ''] : []),
    how,
    ...(ending?.lastHeard ? ['', `The last line heard: ${code(ending.lastHeard)}`] : []),
    '',
    `${account.lines} lines, ${account.answered} of ${account.requests} requests answered.`,
    ...(rebuilt
      ? ['', 'The program changed after the session began; `engine.json` describes the newer one.']
      : []),
    ...section(
      'Failures, late answers and missing answers:',
      account.troubles,
      ({ line, text }) => `line ${line}: ${text}`,
    ),
    ...section(
      'Deviations from the protocol that were tolerated:',
      account.oddities,
      ({ name, clause, count, line, text }) =>
        `${name}, ${count} times, first in line ${line}: ${text} (${clause})`,
    ),
    ...quote(
      'The end of the conversation:',
      account.tail.map(({ direction, text }) => `${marks[direction]} ${text}`),
    ),
    ...quote('The end of stderr:', ending?.stderrTail ?? []),
    '',
  ];
}

function again({ engine }: BundleSource, { protocol }: Study, name: string): readonly string[] {
  const args = engine?.args ?? [];
  const settings = Object.entries(engine?.settings ?? {});
  const spoken = [
    ...settings.map(([id, value]) => `--setting ${shellWord(`${id}=${value}`)}`),
    ...(protocol === null ? [] : [`--protocol ${protocol}`]),
  ];
  const file = shellWord(name);
  const alone = ['plywire replay', file, ...spoken].join(' ');
  const against = [
    '--against',
    engine?.bundled ?? './engine',
    ...args.map((arg) => `--arg ${shellWord(arg)}`),
  ];
  const command = ['plywire replay', file, ...against, ...spoken].join(' ');
  const pipe = [`unzip -p ${file} ${sentLines} | ./engine`, ...args.map(shellWord)].join(' ');
  return [
    '## To reproduce it',
    '',
    'This sends the same lines to an engine and compares its answers with this session:',
    '',
    ...block([command]),
    '',
    'A search that was stopped has as long again. Other pauses are left out, unless you add `--pace recorded`.',
    `Without an engine, \`${alone}\` explains the session line by line.`,
    'In the window, open the file with Ctrl+O or drop it there.',
    '',
    'Without Plywire, all lines at once (some engines need pauses between the lines):',
    '',
    ...block([pipe]),
    '',
  ];
}

const files = ({ journal }: BundleSource): readonly string[] => [
  '## Contents',
  '',
  `- \`${bundledJournal}\`: the session's journal (${journal.bytes} bytes before masking), every byte in both directions`,
  `- \`${sentLines}\`: the lines sent to the engine`,
  '- `game.txt`: the game, or the last position sent',
  '- `engine.json`: settings of the engine, size and SHA-256 of its program',
  '- `ending.json`: how the session ended, oddities with their clauses',
  '- `host.json`: the machine',
  '',
];

function masks({ places, counts, left, inTalk }: Study): readonly string[] {
  const kinds = (Object.entries(counts) as [MaskKind, number][]).map(
    ([kind, count]) => `${kindWords[kind]} ${count}`,
  );
  const stay = left.map((kind) => kindWords[kind]);
  return [
    '## Masked data',
    '',
    places === 0
      ? 'Nothing in the journal was masked.'
      : `${places} ${places === 1 ? 'place' : 'places'} in the journal: ${kinds.join(', ')}.`,
    'Line ends and all other bytes are unchanged; a replay of the masked journal gives the same report.',
    ...(stay.length > 0 && inTalk > 0
      ? [`Not masked, because masking would change the conversation: ${stay.join(', ')}.`]
      : []),
  ];
}

function section<T>(title: string, all: readonly T[], words: (one: T) => string): readonly string[] {
  return all.length === 0 ? [] : ['', title, '', ...all.map((one) => `- ${inline(words(one))}`)];
}

const quote = (title: string, all: readonly string[]): readonly string[] =>
  all.length === 0 ? [] : ['', title, '', ...block(all)];

/** A fenced block that none of its lines closes, without terminal control characters. */
function block(all: readonly string[]): readonly string[] {
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(...all.flatMap(runs), 0)));
  return [fence, ...all.map(harmless), fence];
}

const runs = (text: string): readonly number[] => [...text.matchAll(/`+/g)].map(([run]) => run.length);

/** An engine's text in a sentence of Markdown, without effect as markup. */
const inline = (text: string): string => harmless(text).replace(/[\\*_[\]<>#|~]/g, String.raw`\$&`);

function code(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...runs(text)));
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${harmless(text)}${pad}${fence}`;
}
