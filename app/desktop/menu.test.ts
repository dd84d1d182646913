import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import type { MenuLine } from '../api/desktop-bridge.ts';
import { acceleratorOf, MenuLines, menuTemplate } from './menu.ts';

const lines: MenuLine[] = [
  { id: 'new', title: 'New game', group: 'Game', keys: 'N', enabled: true },
  { id: 'undo', title: 'Undo', group: 'Moves', keys: 'Ctrl+Z', enabled: false },
  { id: 'flip', title: 'Flip the board', group: 'View', keys: null, enabled: true },
];

describe('the native menu', () => {
  it('has a menu for each group, in order, and the system’s own where they belong', () => {
    const labels = (platform: NodeJS.Platform) =>
      menuTemplate(lines, platform, () => undefined).map(({ label, role }) => label ?? role);
    expect(labels('linux')).toEqual(['Game', 'editMenu', 'Moves', 'View']);
    expect(labels('darwin')).toEqual(['appMenu', 'Game', 'editMenu', 'Moves', 'View', 'windowMenu']);
  });

  it('can load the page again, which a page that is gone cannot be asked for', () => {
    const view = menuTemplate(lines, 'linux', () => undefined).find(({ label }) => label === 'View')!;
    expect(view.submenu).toContainEqual({ role: 'reload' });
  });

  const entry = (platform: NodeJS.Platform, id: string, choose: (id: string) => void = () => undefined) =>
    menuTemplate(lines, platform, choose)
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .find((item) => item.id === id)!;

  it('shows the keys without taking them from the page', () => {
    expect(entry('linux', 'new')).toMatchObject({ accelerator: 'N', registerAccelerator: false });
    expect(entry('linux', 'undo')).toMatchObject({ accelerator: 'CommandOrControl+Z', enabled: false });
    expect(entry('linux', 'flip')).not.toHaveProperty('accelerator');
  });

  it('has no keys on macOS that a text field needs', () => {
    const acceleratorsOn = (platform: NodeJS.Platform, ...keys: string[]) => {
      const told = keys.map((key): MenuLine => ({ ...lines[0]!, keys: key }));
      const [menu] = menuTemplate(told, platform, () => undefined).filter(({ label }) => label === 'Game');
      return (menu!.submenu as { accelerator?: string }[]).flatMap(({ accelerator }) => accelerator ?? []);
    };
    const ofEdit = ['Ctrl+C', 'Ctrl+V', 'Ctrl+X', 'Ctrl+A', 'Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+Y'];
    const ofText = ['N', 'F', 'Shift+A', 'Alt+1', 'Shift+Left', 'Alt+Left', 'Ctrl+Up', 'Space', ...ofEdit];
    expect(acceleratorsOn('darwin', ...ofText)).toEqual([]);
    expect(acceleratorsOn('linux', ...ofText)).toHaveLength(ofText.length);
    expect(acceleratorsOn('darwin', 'F8', 'Shift+F8', 'Ctrl+S', 'Ctrl+Shift+C')).toEqual([
      'F8',
      'Shift+F8',
      'CommandOrControl+S',
      'CommandOrControl+Shift+C',
    ]);
  });

  it('says which command was chosen', () => {
    const chosen: string[] = [];
    (entry('win32', 'flip', (id) => chosen.push(id)).click as () => void)();
    expect(chosen).toEqual(['flip']);
  });

  it.each([
    ['Ctrl+Shift+C', 'CommandOrControl+Shift+C'],
    ['Esc', 'Escape'],
    ['?', '?'],
    ['Ctrl+`', 'CommandOrControl+`'],
  ])('writes %s as %s', (keys, accelerator) => expect(acceleratorOf(keys)).toBe(accelerator));

  it.each([
    ['a role', [{ ...lines[0], role: 'quit' }]],
    ['no title', [{ ...lines[0], title: '' }]],
    ['a long title', [{ ...lines[0], title: 'x'.repeat(101) }]],
    ['a number for keys', [{ ...lines[0], keys: 1 }]],
    ['too many lines', Array.from({ length: 201 }, () => lines[0])],
    ['no list', { length: 1 }],
  ])('takes nothing with %s from the page', (_, told) => {
    expect(v.safeParse(MenuLines, told).success).toBe(false);
    expect(v.safeParse(MenuLines, lines).success).toBe(true);
  });
});
