import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { launchOf } from '../../../tests/engines/support.ts';
import { inspectLaunch, shebangOf } from './check.ts';
import { planLaunch } from './launch.ts';

const folder = mkdtempSync(join(tmpdir(), 'plywire-shebang-'));
afterAll(() => rmSync(folder, { recursive: true }));

const planOf = (text: string) => {
  const file = join(folder, 'bot');
  writeFileSync(file, text, { mode: 0o755 });
  const environment = { PATH: '/usr/bin:/bin' };
  return planLaunch(launchOf(file), { platform: 'linux', environment, nodePath: '', electron: false });
};

describe('the first line of a script is read as the kernel reads it', () => {
  it.each([
    ['#!/bin/sh\n', '/bin/sh', '', null],
    ['#! \t/bin/sh  -e -u \t\n', '/bin/sh', '-e -u', null],
    ['#!/bin/sh', '/bin/sh', '', null],
    ['#!/usr/bin/env sh\n', '/usr/bin/env', 'sh', 'sh'],
    // One argument: `env` looks for a program of this name, blank and all, and there is none.
    ['#!/usr/bin/env sh -e\n', '/usr/bin/env', 'sh -e', null],
    ['#!/usr/bin/env -S sh -e\n', '/usr/bin/env', '-S sh -e', 'sh'],
    ['#!/usr/bin/env -Ssh\n', '/usr/bin/env', '-Ssh', 'sh'],
    ['#!/usr/bin/env --split-string=sh -e\n', '/usr/bin/env', '--split-string=sh -e', 'sh'],
    ['#!/usr/bin/env -S A=1 B=2 sh\n', '/usr/bin/env', '-S A=1 B=2 sh', 'sh'],
    // What takes more than blanks to split is left alone, and so is a PATH of its own.
    [`#!/usr/bin/env -S x=' sh ' cat\n`, '/usr/bin/env', `-S x=' sh ' cat`, null],
    ['#!/usr/bin/env -S x=a\\_b sh\n', '/usr/bin/env', '-S x=a\\_b sh', null],
    ['#!/usr/bin/env -S PATH=/tmp sh\n', '/usr/bin/env', '-S PATH=/tmp sh', null],
    ['#!/usr/bin/env -i sh\n', '/usr/bin/env', '-i sh', null],
    ['#!/usr/bin/env A=1 sh\n', '/usr/bin/env', 'A=1 sh', null],
    ['#!/usr/bin/env\n', '/usr/bin/env', '', null],
  ])('%j', (text, path, argument, program) => {
    const found = shebangOf(planOf(text));
    expect(found).toMatchObject({ path, argument });
    expect(found?.onPath?.split('/').at(-1) ?? null).toBe(program);
  });

  it.each(['#!\n', '#! \t \n', '# !/bin/sh\n', 'echo\n', ''])('%j names nothing', (text) => {
    expect(shebangOf(planOf(text))).toBeNull();
  });

  it('of which no more than 256 bytes count', () => {
    expect(shebangOf(planOf(`#!/bin/sh ${'x'.repeat(300)}`))?.argument).toHaveLength(
      256 - '#!/bin/sh '.length,
    );
  });

  it('and what it names is looked for before a start', () => {
    const wanted = { kind: 'script interpreter', interpreter: 'sh -e' };
    expect(inspectLaunch(planOf('#!/usr/bin/env sh -e\n'))).toMatchObject(wanted);
    expect(inspectLaunch(planOf('#!/usr/bin/env -S sh -e\n'))).toBeNull();
  });
});
