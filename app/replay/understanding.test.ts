import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../protocols/text.ts';
import { protocols } from '../protocols/registry.ts';
import type { ReplayEvent } from './events.ts';
import type { EntryDirection } from './recording.ts';
import { mostOpenRequests } from './requests.ts';
import { Understanding } from './understanding.ts';

const directions: Readonly<Record<string, EntryDirection>> = {
  '-->': 'sent',
  '<--': 'heard',
  '<!!': 'stderr',
  '###': 'note',
};

/** The events of a transcript. A line with … at its end has no line end. */
function understand(protocol: string, ...lines: readonly string[]): readonly ReplayEvent[] {
  const events: ReplayEvent[] = [];
  const understanding = new Understanding(protocols.get(protocol)!);
  lines.forEach((text, index) => {
    const entry = readEntry(text)!;
    const { seconds } = entry;
    const direction = directions[entry.mark]!;
    understanding.observe(
      {
        ...{ line: index + 1, seconds, direction, text: entry.text.replace('…', ''), typed: false, cut: 0 },
        ...(entry.text.endsWith('…') && { end: 'none' }),
      },
      events,
    );
  });
  understanding.end(events);
  return events;
}

const opened = ['0.0 --> cfp', '0.1 <-- id name a', '0.1 <-- id author b', '0.1 <-- cfpok'];

