import { describe, expect, it } from 'vitest';
import type { ConfigEngine } from './config-file.ts';
import { defaultSettings as now, type Settings } from './settings-table.ts';
import { obeyedVariable, weighEngine, weighSettings, withAccepted } from './weakening.ts';

const limits = (change: Partial<Settings['limits']>): Settings => ({
  ...now,
  limits: { ...now.limits, ...change },
});

describe('settings that weaken protection', () => {
  it.each<[string, Settings, string]>([
    ['sandboxNew', { ...now, sandboxNew: false }, 'without the sandbox'],
    ['limits.memoryMiB', limits({ memoryMiB: now.limits.memoryMiB + 1 }), 'of memory instead of'],
    ['limits.processes', limits({ processes: 10_000 }), 'may run 10000 processes'],
    ['limits.journalMiB', limits({ journalMiB: 1024 ** 2 }), 'journal of a session'],
    ['journalsMiB', { ...now, journalsMiB: 1024 ** 2 }, 'All journals together'],
    ['journalsMiB', { ...now, journalsMiB: 16 }, 'the oldest are deleted'],
    ['enginesAtOnce', { ...now, enginesAtOnce: 256 }, '256 engines'],
  ])('%s is told and left out, or taken where it is accepted', (id, wanted, words) => {
    const { plain, weakens } = weighSettings(now, wanted);
    expect(weakens.map((one) => one.id)).toEqual([id]);
    expect(weakens[0]!.words).toContain(words);
    expect(plain).toEqual(now);
    expect(withAccepted(plain, weakens, () => false)).toEqual(now);
    expect(withAccepted(plain, weakens, (one) => one === id)).toEqual(wanted);
  });

  it.each<[string, Settings, Settings]>([
    ['that are the same', now, now],
    ['that only look different', now, { ...now, theme: 'dark', flipped: true }],
    ['with stricter limits', now, limits({ memoryMiB: 16, processes: 1, journalMiB: 16 })],
    ['with fewer engines', now, { ...now, enginesAtOnce: 1 }],
    ['with the sandbox back on', { ...now, sandboxNew: false }, now],
  ])('are not those %s', (_, before, wanted) => {
    expect(weighSettings(before, wanted)).toEqual({ plain: wanted, weakens: [] });
  });

  it('leave what else changes alone', () => {
    const wanted: Settings = { ...limits({ memoryMiB: 999_999, processes: 2 }), flipped: true };
    const { plain, weakens } = weighSettings(now, wanted);
    expect(plain).toEqual({ ...limits({ processes: 2 }), flipped: true });
    // What is accepted is added to whatever else is wanted, or to none of it.
    expect(withAccepted(now, weakens, () => true)).toEqual(limits({ memoryMiB: 999_999 }));
  });
});

describe('variables that are obeyed', () => {
  it.each(
    (
      'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH PYTHONPATH PYTHONSTARTUP PYTHONHOME ' +
      'NODE_OPTIONS NODE_PATH PERL5LIB PERL5OPT RUBYOPT LUA_INIT LUA_INIT_5_4 JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH ' +
      'DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH BASH_ENV ENV PATH ld_preload ' +
      // What no list of obeyed ones would have in full.
      'HOME USERPROFILE XDG_CONFIG_HOME OPENSSL_CONF QT_PLUGIN_PATH GTK_PATH JULIA_HOME OMP_TOOL_LIBRARIES THREADS lang'
    ).split(' '),
  )('%s is one', (name) => {
    expect(obeyedVariable(name)).not.toBeNull();
  });

  it.each(
    'LANG LC_ALL TZ TERM NO_COLOR OMP_NUM_THREADS MKL_NUM_THREADS RUST_BACKTRACE PYTHONUNBUFFERED'.split(' '),
  )('%s is none', (name) => {
    expect(obeyedVariable(name)).toBeNull();
  });

  it('are told with what is known of them', () => {
    expect(obeyedVariable('LD_PRELOAD')).toContain('system loader');
    expect(obeyedVariable('HOME')).toContain('may obey it');
  });
});

it('leaves an engine the variables that nothing obeys', () => {
  const engine: ConfigEngine = {
    ...{
      name: 'x',
      protocol: 'cfp',
      args: [],
      file: '/e',
      folder: null,
      sandbox: true,
      dialect: {},
      scale: null,
      learned: {},
    },
    ...{ values: {}, environmentLeftOut: [] },
    writesFolder: false,
    environment: { OMP_NUM_THREADS: '2', LD_PRELOAD: '/x.so', NODE_OPTIONS: '--require /x.js' },
  };
  const { plain, weakens } = weighEngine(engine);
  expect(weakens.map(({ id }) => id)).toEqual(['environment.LD_PRELOAD', 'environment.NODE_OPTIONS']);
  expect(weakens[0]!.words).toContain('"/x.so"');
  expect(plain.environment).toEqual({ OMP_NUM_THREADS: '2' });
  expect(withAccepted(plain, weakens, (id) => id.endsWith('LD_PRELOAD')).environment).toEqual({
    OMP_NUM_THREADS: '2',
    LD_PRELOAD: '/x.so',
  });
});

it('leaves an engine its folder read-only', () => {
  const engine: ConfigEngine = {
    ...{
      name: 'x',
      protocol: 'cfp',
      args: [],
      file: '/e',
      folder: null,
      sandbox: true,
      dialect: {},
      scale: null,
      learned: {},
    },
    ...{ values: {}, environment: {}, environmentLeftOut: [], writesFolder: true },
  };
  const { plain, weakens } = weighEngine(engine);
  expect(weakens.map(({ id }) => id)).toEqual(['writesFolder']);
  expect(plain.writesFolder).toBe(false);
  expect(withAccepted(plain, weakens, () => true)).toEqual(engine);
});
