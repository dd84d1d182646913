/** Which key press means which combination, and who it is for. */
import { isFloating, isTextField } from '../ui/pointer-focus.ts';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & {
  readonly code?: string;
};

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Escape: 'Esc',
};

/**
 * A press as it stands in the command table: `Ctrl+Shift+Z`, `F`, `?`. `Ctrl` is the command key on a Mac. Shift is written with letters and
 * named keys only: with others it is part of the character already.
 */
export function combination(press: Press, mac: boolean): string {
  // Alt and a digit types a character on a Mac.
  const digit = press.altKey ? /^Digit(\d)$/.exec(press.code ?? '')?.[1] : undefined;
  const key = digit ?? named[press.key] ?? (press.key.length === 1 ? press.key.toUpperCase() : press.key);
  const shown = key.length > 1 || /[A-Z]/.test(key);
  return [
    ...((mac ? press.metaKey : press.ctrlKey) ? ['Ctrl'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey && shown ? ['Shift'] : []),
    key,
  ].join('+');
}

const operated = 'button, a[href], [role="button"], [role="tab"], [role="separator"], summary, input';

/**
 * Whether the element that a key was pressed in has its own use for it: text fields for nearly all, dialogs
 * and menus for all, selects for all without Ctrl, buttons and boxes for Space and Enter, tabs, splitters and radio
 * buttons for arrows.
 */
export function takesKey(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false;
  if (isFloating(target)) return true;
  if (target.closest('select') !== null) return !/^Ctrl\+|^(Shift\+)?F\d+$/.test(keys);
  if (isTextField(target)) return !/^(Ctrl\+[FJKO,`/]|(Shift\+)?F\d+)$/.test(keys);
  if (target.closest(operated) === null) return false;
  if (keys === 'Space' || keys === 'Enter') return true;
  return (
    target.closest('[role="tab"], [role="separator"], input') !== null &&
    /^(Left|Right|Up|Down|Home|End)$/.test(keys)
  );
}
