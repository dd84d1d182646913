/** What may arrive over an open socket: messages that are calls, not too large and not too many. */
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Caller, enter } from '../attacker.ts';
import type { Guard, Target } from '../guard.ts';

const roots = (more = ''): string => `{"i":"r","p":{"u":"/files/roots"${more}}}`;

/** Other clients are not affected. */
async function othersLive(other: Caller): Promise<void> {
  expect((await other.call('/files/roots')).status).toBe(200);
}

/** The message closes its socket, which is then asked something more to see that it is really closed. */
const closes = (code: number, message: string | Buffer) => async (target: Target) => {
  const other = await enter(target.port, target.token);
  const caller = await enter(target.port, target.token);
  caller.socket.send(message);
  await expect(caller.call('/files/roots')).rejects.toThrow(`closed with ${code}`);
  await othersLive(other);
};

const oversized = 4 * 1024 * 1024 + 1;

export const size: Guard = {
  name: 'the size of a message',
  probes: {
    'a call that is too large': closes(1009, roots(`,"b":{"json":"${'x'.repeat(oversized)}"}`)),
    'bytes that are too many': closes(1009, Buffer.alloc(oversized)),
  },
  without: { guard: { code: 'maxPayload: messageLimit,', instead: 'maxPayload: 0,' } },
};

/** Invalid in itself: no call can be read from it. */
const malformed: Readonly<Record<string, string>> = {
  nothing: '',
  'no JSON': 'hello',
  'half of JSON': '{"i":"1","p":{"u":"/files/roots"',
  'JSON and more': `${roots()}{}`,
  null: 'null',
  'a number': '7',
  'a list': '[]',
  'a bare list of lists': '[[[[]]]]',
  'an object of another shape': '{"a":1}',
  'a call without an id': '{"p":{"u":"/files/roots"}}',
  'a call whose id is an object': '{"i":{},"p":{"u":"/files/roots"}}',
  'a call whose id is endless': `{"i":"${'1'.repeat(1000)}","p":{"u":"/files/roots"}}`,
  'a call of nothing': '{"i":"1"}',
  'a call of null': '{"i":"1","p":null}',
  'a call by address': '{"i":"1","p":{"u":"http://evil.example/files/roots"}}',
  'a call by another scheme': '{"i":"1","p":{"u":"orpc:/files/roots"}}',
  'a call with a query': '{"i":"1","p":{"u":"/files/roots?data=%7B%7D"}}',
  'a call out of the contract': '{"i":"1","p":{"u":"/files/../local/engines"}}',
  'a call with an encoded path': '{"i":"1","p":{"u":"/files%2froots"}}',
  'a call of a prototype': '{"i":"1","p":{"u":"/__proto__/toString"}}',
  'a call with headers': '{"i":"1","p":{"u":"/files/roots","h":{"content-type":"text/event-stream"}}}',
  'a call with a file': '{"i":"1","p":{"u":"/files/roots","h":{"content-disposition":"x; filename=y"}}}',
  'a call by another method': '{"i":"1","p":{"u":"/files/roots","m":"GET"}}',
  'a call with typed values': '{"i":"1","p":{"u":"/files/roots","b":{"json":{"a":"1"},"meta":[[1,"a"]]}}}',
  'a call with more than an input': '{"i":"1","p":{"u":"/files/roots","b":{"json":null,"maps":[[]]}}}',
  'a stream from the client': '{"i":"1","t":3,"p":{"e":"message","d":1}}',
  'a message of no known type': '{"i":"1","t":9}',
  'an answer': '{"i":"1","t":2,"p":{"s":200}}',
};

export const shape: Guard = {
  name: 'the shape of a message',
  probes: Object.fromEntries(Object.entries(malformed).map(([what, text]) => [what, closes(1007, text)])),
  without: { guard: { code: /if \(!isMessage\(data\)\) return cut\("malformed"\);/, instead: '' } },
};

export const bytes: Guard = {
  name: 'text alone',
  probes: {
    'a call as bytes': closes(1003, Buffer.from(roots())),
    'bytes that are not text': closes(1003, Buffer.from([0xff, 0x00, 0xfe])),
    'no bytes': closes(1003, Buffer.alloc(0)),
  },
  without: { guard: { code: 'if (typeof data !== "string") return cut("bytes");', instead: '' } },
};

const nested = (levels: number): string => roots(`,"b":{"json":${'['.repeat(levels)}${']'.repeat(levels)}}`);

