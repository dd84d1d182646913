/** Generates docs/reliability.md from the table of cases. */
import type { EngineCase } from './case.ts';
import { isHarmless, told, wordOf, type Moment, type Way } from './blame.ts';
import { chapters } from './cases.ts';
import { boundOf } from './trial.ts';
import { unreadLimit } from '../../app/sessions/wire/conversation.ts';
import { muteMilliseconds } from '../../app/sessions/ending/departure.ts';
import { defaultSettings } from '../../app/library/settings-table.ts';
import { formatted } from '../support/formatted.ts';
import { defaultQuota } from '../../app/sessions/watch/limits.ts';
import { ladderMilliseconds } from '../../app/sessions/ending/ladder.ts';
import { borne, searching, unasked } from '../../app/sessions/watch/flood.ts';
import { hearingMilliseconds } from '../../app/sessions/wire/pump.ts';
import { lineLimit } from '../../app/sessions/wire/lines.ts';
import { FIRST_MOVE, MOVE } from '../../app/protocols/gos/settings.ts';
import { defaultDeadlines } from '../../app/protocols/protocol.ts';

const overs = { cfp: 'CFP', cfsi: 'CFSI', gos: 'GoS' } as const;
const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

const { handshake, ready, stop, move } = defaultDeadlines;

const introduction = `# When an engine misbehaves

<!-- Made from tests/engines/cases.ts by \`npx vitest run -u --project process tests/engines/reliability\`. -->

An engine is another author's program, and it may do anything. In every case, this is promised:

- **Every wait has an end.** An engine may take ${seconds(handshake)} to open the conversation, ${seconds(ready)} to say that it is ready
  and ${seconds(stop)} to answer after it was told to stop, and ${seconds(move)} for a move where nothing can stop it;
  a bot of GoS has what its match allows, ${FIRST_MOVE} s for its first move and ${MOVE} s for a later one. These are settings. One that closes its output and does
  not exit within ${seconds(muteMilliseconds)} is not waited for any longer, nor is one that a person
  told to leave for longer than its protocol grants. While the disk is slower than the engine, so that its
  output has to wait for us, no time runs out; and what lies in its pipe when its time is up is still heard, for
  ${hearingMilliseconds} ms.
- **Every ending has a name, a reason and a way on.** The word says whose fault it was; the reason quotes what
  was heard last, also of a line that was not ended; the advice says what to do next. The words are \`unstartable\`, \`handshake\`, \`crashed\`,
  \`stalled\`, \`malformed\`, \`time\` (it thought for longer than the game allows), \`limit\`, \`quit\` and
  \`void\`, which alone means that the fault is ours.
- **Nothing is left running.** The ladder is the protocol's own quit lines, closing the engine's input, TERM to
  its process group and KILL to its process group: ${seconds(ladderMilliseconds)} at the most. The ending says which rung it took. A
  child that holds the output is given a quarter of a second, then killed with the group, and after another
  quarter the output is let go of.
- **Nothing it said is lost.** The journal has every byte of both its outputs and of its input, up to a quota of
  ${defaultQuota / 1024 ** 3} GiB, and is kept until all journals together take more than ${defaultSettings.journalsMiB / 1024} GiB: then the oldest go, and
  it is said. Of a session whose Plywire is killed it lacks the last entry at most. Views are bounded: a line is shown up to ${kibibytes(lineLimit)}, and what was left out is counted.
- **No other engine notices.** Engines that behave are answered and asked as before. What engines print is read in turns,
  a few milliseconds each time and engine after engine, and what is left waits in the pipe. One that prints what cannot
  be used is ended as \`limit\`: after ${unasked.lines} lines or ${unasked.bytes / 1024 ** 2} MiB before the conversation is open and while nothing is
  asked, and after ${searching.lines} lines in a search, where lines about the search never count; ${borne.lines} lines and
  ${borne.bytes / 1024 ** 2} MiB a second are borne for ever.

## What is checked

Each row below is a real process that does what the row says. Each time it is checked that the end comes with
this word, from this rung, not before its deadline and not later than the column _within_ says (and a few seconds
for a busy machine); that no error or rejection went uncaught; that no process of the engine's group, session,
descent or environment runs any more, by \`/proc\`; that the median answer of a well-behaved engine beside it came
within 20 ms, or where others have the machine in as many times that as they slow us down, or in four times what it takes
alone; that the journal is whole, in
order, has as many lines as were shown and as many bytes each way as the engine itself counted, with the same checksum (those that take too much keep no count); and that our own
memory grew by less than 150 MiB.

_Within_ is counted from what was last done with the engine, or from the moment it went too far, and is the sum of the deadline that is awaited (with
the default settings), of the ladder down to the last rung and of the wait for an output that a child holds. Past a
limit it is the time between two looks on Linux and that of the KILL, after a flood that of the TERM. _At once_ means that nothing is waited for.
`;

