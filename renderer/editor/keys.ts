/** The keys of the position editor. */
import type { EditMode } from '../../app/games/editing.ts';
import type { Tool } from '../../app/games/editor.ts';

export const MOVE_KEY = 'M';
export const REMOVE_KEY = 'X';
export const SIDE_KEY = 'S';
export const FLIP_KEY = 'F';

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
