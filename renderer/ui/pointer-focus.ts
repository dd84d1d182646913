/**
 * Returns the keys to the game after the pointer was used. Browsers leave the focus on a clicked control, which then
 * takes the arrows, Space and letters; here the control loses the focus once it has handled the click. Text fields and
 * floating layers keep it, and so does a control that was reached by key.
 */

const text = [
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])',
  'textarea',
  '[contenteditable="true"]',
  '.xterm',
].join(', ');
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

export const isFloating = (element: Element): boolean => element.closest(floating) !== null;
export const isTextField = (element: Element): boolean => element.closest(text) !== null;

/** False if the browser does not know the selector `:open`. */
const isOpenSelect = (element: Element): boolean => {
  try {
    return element.matches('select:open');
  } catch {
    return false;
  }
};

/** Removes the focus from the focused element. */
export function releaseFocus(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement || activeElement instanceof SVGElement) activeElement.blur();
}

/** The text field that has the focus; null if another element has it, which gives it up when its work is done. */
export function focusedField(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && isTextField(activeElement) ? activeElement : null;
}

/** Gives the focus back to the text field that had it before; without one, the game gets the keys. */
export function refocus(before: HTMLElement | null): void {
  if (before?.isConnected === true) before.focus();
  else releaseFocus();
}

/** Listens to the pointer and the keys of the window. Returns a function that stops it. */
export function followPointer(): () => void {
  /** The pointer was used last. */
  let pointing = false;
  let pressed = false;
  /** The control whose press opened a floating layer; it gets the focus when the layer closes. */
  let opener: Element | null = null;

  const releaseControl = (): void => {
    const { activeElement } = document;
    if (!pointing || activeElement === null) return;
    if (isFloating(activeElement) || isTextField(activeElement) || isOpenSelect(activeElement)) return;
    releaseFocus();
  };

  const follow = new AbortController();
  const on = <K extends keyof WindowEventMap>(
    type: K,
    handle: (event: WindowEventMap[K]) => void,
    capture = true,
  ): void => addEventListener(type, handle, { capture, signal: follow.signal });

  on('pointerdown', ({ target }) => {
    pointing = true;
    pressed = true;
    opener = (target instanceof Element ? target.closest('[aria-haspopup]') : null) ?? opener;
  });
  on('pointercancel', () => (pressed = false));
  // After the handlers of the control, which may look at the focused element.
  on(
    'pointerup',
    ({ target }) => {
      pressed = false;
      // The list of a select opens with the press and closes with the choice.
      if (!(target instanceof HTMLSelectElement)) releaseControl();
    },
    false,
  );
  on('click', ({ target }) => !(target instanceof HTMLSelectElement) && releaseControl(), false);
  on('change', releaseControl, false);
  // A focus that another source sets, such as a screen reader, stays.
  on('focusin', ({ target }) => {
    if (pressed || target !== opener) return;
    opener = null;
    releaseControl();
  });

  on('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof Element)) return;
    const { activeElement } = document;
    // A select that was closed without a choice would treat the key as a choice.
    if (pointing && activeElement instanceof HTMLSelectElement && target === activeElement && key !== 'Tab') {
      releaseControl();
      if (document.activeElement === activeElement) return;
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
      event.stopImmediatePropagation();
      document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    }
    // Keys that close or choose leave a layer that the pointer opened.
    if (!isFloating(target) || !['Escape', 'Enter', ' '].includes(key)) pointing = false;
  });

  return () => follow.abort();
}