const limits = `
## What is not promised

- **A daemon on other systems than Linux**, or one with an environment of its own. A process that leaves its
  group and its parents hears no signal to the group. On Linux it is found by a mark in its environment that every
  engine is started with and that its children inherit; a process that clears its environment, or runs as another
  user, is not found, and elsewhere there is no such way to look. Its hold on our pipes ends all the same.
- **A second answer that comes late.** In CFP nothing says which question a \`bestmove\` answers. Plywire asks
  \`isready\` between two searches, and whatever comes before the \`readyok\` cannot reach the next one. An engine
  that answers a search once more after that, while it thinks about another position, is found out if it says the
  same move: Plywire sends \`stop\`, takes what is answered then, and lets it go on. A late answer that is another
  than the first is taken at its word; either line carries the oddity \`early-bestmove\`. In CFSI answers come in the order of the plays, so one too many is
  told at once while nothing else is asked.
- **An engine that reads nothing, as long as little is sent.** It is noticed by the deadline of an answer, or once
  ${kibibytes(unreadLimit)} wait for it, whichever comes first.
`;

function row(one: EngineCase): string {
  const { expected, name, protocol, answer } = one;
  const bound = boundOf(one);
  const cells =
    expected.kind === 'goes on'
      ? [expected.oddities.length > 0 ? `goes on, with ${list(expected.oddities)}` : 'goes on', '', '']
      : [`\`${expected.word}\``, bound === 0 ? 'at once' : seconds(bound), expected.rung];
  const over = one.expected.kind === 'ends' && one.expected.word === 'unstartable' ? 'any' : overs[protocol];
  return `| ${[name, over, answer, ...cells].join(' | ')} |`;
}

const wayWords: Readonly<Record<Way, string>> = {
  'exit-0': 'exits with code 0',
  'exit-3': 'exits with another code',
  signal: 'is killed by a signal',
  'close-stdin': 'closes its input',
  'close-stdout': 'closes its output',
  'close-stderr': 'closes its stderr',
  'close-all': 'closes all three pipes',
  silence: 'falls silent',
  flood: 'prints more than its journal may hold',
  memory: 'takes more memory than it may',
  processes: 'starts more processes than it may',
  junk: 'answers with a line of no protocol',
  malformed: 'answers with what is not a move',
  illegal: 'answers with an illegal move',
  refuse: 'refuses what it is told',
};

const momentWords: Readonly<Record<Moment, string>> = {
  start: 'before it reads a line',
  handshake: 'at the first line it reads',
  opened: 'before its first turn',
  turn: 'in its turn',
  answered: "in the other side's turn",
  won: 'after its winning move',
};

const blameRow = (one: (typeof told)[number]): string => {
  const over = { cfp: 'CFP', cfsi: 'CFSI', qtp: 'QTP', nmm: 'NMM', gos: 'GoS' }[one.protocol];
  const loses = isHarmless(one) ? 'the other side, by the rules' : 'the engine';
  const word = wordOf(one).map((each) => `\`${each}\``);
  return `| ${[wayWords[one.way], momentWords[one.when], over, loses, word.join(' or '), one.reason].join(' | ')} |`;
};

const blame = `
## Who loses a game that an engine stops

The engine that stops a game loses it, however it does so: \`void\` is for what no engine did. That is a program that
could not be started, a question that its protocol cannot carry, a person who ended the engine, a disk that is full, and
a fault of Plywire's own. What comes after the winning move changes nothing, and neither does a closed stderr. An engine
that is tried again in the same game, to be spoken to in another way, has that said in the window, on stderr, as an event
of \`--json\` and in the new session's journal; what an earlier process has shown is not doubted in a game, and a second
failure counts.

Each row is a game between two real processes, with its deadlines, limits and quota made short. All ways at all moments
over all protocols, in the sandbox and out of it, are played by
[blame.long.test.ts](../tests/engines/blame.long.test.ts).

| an engine that … | when | over | loses | ends as | what is told |
| --- | --- | --- | --- | --- | --- |
${told.map(blameRow).join('\n')}
`;

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The whole document, formatted as by `npm run format`. */
export async function compose(): Promise<string> {
  const tables = chapters.map(
    ({ title, cases }) => `
### ${title}

| an engine that … | over | what Plywire does | ends as | within | last rung |
| --- | --- | --- | --- | --- | --- |
${cases.map(row).join('\n')}
`,
  );
  return formatted(introduction + tables.join('') + blame + limits);
}
