#!/usr/bin/env node
/**
 * The part of fpm that electron-builder uses for a deb, with dpkg's own tool. The layout and the control file come from
 * electron-builder and us. electron-builder downloads fpm itself.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'input-type': { ...text, short: 's' },
    'output-type': { ...text, short: 't' },
    depends: { ...text, short: 'd', multiple: true },
    'deb-recommends': { ...text, multiple: true },
    force: { type: 'boolean' },
    ...Object.fromEntries(
      (
        'architecture after-install after-remove description version package name maintainer vendor url ' +
        'category deb-priority deb-compression license'
      )
        .split(' ')
        .map((name) => [name, text]),
    ),
  },
});

const tree = mkdtempSync(join(tmpdir(), 'plywire-fpm-'));
try {
  for (const word of positionals) {
    const [from, to] = word.split('=');
    const target = join(tree, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true });
  }
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const [synopsis, ...rest] = values.description.split('\n');
  const fields = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Depends: values.depends.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [synopsis, ...rest.map((line) => ` ${line.trim()}`)].join('\n'),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(control, 'control'), lines.join(''));
  for (const [name, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ]) {
    cpSync(file, join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, values.package], { stdio: 'inherit' });
} finally {
  rmSync(tree, { recursive: true, force: true });
}
