/** The keys of the position editor. */
import type { EditMode } from '../../app/games/editing.ts';
import type { Tool } from '../../app/games/editor.ts';

export const MOVE_KEY = 'M';
export const REMOVE_KEY = 'X';
export const SIDE_KEY = 'S';
export const FLIP_KEY = 'F';

/** For the list of all keys. */
export const editorKeys: readonly (readonly [keys: string, title: string])[] = [
  ['1', 'Choose the first piece of the palette, 2 the next …'],
  [MOVE_KEY, 'Move pieces'],
  [REMOVE_KEY, 'Remove pieces'],
  ['Delete', 'Remove the piece at the pointer or the focus (also the right button)'],
  [SIDE_KEY, 'Change the side to move'],
  [FLIP_KEY, 'Flip the board'],
  ['Ctrl+Z', 'Undo; Ctrl+Y redoes'],
];

/** The digit that chooses a tool; undefined for those after the ninth. */
export function keyOfTool(tools: readonly Tool[], tool: Tool): string | undefined {
  const index = tools.indexOf(tool);
  return index >= 0 && index < 9 ? String(index + 1) : undefined;
}

/** The mode that a key chooses; null if it chooses none. */
export function modeOfKey(tools: readonly Tool[], keys: string): EditMode | null {
  if (keys === MOVE_KEY) return { kind: 'move' };
  if (keys === REMOVE_KEY) return { kind: 'remove' };
  const tool = /^[1-9]$/.test(keys) ? tools[Number(keys) - 1] : undefined;
  return tool === undefined ? null : { kind: 'put', tool: tool.id };
}
