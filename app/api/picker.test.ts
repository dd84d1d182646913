import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../shapes/refused.ts';
import { entryLimit, Picker } from './picker.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'plywire-picker-')));
  root = join(folder, 'root');
  mkdirSync(join(root, 'inner', 'deep'), { recursive: true });
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(root, 'engine'), '');
  chmodSync(join(root, 'engine'), 0o755);
  writeFileSync(join(root, 'engine.py'), '');
  writeFileSync(join(root, '.hidden'), '');
  writeFileSync(join(folder, 'outside', 'secret'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function listed(picker: Picker, ...names: string[]) {
  let list = await picker.list(picker.roots()[0]!.id);
  for (const name of names) list = await picker.list(list.entries.find((entry) => entry.name === name)!.id);
  return list;
}

describe('the file picker', () => {
  it('lists a root: folders first, what runs, and what would run the rest', async () => {
    const list = await listed(new Picker([root]));
    expect(list).toMatchObject({ path: root, parent: null, omitted: 0 });
    expect(
      list.entries.map(({ name, kind, executable, interpreter }) => [name, kind, executable, interpreter]),
    ).toEqual([
      ['inner', 'folder', false, null],
      ['engine', 'file', true, null],
      ['engine.py', 'file', false, 'python3'],
      ['.hidden', 'file', false, null],
    ]);
  });

  it('admits a file that was chosen elsewhere, and says why it does not', async () => {
    const picker = new Picker([root]);
    const outside = join(folder, 'outside', 'secret');
    expect(await picker.path((await picker.admit(outside)).id)).toBe(outside);
    await expect(picker.admit(join(root, 'none.sgf'))).rejects.toThrow('The file none.sgf does not exist');
    await expect(picker.admit(join(root, 'inner'))).rejects.toThrow('inner is a folder, not a file.');
  });

  it('gives ids that tell nothing, the same ones as long as it lives', async () => {
    const picker = new Picker([root]);
    const list = await listed(picker);
    for (const { id, name } of list.entries) {
      expect(id).toMatch(/^f-[0-9a-f]{18}$/);
      expect(id).not.toContain(name);
    }
    expect(await listed(picker)).toEqual(list);
    expect((await listed(new Picker([root]))).entries[0]!.id).not.toBe(list.entries[0]!.id);
  });

  it('walks down and up, and not above a root', async () => {
    const picker = new Picker([root]);
    const deep = await listed(picker, 'inner', 'deep');
    expect(deep.path).toBe(join(root, 'inner', 'deep'));
    const up = await picker.list(deep.parent!);
    expect(up.path).toBe(join(root, 'inner'));
    const top = await picker.list(up.parent!);
    expect([top.path, top.parent]).toEqual([root, null]);
  });

  it('leaves out roots below others', () => {
    const other = `${root}-2`;
    const roots = new Picker([join(root, 'inner'), root, root, other]).roots();
    expect(roots.map(({ name }) => name)).toEqual([root, other]);
  });

  it.each(['/etc/passwd', '..', 'f-000000000000000000', '', '../root/engine'])(
    'refuses an id that it did not give: "%s"',
    async (id) => {
      const picker = new Picker([root]);
      await expect(picker.path(id)).rejects.toThrow(Refused);
      await expect(picker.list(id)).rejects.toThrow(Refused);
    },
  );

  it('refuses links that lead out of the roots, files and folders alike', async () => {
    symlinkSync(join(folder, 'outside', 'secret'), join(root, 'link'));
    symlinkSync(join(folder, 'outside'), join(root, 'way-out'));
    symlinkSync('engine', join(root, 'inside'));
    const picker = new Picker([root]);
    const { entries } = await listed(picker);
    const idOf = (name: string) => entries.find((entry) => entry.name === name)!.id;
    await expect(picker.path(idOf('link'))).rejects.toThrow(/outside the allowed folders/);
    await expect(picker.list(idOf('way-out'))).rejects.toThrow(/outside the allowed folders/);
    expect(await picker.path(idOf('inside'))).toBe(join(root, 'inside'));
  });

  it('asks again at every use: a folder that became a link out is refused', async () => {
    const picker = new Picker([root]);
    const deep = await listed(picker, 'inner', 'deep');
    rmSync(join(root, 'inner'), { recursive: true });
    symlinkSync(folder, join(root, 'inner'));
    mkdirSync(join(folder, 'deep'));
    await expect(picker.list(deep.id)).rejects.toThrow(/outside the allowed folders/);
  });

  it('takes a root that is a link itself', async () => {
    symlinkSync(root, join(folder, 'alias'));
    const list = await listed(new Picker([join(folder, 'alias')]), 'inner');
    expect(list.path).toBe(join(folder, 'alias', 'inner'));
  });

  it('does not take a folder for a root whose name only begins alike', async () => {
    mkdirSync(`${root}-2`);
    symlinkSync(`${root}-2`, join(root, 'neighbour'));
    const picker = new Picker([root]);
    const { entries } = await listed(picker);
    await expect(picker.list(entries.find(({ name }) => name === 'neighbour')!.id)).rejects.toThrow(Refused);
  });

  it('says what is gone and what is not a folder', async () => {
    const picker = new Picker([root]);
    const { entries } = await listed(picker);
    const file = entries.find(({ name }) => name === 'engine')!;
    await expect(picker.list(file.id)).rejects.toThrow(/cannot be read/);
    rmSync(join(root, 'engine'));
    await expect(picker.path(file.id)).rejects.toThrow(/no longer exists/);
  });

  it('shows the first of very many, folders before files, and counts the rest', async () => {
    for (let count = 0; count < entryLimit; count++) writeFileSync(join(root, `a${count}`), '');
    const { entries, omitted } = await listed(new Picker([root]));
    expect(entries).toHaveLength(entryLimit);
    expect(omitted).toBe(4);
    expect(entries[0]!.name).toBe('inner');
  });
});
