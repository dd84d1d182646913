/** What a call may contain: ids that exist, and no unknown fields. */
import { expect } from 'vitest';
import { enter, type CallAnswer } from '../attacker.ts';
import type { Guard, Target } from '../guard.ts';
import { asked, callPaths, localPaths, withValue } from '../inputs.ts';

/** What an attacker might send in place of an id. */
const noIds: readonly unknown[] = [
  '/bin/sh',
  '../engine',
  '..',
  'a/b',
  'a\\b',
  'C:\\Windows\\cmd.exe',
  'file:///bin/sh',
  '~',
  '$(id)',
  'a b',
  'a\0',
  'a\n',
  'é',
  '',
  'x'.repeat(65),
  null,
  7,
  ['a'],
  { toString: 'a' },
];

const takingIds = asked.filter(({ ids }) => ids.length > 0);

const code = ({ body }: CallAnswer): unknown => (body as { code?: unknown } | undefined)?.code;

const perCall = (
  calls: readonly (typeof asked)[number][],
  probe: (target: Target, call: (typeof asked)[number]) => Promise<void>,
): Guard['probes'] =>
  Object.fromEntries(
    calls.map((call, at) => {
      const variant = calls.slice(0, at).filter(({ path }) => path === call.path).length;
      return [
        variant === 0 ? call.path : `${call.path}, variant ${variant + 1}`,
        (target) => probe(target, call),
      ];
    }),
  );

export const paths: Guard = {
  name: 'no path where an id belongs',
  probes: perCall(takingIds, async ({ port, token }, { path, input, ids }) => {
    const caller = await enter(port, token);
    for (const at of ids) {
      for (const id of noIds) {
        const answer = await caller.call(
          path,
          withValue(input, at, () => id),
        );
        expect([at.join('.'), id, code(answer)]).toEqual([at.join('.'), id, 'BAD_REQUEST']);
      }
    }
  }),
  without: {
    guard: { code: /regex\(\/\^\[A-Za-z0-9_-\]\{1,64\}\$\/, "not an id"\)/, instead: 'minLength(0)' },
  },
};

export const unknown: Guard = {
  name: 'ids that stand for something',
  probes: perCall(takingIds, async ({ port, token }, { path, input }) => {
    const caller = await enter(port, token);
    const answer = await caller.call(path, input);
    const { message, data } = answer.body as { message: string; data: { advice: string } };
    expect([answer.status, code(answer)]).toEqual([409, 'REFUSED']);
    // It says what is wrong and, if possible, what to do; and no path of this machine.
    expect(message).toMatch(/^[A-Z"].+\.$/);
    expect(message + data.advice).not.toMatch(/undefined|\[object|TypeError|\/home\/|\/tmp\//);
  }),
  without: {
    'that of sessions': { code: /if \(!entry\) throw new [\w.]*Refused\("That session.+\);/, instead: '' },
    'that of buttons': { code: /core\.engines\.get\(input\.engine\);(?=\s+for \(const)/, instead: '' },
    'that of files': {
      code: /if \(path === void 0\) throw new [\w.]*Refused\("That file is unknown.+\);/,
      instead: '',
    },
  },
};

const takingInput = asked.filter(({ objects }) => objects.length > 0);

export const fields: Guard = {
  name: 'nothing that is not asked for',
  probes: {
    ...perCall(takingInput, async ({ port, token }, { path, input, objects }) => {
      const caller = await enter(port, token);
      for (const at of objects) {
        const answer = await caller.call(
          path,
          withValue(input, at, (object) => ({ ...(object as object), smuggled: '/bin/sh' })),
        );
        expect([at.join('.'), code(answer)]).toEqual([at.join('.'), 'BAD_REQUEST']);
      }
    }),
    'no input of another kind': async ({ port, token }) => {
      const caller = await enter(port, token);
      for (const { path } of takingInput) {
        for (const input of [undefined, null, 7, 'x', [[]], true]) {
          expect([path, input, code(await caller.call(path, input))]).toEqual([path, input, 'BAD_REQUEST']);
        }
      }
    },
  },
  without: {
    guard: {
      code: /(for \(const key in input\) )if \(!Object\.prototype\.hasOwnProperty\.call\(this\.entries, key\)\) \{/,
      instead: '$1if (false) {',
    },
  },
};

export const local: Guard = {
  name: 'what takes a path',
  probes: Object.fromEntries(
    localPaths.map((path) => [
      path,
      async ({ port, token }: Target) => {
        const caller = await enter(port, token);
        const input = { text: '/bin/sh', protocol: 'cfp', args: [], folder: '/' };
        expect((await caller.call(path, input)).status).toBe(404);
        expect((await caller.call(path)).status).toBe(404);
      },
    ]),
  ),
  without: { guard: { code: /new RPCHandler\(([\w.]*)router,/, instead: 'new RPCHandler($1localRouter,' } },
};

export const imports: Guard = {
  name: 'programs that could not have been picked',
  probes: {
    'by way of a file to import': async ({ port, token }) => {
      const caller = await enter(port, token);
      const { body } = await caller.call('/config/export', { environment: false });
      const { text } = body as { text: string };
      const engine = { name: 'x', protocol: 'cfp', args: ['-c', 'id'], environment: {}, sandbox: false };
      const engines = ['/bin/sh', '/usr/bin/../bin/sh', '/nothing/is/there'].map((file) => ({
        ...engine,
        file,
        folder: null,
        values: {},
        environmentLeftOut: [],
      }));
      const smuggled = JSON.stringify({ ...(JSON.parse(text) as object), engines });
      const preview = await caller.call('/config/preview', { text: smuggled });
      const shown = (preview.body as { engines: { state: string; reason: string }[] }).engines;
      expect(shown.map(({ state }) => state)).toEqual(engines.map(() => 'left out'));
      // Nothing is revealed about files elsewhere.
      expect(new Set(shown.map(({ reason }) => reason)).size).toBe(1);
      const answer = await caller.call('/config/import', {
        text: smuggled,
        engines: [0],
        settings: false,
        sandbox: false,
      });
      expect([answer.status, code(answer)]).toEqual([409, 'REFUSED']);
    },
  },
  without: {
    'the look at where it is': {
      code: /(async reaches\(path\) \{)/,
      instead: '$1 return true;',
    },
  },
};

export const answers: Guard = {
  name: 'answers that are no larger than their questions',
  probes: {
    'to an input with many faults': async ({ port, token }) => {
      const caller = await enter(port, token);
      const settings = {
        name: 'x',
        protocol: 'cfp',
        args: Array.from({ length: 300 }, () => 1),
        environment: {},
        sandbox: false,
      };
      const answer = await caller.call('/engines/change', { engine: 'x', settings });
      expect(code(answer)).toBe('BAD_REQUEST');
      expect(answer.length).toBeLessThan(2000);
      // The rest says where and what.
      expect(answer.body).toMatchObject({
        data: { issues: [{ path: [{ key: 'settings' }, { key: 'args' }, { key: '0' }] }, {}, {}] },
      });
    },
    'to a long text that is wrong': async ({ port, token }) => {
      const caller = await enter(port, token);
      const answer = await caller.call('/engines/check', { engine: '/'.repeat(1_000_000) });
      expect(code(answer)).toBe('BAD_REQUEST');
      expect(answer.length).toBeLessThan(2000);
    },
  },
  without: { guard: { code: /throw [\w.]*withoutInput\(error\);/, instead: 'throw error;' } },
};

/** The number of calls to test against the guards; testing none would prove nothing. */
export const covered = { calls: callPaths.length, withIds: new Set(takingIds.map(({ path }) => path)).size };
