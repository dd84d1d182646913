import type { Attachment } from 'svelte/attachments';

/** Pixels of the wheel for a step: less than a notch of any mouse, so that one notch is one step. */
const notch = 40;

/** Whether a region around the element is too low for its content and scrolls. */
function isScrolled(element: HTMLElement): boolean {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { clientHeight, scrollHeight } = around;
    if (scrollHeight > clientHeight + 1 && getComputedStyle(around).overflowY === 'auto') return true;
  }
  return false;
}

/**
 * The wheel over the element takes steps; with Ctrl, and when two fingers pinch, it enlarges the page. In a low window
 * it scrolls to what is below the element.
 */
export function wheelSteps(onstep: (step: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    let wheeled = 0;
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0 || isScrolled(element)) return;
      event.preventDefault();
      if (Math.sign(event.deltaY) !== Math.sign(wheeled)) wheeled = 0;
      wheeled +=
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : notch * Math.sign(event.deltaY);
      if (Math.abs(wheeled) < notch) return;
      const step = wheeled > 0 ? 1 : -1;
      wheeled = 0;
      onstep(step);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };
}
