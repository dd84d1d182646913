/** Generates docs/reliability.md from the table of cases. */
import type { EngineCase } from './case.ts';
import { isHarmless, told, wordOf, type Moment, type Way } from './blame.ts';
import { chapters } from './cases.ts';
import { boundOf } from './trial.ts';
import { unreadLimit } from '../../app/sessions/wire/conversation.ts';
import { closedPipeMilliseconds } from '../../app/sessions/ending/departure.ts';
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

An engine is another author's program, and it may do anything. In every case Plywire promises:

- **Every wait has an end.** An engine may take ${seconds(handshake)} to open the conversation, ${seconds(ready)} to say that it is ready
  and ${seconds(stop)} to answer after it was told to stop, and ${seconds(move)} for a move where nothing can stop it;
  over NMM, where real engines may go on thinking after \`stop\`, an answer after ${seconds(stop)} is odd, and after ${seconds(move)} the engine is ended;
  a bot of GoS has what its match allows, ${FIRST_MOVE} s for its first move and ${MOVE} s for a later one. These are settings. Plywire does not wait for
  an engine that closes its output and does not exit within ${seconds(closedPipeMilliseconds)}, nor, if a user ended it, for
  longer than its protocol allows. While the disk is slower than the engine, so that its output has to wait for Plywire,
  no deadline expires; and what is in its pipe when its time is up is still read, for ${hearingMilliseconds} ms.
- **Every ending has a name, a reason and advice.** The name says whose fault it was; the reason quotes the last
  output, including an unfinished line; the advice says what to do next. The names are \`unstartable\`, \`handshake\`, \`crashed\`,
  \`stalled\`, \`malformed\`, \`time\` (it thought for longer than the game allows), \`limit\`, \`quit\` and
  \`void\`, the only one that means a fault of Plywire.
- **Nothing is left running.** The ladder is the protocol's own quit lines, closing the engine's input, TERM to
  its process group and KILL to its process group: at most ${seconds(ladderMilliseconds)}. The ending says which step was needed. A
  child that holds the output open has a quarter of a second, is then killed with the group, and after another
  quarter Plywire closes the output.
- **Nothing it said is lost.** The journal has every byte of both its outputs and of its input, up to a quota of
  ${defaultQuota / 1024 ** 3} GiB, and is kept until all journals together take more than ${defaultSettings.journalsMiB / 1024} GiB: then Plywire deletes the
  oldest and says so. Those that a match keeps of odd games are in its folder, with the same limit for each match, above
  which the largest are deleted. If Plywire is killed, at most the last entry is missing. Views are bounded: a line is shown up to ${kibibytes(lineLimit)}, and the rest is counted.
- **No other engine notices.** Plywire serves the other engines as before. It reads the output of engines in turns,
  a few milliseconds each time and engine after engine; the rest waits in the pipe. An engine that prints unusable
  output is ended as \`limit\`: after ${unasked.lines} lines or ${unasked.bytes / 1024 ** 2} MiB before the conversation is open and while nothing is
  asked, and after ${searching.lines} lines in a search, not counting lines about the search; ${borne.lines} lines and
  ${borne.bytes / 1024 ** 2} MiB a second are tolerated indefinitely.

## What is checked

Each row below is a real process that does what the row says. The test checks that the session ends with
this name, by this step, not before its deadline and not later than the column _within_ says (and a few seconds
for a busy machine); that no error or rejection went uncaught; that no process of the engine's group, session,
descendants or environment is still running, by \`/proc\`; that the median answer of a well-behaved engine beside it came
within 20 ms, or on a busy machine within 20 ms times the measured slowdown, or within four times what it takes
alone; that the journal is complete, in
order, has as many lines as were shown and as many bytes in each direction as the engine itself counted, with the same checksum (engines that exceed their memory do not count); and that Plywire's own
memory grew by less than 150 MiB.

_Within_ starts at the last request to the engine, or when it exceeded a limit, and is the sum of the deadline (with
the default settings), of the ladder down to the last step, and of the wait for an output that a child holds open. Above a
limit it is the time between two measurements on Linux plus that of the KILL, after a flood plus that of the TERM. _At once_ means without waiting.
`;

const limits = `
## What is not promised

- **A daemon on other systems than Linux**, or one with its own environment. A process that leaves its
  group and its parents gets no signal to the group. On Linux it is found by a mark in its environment that every
  engine is started with and that its children inherit; a process that clears its environment, or runs as another
  user, is not found; other systems have no such way to search. Plywire closes its pipes all the same.
- **A second answer that comes late.** In CFP nothing says which request a \`bestmove\` answers. Plywire sends
  \`isready\` between two searches, and what comes before the \`readyok\` cannot reach the next one. An engine
  that answers a search once more after that, while it thinks about another position, is detected if it gives the
  same move: Plywire sends \`stop\`, takes the answer to that, and lets it continue. A late answer with a different
  move is accepted; both lines get the oddity \`early-bestmove\`. In CFSI answers come in the order of the plays, so an extra one is
  reported at once while there is no other request.
- **An engine that reads nothing, as long as little is sent.** It is detected by the deadline of an answer, or once
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
  refuse: 'refuses a request',
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

The engine that stops a game loses it, however it does so; \`void\` is for games that no engine stopped: a program could
not be started, the protocol cannot express the request, the user ended the engine, the disk is full, or Plywire had a
fault. Failures after the winning move change nothing, and neither does a closed stderr. If an engine is started again in
the same game, with other settings, this is reported in the window, on stderr, as an event of \`--json\` and in the new
session's journal; settings that an earlier process has proven are not questioned in a game, and a second failure counts.

Each row is a game between two real processes, with its deadlines, limits and quota made short. All failures at all moments
with all protocols, with and without the sandbox, are played by
[blame.long.test.ts](../tests/engines/blame.long.test.ts).

| an engine that … | when | over | loses | ends as | reported reason |
| --- | --- | --- | --- | --- | --- |
${told.map(blameRow).join('\n')}
`;

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The whole document, formatted as by `npm run format`. */
export async function compose(): Promise<string> {
  const tables = chapters.map(
    ({ title, cases }) => `
### ${title}

| an engine that … | over | what Plywire does | ends as | within | last step |
| --- | --- | --- | --- | --- | --- |
${cases.map(row).join('\n')}
`,
  );
  return formatted(introduction + tables.join('') + blame + limits);
}
