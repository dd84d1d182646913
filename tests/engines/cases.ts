/**
 * Every known way in which an engine misbehaves, as data: what it does, what is done with it, and what must follow.
 * `reliability.test.ts` runs this table and docs/reliability.md is generated from it.
 */
import { ends, goesOn, type EngineCase } from './case.ts';
import { cannotStart } from './unstartable.ts';

const megabyte = 1e6;
const stubborn = ['--ignore-quit', '--ignore-eof', '--ignore-term'];

const run = (
  protocol: EngineCase['protocol'],
  engine: EngineCase['engine'],
  act: EngineCase['act'],
): Pick<EngineCase, 'protocol' | 'engine' | 'act'> => ({ protocol, engine, act });

const opening: readonly EngineCase[] = [
  {
    name: 'says nothing at all',
    ...run('cfp', ['--silent'], 'start'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('handshake', /^no cfpok within .*no line was heard/, 'handshake', 'stdin closed'),
  },
  {
    name: 'says nothing at all',
    ...run('cfsi', ['--silent'], 'start'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('handshake', /^no "started" within .*no line was heard/, 'handshake', 'stdin closed'),
  },
  {
    name: 'answers in another language',
    ...run('cfp', ['--wrong-protocol'], 'start'),
    answer: 'The reason quotes what it printed instead.',
    expected: ends('handshake', /\? unknown command/, 'handshake', 'stdin closed'),
  },
  {
    name: 'speaks CFP and is run as CFSI',
    ...run('cfsi', [], 'start'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('handshake', /^no "started" within/, 'handshake', 'quit lines'),
  },
  {
    name: 'exits before it has printed anything',
    ...run('cfp', ['--exit-early', '1'], 'start'),
    answer: 'The reason quotes its exit code and its last line on stderr.',
    expected: ends(
      'handshake',
      /^exited with code 1 before `cfpok`; .*`cannot find my book`$/,
      null,
      'by itself',
    ),
  },
  {
    name: 'never reads its input',
    ...run('cfp', ['--deaf'], 'start'),
    answer: 'Waits for the deadline; the engine notices neither the quit line nor the end of its input.',
    expected: ends('handshake', /^no cfpok within/, 'handshake', 'TERM'),
  },
  {
    name: 'closes its input and keeps running',
    ...run('cfp', ['--close-input'], 'start'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('handshake', /^no cfpok within/, 'handshake', 'TERM'),
  },
  {
    name: 'closes its output at once and keeps running',
    ...run('cfp', ['--close-output', 'start'], 'start'),
    answer: 'Allows it a moment to exit by itself, since no more output can come.',
    expected: ends('handshake', /^closed its output before `cfpok` but keeps running/, 'mute', 'quit lines'),
  },
  {
    name: 'opens the conversation and is never ready',
    ...run('cfp', ['--never-ready'], 'search'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('stalled', /^no readyok within/, 'ready', 'quit lines'),
  },
];

/** The note before it, and how it ends. */
const flooded = (when: RegExp): EngineCase['expected'] =>
  ends(
    'limit',
    new RegExp(`^flooded its output ${when.source}: \\d+ lines \\(.*\\) in .* s without a usable answer$`),
    'flood',
    'TERM',
  );

const flooding: readonly EngineCase[] = [
  {
    name: 'prints empty lines without end and nothing else',
    ...run('cfp', ['--gush', 'start', 'blank'], 'start'),
    answer: 'Reads all engines in turns, and ends this one after 100 000 lines.',
    expected: flooded(/before `cfpok`/),
  },
  {
    name: 'prints empty lines without end on stderr and nothing else',
    ...run('cfsi', ['--gush', 'start', 'stderr'], 'start'),
    answer: 'Ends it after 100 000 lines.',
    expected: flooded(/before `started`/),
  },
  {
    name: 'prints one endless line and nothing else',
    ...run('cfp', ['--gush', 'start', 'endless'], 'start'),
    answer: 'Ends it after 64 MiB.',
    expected: flooded(/before `cfpok`/),
  },
  {
    name: 'prints lines of two bytes without end once it is open',
    ...run('cfp', ['--gush', 'ready', 'pairs'], 'start'),
    answer: 'Ends it after 100 000 lines.',
    expected: flooded(/while it had no request/),
  },
  {
    name: 'prints lines of 64 KiB without end once it is open',
    ...run('cfp', ['--gush', 'ready', 'long'], 'start'),
    answer: 'Ends it after 64 MiB.',
    expected: flooded(/while it had no request/),
  },
];

const thinking: readonly EngineCase[] = [
  {
    name: 'does not answer when it is told to stop',
    ...run('cfp', ['--no-answer-to-stop'], 'stop'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('stalled', /^no bestmove within .* of stop/, 'stop', 'quit lines'),
  },
  {
    name: 'does not answer when it is told to stop',
    ...run('cfsi', ['--cfsi', '--no-answer-to-stop'], 'stop'),
    answer: 'Waits for the deadline and then ends it.',
    expected: ends('stalled', /^a play was not answered within .* after quit/, 'stop', 'quit lines'),
  },
  {
    name: 'answers without a line end',
    ...run('cfp', ['--say', 'bestmove 3', '--no-answer-to-stop'], 'stop'),
    answer: 'Waits for the deadline and then ends it; the reason quotes what it printed.',
    expected: ends(
      'stalled',
      /^no bestmove within .* of stop; it printed `bestmove 3` without a line end$/,
      'stop',
      'quit lines',
    ),
  },
  {
    name: 'answers twice',
    ...run('cfp', ['--twice'], 'stop'),
    answer: 'The first answer counts; the second is shown and ignored.',
    expected: goesOn(['unasked-bestmove'], '3', 'move'),
  },
  {
    name: 'answers twice',
    ...run('cfsi', ['--cfsi', '--twice'], 'stop'),
    answer: 'The first answer counts; the second is shown and ignored.',
    expected: goesOn(['unasked-bestmove'], '3', 'move'),
  },
  {
    name: 'answers late, after the position has changed',
    ...run('cfp', ['--late', '300', '--by-position'], 'move on'),
    answer: 'Waits for the late answer, which belongs to the old position, and only then sends the new one.',
    expected: goesOn([], '1', 'move'),
  },
  {
    name: 'answers late, after the position has changed',
    ...run('cfsi', ['--cfsi', '--late', '300', '--by-position'], 'move on'),
    answer: 'Waits for the late answer, which belongs to the old position, and only then sends the new one.',
    expected: goesOn([], '1', 'move'),
  },
  {
    name: 'answers before it is told to stop',
    ...run('cfp', ['--early'], 'search'),
    answer: 'The answer counts.',
    expected: goesOn(['early-bestmove'], '3', 'move'),
  },
  {
    name: 'answers an illegal move',
    ...run('cfp', ['--illegal-move'], 'stop'),
    answer: 'Checks it by the rules: a game ends as `illegal`; the session continues.',
    expected: goesOn([], '9', 'illegal'),
  },
  {
    name: 'answers what no move of the rules can be',
    protocol: 'gos',
    fixture: 'gos',
    engine: ['--reply', '{"Type":7}'],
    act: 'search',
    answer: 'Finds the reason by the protocol: a game ends as `illegal`; the session continues.',
    expected: goesOn([], '{"Type":7}', 'illegal'),
  },
  {
    name: 'has not moved when the time of its match is up',
    protocol: 'gos',
    fixture: 'gos',
    engine: ['--silent'],
    act: 'search',
    answer: 'Ends it; a game ends as `time`.',
    expected: ends(
      'time',
      /^no move within 1 s of its first request; it printed nothing$/,
      'first move',
      'stdin closed',
    ),
  },
  {
    name: 'prints NULs, control characters and bytes that are not UTF-8',
    protocol: 'cfp',
    engine: ['--garbage', '--say', 'info \\xe2\\x82\\n\\x00\\xac\\x1b[2J\\x0d\\n'],
    act: 'stop',
    answer: 'The journal has the bytes unchanged; views show symbols.',
    expected: goesOn(['unknown-line', 'empty-line'], '3', 'move'),
  },
  {
    name: 'prints one line of 200 MB',
    ...run('cfp', ['--endless', String(200 * megabyte)], 'stop'),
    answer: 'The journal has the whole line; views have its first 64 KiB and say how much was cut.',
    expected: goesOn([], '3', 'move'),
  },
  {
    name: 'prints 100 MB on stdout and 100 MB on stderr at once',
    ...run('cfp', ['--flood-both', String(100 * megabyte)], 'stop'),
    answer: 'The journal has all of it; views keep the latest lines and count those that they drop.',
    expected: goesOn([], '3', 'move'),
  },
  {
    name: 'prints more than the journal may hold',
    ...run('cfp', ['--pour'], 'search'),
    quotaBytes: 2 * megabyte,
    note: /\d+ bytes are not in the journal/,
    answer: 'Ends it at the quota; the last note says how many bytes are not in the journal.',
    expected: ends('limit', /^the journal has reached its quota of 2000000 bytes$/, null, 'TERM'),
  },
  {
    name: 'prints without end and reads nothing, and is told to stop',
    ...run('cfp', ['--pour'], 'stop'),
    answer: 'Keeps the output, and ends the engine because the request has no answer.',
    expected: ends('stalled', /^no bestmove within/, 'stop', 'TERM'),
  },
  {
    name: 'prints without end and reads nothing, while more and more is sent',
    ...run('cfp', ['--pour'], 'type'),
    answer: 'Ends it at 1 MiB of unread lines.',
    expected: ends('stalled', /^the engine does not read its input: \d+ bytes are waiting$/, null, 'TERM'),
  },
  {
    name: 'closes its output in mid-search and keeps running',
    ...run('cfp', ['--close-output', 'go'], 'search'),
    answer: 'Allows it a moment to exit by itself, since no more output can come.',
    expected: ends(
      'stalled',
      /^closed its output but keeps running; last line heard: `readyok`$/,
      'mute',
      'quit lines',
    ),
  },
  {
    name: 'exits in mid-search',
    ...run('cfp', ['--crash-in-search'], 'search'),
    answer: 'The reason quotes its exit code and its last line on stderr.',
    expected: ends('crashed', /^exited unexpectedly with code 3; .*`division by zero`$/, null, 'by itself'),
  },
  {
    name: 'is killed by a signal in mid-search',
    ...run('cfsi', ['--cfsi', '--abort-in-search'], 'search'),
    answer: 'The reason names the signal.',
    expected: ends('crashed', /^was killed by SIGABRT/, null, 'by itself'),
  },
];

const leaving: readonly EngineCase[] = [
  {
    name: 'exits when it is told to',
    ...run('cfp', [], 'close'),
    answer: 'Nothing: this is correct.',
    expected: ends('quit', /^ended as asked$/, null, 'quit lines'),
  },
  {
    name: 'ignores the quit line',
    ...run('cfp', ['--ignore-quit'], 'close'),
    answer: 'Closes its input.',
    expected: ends('quit', /^ended as asked$/, null, 'stdin closed'),
  },
  {
    name: 'ignores the quit lines',
    ...run('cfsi', ['--cfsi', '--ignore-quit'], 'close'),
    answer: 'Closes its input.',
    expected: ends('quit', /^ended as asked$/, null, 'stdin closed'),
  },
  {
    name: 'ignores the end of its input, too',
    ...run('cfp', ['--ignore-quit', '--ignore-eof'], 'close'),
    answer: 'Sends TERM to its process group.',
    expected: ends('quit', /^ended as asked$/, null, 'TERM'),
  },
  {
    name: 'ignores TERM, too',
    ...run('cfp', stubborn, 'close'),
    answer: 'Kills its process group.',
    expected: ends('quit', /^ended as asked$/, null, 'KILL'),
  },
  {
    name: 'ignores all that, too',
    ...run('cfsi', ['--cfsi', ...stubborn], 'close'),
    answer: 'Kills its process group.',
    expected: ends('quit', /^ended as asked$/, null, 'KILL'),
  },
  {
    name: 'exits when a user types the quit line',
    ...run('cfp', [], 'type quit'),
    answer: 'Nothing: this is correct.',
    expected: ends('quit', /^exited when told to quit$/, null, 'quit lines'),
  },
  {
    name: 'ignores the quit line that a user types, and everything else',
    ...run('cfp', stubborn, 'type quit'),
    answer: 'Allows it the time of its protocol; then the ladder begins.',
    expected: ends('quit', /^did not exit when told to, and was killed$/, 'leave', 'KILL'),
  },
  {
    name: 'ignores the quit lines that a user types, and everything else',
    ...run('cfsi', ['--cfsi', ...stubborn], 'type quit'),
    answer: 'Allows it the time of its protocol; then the ladder begins.',
    expected: ends('quit', /^did not exit when told to, and was killed$/, 'leave', 'KILL'),
  },
  {
    name: 'leaves a child behind that holds its output',
    ...run('cfp', ['--grandchild'], 'close'),
    held: true,
    answer: 'Waits a quarter of a second for the child and then kills it.',
    expected: ends('quit', /^ended as asked$/, null, 'quit lines'),
  },
  {
    name: 'crashes and leaves a child behind that holds its output',
    ...run('cfp', ['--grandchild', '--crash-in-search'], 'search'),
    held: true,
    answer: 'Waits a quarter of a second for the child and then kills it.',
    expected: ends('crashed', /^exited unexpectedly with code 3/, null, 'by itself'),
  },
  {
    name: 'leaves a daemon behind, in a session of its own, that holds its output',
    ...run('cfp', ['--daemon', 'pipe'], 'close'),
    held: true,
    note: /ended 1 process that had left its group/,
    answer:
      'Closes the output after half a second; on Linux finds the daemon by its environment and kills it.',
    expected: ends('quit', /^ended as asked$/, null, 'quit lines'),
  },
  {
    name: 'leaves a daemon behind that holds nothing',
    ...run('cfp', ['--daemon', 'free'], 'close'),
    note: /ended 1 process that had left its group/,
    answer: 'On Linux finds the daemon by its environment and kills it.',
    expected: ends('quit', /^ended as asked$/, null, 'quit lines'),
  },
  {
    name: 'ignores everything and has a daemon and a child that do so, too',
    ...run('cfp', ['--daemon', 'pipe', '--grandchild', ...stubborn], 'close'),
    held: true,
    note: /ended 1 process that had left its group/,
    answer: 'Kills all of them.',
    expected: ends('quit', /^ended as asked$/, null, 'KILL'),
  },
];

const limits = { memoryBytes: 200 * 1024 ** 2, processes: 32 };

const taking: readonly EngineCase[] = [
  {
    name: 'starts more processes than it may, each of which ignores TERM',
    protocol: 'cfp',
    fixture: 'greedy',
    engine: ['--stay', '--processes', '150'],
    act: 'search',
    limits,
    answer: 'Freezes and then kills all of them; the reason has the count and the limit.',
    expected: ends('limit', /^the engine runs \d+ processes; the limit is 32$/, 'look', 'KILL'),
  },
  {
    name: 'starts them in sessions of their own, out of reach of its group',
    protocol: 'cfp',
    fixture: 'greedy',
    act: 'search',
    limits,
    engine: ['--stay', '--apart', '--processes', '60'],
    answer: 'Finds them by their parents, freezes them and kills them with it.',
    expected: ends('limit', /^the engine runs \d+ processes; the limit is 32$/, 'look', 'KILL'),
  },
  {
    name: 'takes more memory than it may',
    protocol: 'cfp',
    fixture: 'greedy',
    act: 'search',
    limits,
    engine: ['--stay', '--memory', String(400 * 1024 ** 2)],
    answer: 'Kills it; the reason has the measured value and the limit.',
    expected: ends('limit', /^the engine uses \d+ MiB of memory; the limit is 200 MiB$/, 'look', 'KILL'),
  },
];

export interface Chapter {
  readonly title: string;
  readonly cases: readonly EngineCase[];
}

export const chapters: readonly Chapter[] = [
  { title: 'Starting', cases: cannotStart },
  { title: 'Opening the conversation', cases: opening },
  { title: 'Thinking and answering', cases: thinking },
  { title: 'Flooding its output', cases: flooding },
  { title: 'Taking too much', cases: taking },
  { title: 'Leaving', cases: leaving },
];
