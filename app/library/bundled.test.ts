import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBundledEngines } from './bundled.ts';
import { defaultSettings } from './settings-table.ts';
import { openSettings } from './settings.ts';

let folder: string;

const wrongScale = JSON.stringify({
  ...{ id: 'x', name: 'X', version: '1', description: '', protocols: ['nmm'], games: ['morris'] },
  ...{ entry: 'main.cjs', scale: { kind: 'points', inaccuracy: 2, mistake: 1, blunder: 3 } },
});
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-bundled-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('bundled engines', () => {
  it('are found by their manifests', async () => {
    const engines = await findBundledEngines(fileURLToPath(new URL('../../engines', import.meta.url)));
    expect(engines.map(({ id }) => id)).toEqual(expect.arrayContaining(['connect4', 'quoridor']));
    const connect4 = engines.find(({ id }) => id === 'connect4')!;
    expect(connect4.protocols[0]).toBe('cfsi');
    // Where scores are static, reports need a scale to judge moves by.
    const scales = engines.flatMap(({ id, scale }) => (scale === undefined ? [] : [[id, scale.kind]]));
    expect(scales).toEqual([
      ['connect4', 'chances'],
      ['morris', 'chances'],
    ]);
    expect(connect4.file.endsWith(join('connect4', connect4.entry))).toBe(true);
  });

  it('are none where there is no folder, and folders without a manifest are none', async () => {
    expect(await findBundledEngines(join(folder, 'nowhere'))).toEqual([]);
    mkdirSync(join(folder, 'empty'));
    expect(await findBundledEngines(folder)).toEqual([]);
  });

  it.each(['{', '{"id":"x"}', wrongScale])('name a manifest that is none: %s', async (content) => {
    mkdirSync(join(folder, 'odd'));
    writeFileSync(join(folder, 'odd', 'manifest.json'), content);
    await expect(findBundledEngines(folder)).rejects.toThrow(join(folder, 'odd', 'manifest.json'));
  });
});

describe('settings and the game', () => {
  it('are the defaults at first and come back as they were left', async () => {
    const path = join(folder, 'settings.json');
    const { kept } = await openSettings(path);
    expect(kept.value).toEqual(defaultSettings);
    await kept.change((settings) => ({ ...settings, theme: 'dark' }));
    expect((await openSettings(path)).kept.value).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it('are put aside where a value is beyond its range', async () => {
    const path = join(folder, 'settings.json');
    writeFileSync(
      path,
      JSON.stringify({ ...defaultSettings, deadlines: { handshake: 1, ready: 1, stop: 1, move: 1 } }),
    );
    const { kept, trouble } = await openSettings(path);
    expect(kept.value).toEqual(defaultSettings);
    expect(trouble).toContain('settings.json.unreadable');
  });
});
