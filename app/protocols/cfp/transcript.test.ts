import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import type { ResponderEvent } from '../responder.ts';
import { parseTranscript, replay } from '../testing/recordings.ts';
import { cfp, createCfpResponder } from './index.ts';

const file = new URL('../../../tests/transcripts/cfp_konnect4_gui_32309.txt', import.meta.url);
const entries = parseTranscript(readFileSync(file, 'utf8'));

describe('a recorded session of the Konnect4 GUI', () => {
  const driver = cfp.createDriver(defaultDeadlines);
  const observed = replay(driver, entries);
  const events = observed.flatMap((one) => one.events);

  it('is followed through its states', () => {
    expect(events.flatMap((event) => (event.kind === 'state' ? [event.state] : []))).toEqual([
      'handshake',
      'idle',
      'thinking',
      'stopping',
      'idle',
      'thinking',
      'stopping',
      'idle',
      'quitting',
    ]);
  });

  it('holds its two answers, its options and its words', () => {
    const answers = observed.filter(({ entry }) => entry.text.startsWith('bestmove'));
    expect(answers.map((one) => one.events[0])).toEqual([
      { kind: 'understood', what: 'bestmove 3' },
      { kind: 'understood', what: 'bestmove 3' },
    ]);
    expect(events.filter(({ kind }) => kind === 'option')).toHaveLength(5);
    expect(events.filter(({ kind }) => kind === 'info')).toHaveLength(2);
    expect(events).toContainEqual({ kind: 'identity', name: 'Probe 1.0' });
  });

  it('is neither odd nor misused, and nothing in it is stale', () => {
    const wrong = events.filter(({ kind }) =>
      ['oddity', 'misuse', 'stale', 'fault', 'failed'].includes(kind),
    );
    expect(wrong).toEqual([]);
  });

  it('is served by our responder as that GUI needs it', () => {
    const responder = createCfpResponder({ name: 'Probe 1.0', author: 'helper', options: [] });
    const said: string[] = [];
    const follow = (events: readonly ResponderEvent[]): void => {
      for (const event of events) {
        if (event.kind === 'send' && !event.line.startsWith('info')) said.push(event.line);
        if (event.kind !== 'cancel') continue;
        const found = { bestmove: 3, score: null, scores: [], line: [], depth: 1, nodes: 7 };
        follow(responder.answer(event.id, found));
      }
    };
    for (const { mark, text } of entries) if (mark === '-->') follow(responder.receive(text));
    const heard = entries
      .filter(({ mark, text }) => mark === '<--' && !/^(info|option)/.test(text))
      .map(({ text }) => text);
    expect(said).toEqual(heard);
  });
});