export const depth: Guard = {
  name: 'the depth of a message',
  probes: {
    'twenty levels': closes(1007, nested(20)),
    'a million levels': closes(1007, nested(1_000_000)),
    'a million levels of objects': closes(
      1007,
      roots(`,"b":{"json":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}`),
    ),
  },
  without: {
    guard: { code: /(?:\w+\.)?parseJson\(text, \{ depth: deepestMessage \}\)/, instead: 'JSON.parse(text)' },
  },
};

/** As many as a client may have in progress. */
const calls = 256;

export const number: Guard = {
  name: 'the number of calls under way',
  probes: {
    'a client that wants too many is cut off': async ({ port, token }) => {
      const other = await enter(port, token);
      const caller = await enter(port, token);
      const watch = (i: number) => caller.socket.send(`{"i":"w${i}","p":{"u":"/host/watch"}}`);
      for (let i = 0; i <= calls; i++) watch(i);
      await expect(caller.call('/files/roots')).rejects.toThrow('closed with 1008');
      await othersLive(other);
    },
    'calls that have ended are none': async ({ port, token }) => {
      const caller = await enter(port, token);
      for (let round = 0; round < 3; round++) {
        const answers = Array.from({ length: 200 }, () => caller.call('/files/roots'));
        expect((await Promise.all(answers)).filter(({ status }) => status !== 200)).toEqual([]);
      }
    },
  },
  without: { guard: { code: /if \(underWay >= \w+\) return cut\("crowded"\);/, instead: '' } },
};

export const compression: Guard = {
  name: 'no compression',
  probes: {
    'where it is offered': async ({ port, token }) => {
      const caller = await enter(port, token, { options: { perMessageDeflate: true } });
      expect(caller.socket.extensions).toBe('');
    },
  },
  without: {
    guard: {
      code: /(maxPayload: messageLimit,\s+)perMessageDeflate: false,/,
      instead: '$1perMessageDeflate: true,',
    },
  },
};

export const log: Guard = {
  name: 'what is written of hostile clients',
  probes: {
    'is a few lines, whatever they do': async (target) => {
      const { port, token } = target;
      for (let round = 0; round < 20; round++) {
        const callers = await Promise.all(Array.from({ length: 10 }, () => enter(port, token)));
        for (const [at, { socket }] of callers.entries()) {
          socket.send(at % 2 === 0 ? '{"a":1}' : Buffer.from([round]));
        }
        await Promise.all(callers.map(({ closed }) => closed));
      }
      const complaints = (): number => target.output().split('A client was cut off').length - 1;
      await eventually(complaints, target.patience).toBeGreaterThan(0);
      expect(complaints()).toBeLessThan(8);
      const written = target.output();
      expect(written).not.toMatch(/\n\s+at /);
      // None of the attacker's text, and no secret of ours except the address printed at the start.
      expect(written.split(token)).toHaveLength(2);
    },
  },
  without: {
    guard: { code: /if \(known !== void 0 && now - known\.writtenAt < \w+\) \{/, instead: 'if (false) {' },
  },
};

/** Read and answered: none of it exists, or it asks for nothing. */
const answered: Readonly<Record<string, readonly [string, number]>> = {
  'a call that there is not': ['{"i":"1","p":{"u":"/files/remove"}}', 404],
  'a call of a constructor': ['{"i":"1","p":{"u":"/constructor"}}', 404],
  'a call of a folder of calls': ['{"i":"1","p":{"u":"/files"}}', 404],
  'keys that are a prototype': [
    '{"i":"1","p":{"u":"/settings/change","b":{"json":{"__proto__":{"theme":"evil"}}}}}',
    400,
  ],
  'keys that a prototype has': [
    '{"i":"1","p":{"u":"/settings/change","b":{"json":{"constructor":{"prototype":{"theme":"evil"}}}}}}',
    400,
  ],
  'a prototype of a player': [
    '{"i":"1","p":{"u":"/game/setPlayer","b":{"json":{"seat":0,"player":{"kind":"human","__proto__":{"engine":"evil"}}}}}}',
    400,
  ],
};

/** No guard of ours keeps these out; they show that what they would need does not exist. */
export const harmlessMessages: Readonly<Record<string, (target: Target) => Promise<void>>> =
  Object.fromEntries(
    Object.entries(answered).map(([what, [message, status]]) => [
      what,
      async ({ port, token }: Target) => {
        const caller = await enter(port, token);
        expect((await caller.answerTo('1', message)).status).toBe(status);
        const events = await enter(port, token);
        const first = new Promise<string>((resolve) => {
          events.socket.on('message', (data) => {
            if (String(data).includes('"snapshot"')) resolve(String(data));
          });
        });
        events.socket.send('{"i":"1","p":{"u":"/host/watch"}}');
        expect(await first).not.toContain('evil');
      },
    ]),
  );
