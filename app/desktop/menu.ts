/** The native menu, built from the window's command table, so that the two agree. */
import type { MenuItemConstructorOptions } from 'electron';
import * as v from 'valibot';
import type { MenuLine } from '../api/desktop-bridge.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** The menu lines that the page sends; untrusted input. */
export const MenuLines = v.pipe(
  v.array(
    v.strictObject({
      id: text,
      title: text,
      group: text,
      keys: v.nullable(v.pipe(v.string(), v.maxLength(40))),
      enabled: v.boolean(),
    }),
  ),
  v.maxLength(200),
);

/** Key names of the command table in Electron's terms. */
const named: Readonly<Record<string, string>> = { Esc: 'Escape', Ctrl: 'CommandOrControl' };

/**
 * Keys of text fields on macOS. Those of the Edit menu reach a field only through it, and of two items with the same keys
 * the first in the menu bar gets them.
 */
const ofText: ReadonlySet<string> = new Set(
  ['A', 'C', 'V', 'X', 'Y', 'Z', 'Shift+Z', 'Up', 'Down', 'Left', 'Right'].map((key) => `Ctrl+${key}`),
);

/** Whether keys type nothing and change nothing in a text field. */
const isBesideText = (keys: string): boolean =>
  !ofText.has(keys) && (keys.split('+').includes('Ctrl') || /(?:^|\+)F\d+$/.test(keys));

/** Converts keys such as `Ctrl+Shift+Z` to an accelerator of Electron. */
export const acceleratorOf = (keys: string): string =>
  keys
    .split('+')
    .map((key) => named[key] ?? key)
    .join('+');

/**
 * @param lines in the order of the command table; each group is a menu
 * @param choose called with the id of a chosen command
 */
export function menuTemplate(
  lines: readonly MenuLine[],
  platform: NodeJS.Platform,
  choose: (id: string) => void,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const item = ({ id, title, keys, enabled }: MenuLine): MenuItemConstructorOptions => ({
    id,
    label: title,
    enabled,
    click: () => choose(id),
    // On macOS the menu takes keys even from a text field, so it only has keys that a field does not need. Elsewhere the
    // menu only shows the keys; the page handles them.
    ...(keys !== null && (!mac || isBesideText(keys))
      ? { accelerator: acceleratorOf(keys), registerAccelerator: false }
      : {}),
  });
  const groups = [...new Set(lines.map(({ group }) => group))];
  const menus = groups.map((group): MenuItemConstructorOptions => ({
    label: group,
    submenu: [
      ...lines.filter((line) => line.group === group).map(item),
      ...(group === groups[0] && !mac ? [{ type: 'separator' } as const, { role: 'quit' } as const] : []),
      ...(group === 'View'
        ? ([
            { type: 'separator' },
            { role: 'reload' },
            { role: 'resetZoom' },
            { role: 'zoomIn' },
            { role: 'zoomOut' },
            { role: 'togglefullscreen' },
          ] as const)
        : []),
    ],
  }));
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    ...menus.slice(0, 1),
    { role: 'editMenu' },
    ...menus.slice(1),
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
  ];
}