describe('what is understood of a recording', () => {
  it('names the request, its latency, the position and the move', () => {
    const events = understand(
      'cfp',
      ...opened,
      '1.0 --> position startpos',
      '1.0 --> go',
      '3.5 --> stop',
      '3.6 <-- bestmove 3',
    );
    expect(events).toContainEqual({
      line: 8,
      kind: 'heard',
      seconds: 3.6,
      text: 'bestmove 3',
      answers: [7, 6],
      milliseconds: 100,
      state: 'idle',
      understood: 'bestmove 3',
      position: '7/7/7/7/7/7 x',
      move: '4',
    });
  });

  it('tells no thinking once the output has ended, and what is asked then as asked', () => {
    const request =
      '{"Board":{"state":[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]]},"AllowedMoves":[1]}';
    const events = understand('gos', '0.0 --> {"Color":1}', '0.5 ### EOF on stdout', `1.0 --> ${request}`);
    const sent = events.findLast(({ kind }) => kind === 'sent');
    expect(sent).toMatchObject({ line: 3, asks: true });
    expect(sent).not.toHaveProperty('state');
  });

  const search = [...opened, '1.0 --> position startpos', '1.0 --> go', '1.2 --> stop'];

  it('takes no line without an end for an answer after a deadline', () => {
    const events = understand('cfp', ...search, '6.5 ### stalled', '6.5 --> quit', '1.3 <-- bestmove 3…');
    expect(events.find((event) => event.kind === 'heard' && event.line === 10)).toEqual({
      ...{ line: 10, kind: 'heard', seconds: 1.3, text: 'bestmove 3', end: 'none' },
      understood: 'not taken as an answer, since it has no line end',
    });
    expect(events.at(-1)).toMatchObject({ requests: 3, answered: 1 });
  });

  it('takes no line without an end for an answer of an engine that was told to quit', () => {
    const events = understand('cfp', ...search, '1.5 --> quit', '1.3 <-- bestmove 3…');
    expect(events.at(-1)).toMatchObject({ requests: 3, answered: 1 });
  });

  it('takes the last words of an engine that ends by itself as a session does', () => {
    const events = understand('cfp', ...search, '1.3 <-- bestmove 3…', '1.4 ### EOF on stdout');
    expect(events.at(-1)).toMatchObject({ requests: 3, answered: 3 });
  });

  it('says why a move is illegal', () => {
    const events = understand(
      'qtp',
      '0.0 --> boardsize 9',
      '0.0 <-- =',
      '0.0 <-- ',
      '0.1 --> genmove black',
      '0.2 <-- = E5',
      '0.2 <-- ',
    );
    expect(events).toContainEqual(expect.objectContaining({ move: 'e5', fault: 'e5 is not beside e9' }));
  });

  it('tells of a silence once, after the line before it, and goes on', () => {
    const events = understand(
      'cfp',
      ...opened,
      '1.0 --> isready',
      '2.0 <-- info still here',
      '12.5 ### nothing',
      '13.0 ### nothing',
      '30.0 <-- readyok',
      '31.0 --> isready',
      '45.0 <-- readyok',
    );
    expect(events.filter(({ kind }) => kind === 'silence')).toEqual([
      {
        line: 6,
        kind: 'silence',
        request: 5,
        within: 10,
        seconds: 11.5,
        text: 'no answer to "isready" (line 5) within 10 s',
      },
      {
        line: 10,
        kind: 'silence',
        request: 10,
        within: 10,
        seconds: 14,
        text: 'no answer to "isready" (line 10) within 10 s',
      },
    ]);
    expect(events.at(-1)).toMatchObject({ requests: 3, answered: 3 });
  });

  it('waits for a stopped search as long as a session does, and not before', () => {
    const events = understand(
      'nmm',
      '0.0 <-- ready',
      '0.0 --> init',
      '0.1 --> newgame',
      '0.1 --> go',
      '100.0 --> stop',
      '104.9 ### nothing',
      '105.1 ### nothing',
      '106.0 <-- bestmove P4',
    );
    expect(events.filter(({ kind }) => kind === 'silence' || kind === 'oddity')).toEqual([
      expect.objectContaining({ line: 6, kind: 'oddity', name: 'late-bestmove' }),
      expect.objectContaining({ line: 6, kind: 'silence', request: 4, within: 5 }),
    ]);
  });

  it.each<[string, number, readonly string[]]>([
    ['cfp', 7, [...opened, '1.0 --> position startpos', '1.0 --> go', '90.0 --> stop', '95.1 ### nothing']],
    [
      'cfsi',
      3,
      [
        '0.0 --> start',
        '0.1 <-- started',
        '0.2 --> play 7/7/7/7/7/7 x 9',
        '90.0 --> quit',
        '95.1 ### nothing',
      ],
    ],
    ['qtp', 1, ['0.0 --> genmove black', '59.9 ### nothing', '60.1 ### nothing']],
    ['cfsi', 1, ['0.0 --> start', '9.9 ### nothing', '10.1 ### nothing']],
  ])('gives each request of %s the time that a session gives it', (protocol, request, lines) => {
    const silences = understand(protocol, ...lines).filter(({ kind }) => kind === 'silence');
    expect(silences).toEqual([expect.objectContaining({ line: lines.length - 1, request })]);
  });

  it('gives a bot the time of its first move, and of each later one', () => {
    const board = readFileSync(
      join(import.meta.dirname, '../../tests/transcripts/gos_testbot_white.txt'),
      'utf8',
    );
    const request = board
      .split('\n')
      .find((line) => line.includes('AllowedMoves'))!
      .split('--> ')[1];
    const lines = ['0.0 --> {"Color":1}', `1.0 --> ${request}`, '400.0 ### nothing'];
    const [silence] = understand('gos', ...lines).filter(({ kind }) => kind === 'silence');
    expect(silence).toMatchObject({ line: 2, request: 2 });
  });

  it('blames neither side for silence after the goodbye', () => {
    const events = understand(
      'cfp',
      ...opened,
      '1.0 --> go',
      '1.5 --> isready',
      '2.0 --> quit',
      '60.0 ### gone',
    );
    expect(events.filter(({ kind }) => kind === 'silence')).toEqual([]);
  });

  it('tells at the end what was never answered, and how it ended', () => {
    const events = understand(
      'qtp',
      '0.0 --> boardsize 9',
      '0.0 <-- =',
      '0.1 --> genmove black',
      '0.2 ### ended by SIGSEGV',
      '0.3 ### crashed: it was ended by SIGSEGV',
    );
    expect(events.slice(-2)).toEqual([
      { line: 5, kind: 'unanswered', request: 3, text: 'no complete answer to "genmove black" (line 3)' },
      { kind: 'summary', lines: 5, requests: 2, answered: 1, oddities: {}, ending: 'crashed' },
    ]);
  });

  it('gives up the oldest of too many requests, and says so of the first', () => {
    const asked = mostOpenRequests + 50;
    const lines = Array.from({ length: asked }, (_, index) => `${index}.0 --> genmove black`);
    const events = understand('qtp', ...lines);
    const told = events.flatMap((event) =>
      event.kind === 'unanswered' ? [[event.line, event.request]] : [],
    );
    // At the end, the oldest open requests.
    expect(told).toEqual([
      ...Array.from({ length: 20 }, (_, index) => [mostOpenRequests + 1 + index, 1 + index]),
      ...Array.from({ length: 20 }, (_, index) => [asked, 51 + index]),
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'summary', requests: asked, answered: 0 });
  });

  it('follows a board through what the engine has obeyed, and no further than it is known', () => {
    const events = understand(
      'qtp',
      '0.0 --> boardsize 5',
      '0.0 <-- =',
      '0.0 <-- ',
      '0.1 --> playmove black C4',
      '0.1 <-- =',
      '0.1 <-- ',
      '0.2 --> undo',
      '0.2 <-- =',
      '0.2 <-- ',
      '0.3 --> playmove black C1',
      '0.3 <-- =',
      '0.3 <-- ',
      '0.4 --> showboard',
      '0.4 <-- = drawn',
      '0.4 <-- ',
    );
    const positions = events.flatMap((event) => ('position' in event ? [[event.line, event.position]] : []));
    expect(positions).toEqual([
      [2, '5 c5 c1 3 3 - - b'],
      [5, '5 c5 c1 3 3 - - b'],
      [8, '5 c5 c1 3 3 - - b'],
      [11, '5 c5 c1 3 3 - - b'],
    ]);
  });
});
