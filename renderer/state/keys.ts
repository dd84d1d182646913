/** Which combination a key press is, and who handles it. */
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
 * A key press as the command table writes it: `Ctrl+Shift+Z`, `F`, `?`. `Ctrl` is the command key on a Mac. Shift is
 * written only with letters and named keys; with others it is part of the character.
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
 * Whether the element that received a key handles it: text fields nearly all keys, dialogs and menus all, selects all
 * without Ctrl, buttons and check boxes Space and Enter, tabs, splitters and radio buttons the arrows.
 */
export function takesKey(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false;
  if (isFloating(target)) return true;
  if (target.closest('select') !== null) return !/^Ctrl\+|^(Shift\+)?F\d+$/.test(keys);
  if (isTextField(target)) return !/^(Ctrl\+(Shift\+)?[OS]|Ctrl\+[FJK,`/]|(Shift\+|Ctrl\+)?F\d+)$/.test(keys);
  if (target.closest(operated) === null) return false;
  if (keys === 'Space' || keys === 'Enter') return true;
  return (
    target.closest('[role="tab"], [role="separator"], input') !== null &&
    /^(Left|Right|Up|Down|Home|End)$/.test(keys)
  );
}
