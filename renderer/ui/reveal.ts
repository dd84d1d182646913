/**
 * Scrolls an element into sight within the region that scrolls it; of one that is too high, its top. Not by
 * `scrollIntoView`, which would scroll the regions around that one, too.
 */
export function reveal(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller === null) return;
  const frame = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const before = box.top - frame.top;
  const after = box.bottom - frame.bottom;
  if (before < 0) scroller.scrollTop += before;
  else if (after > 0) scroller.scrollTop += Math.min(before, after);
}

function scrollerOf(element: Element): Element | null {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(around).overflowY)) return around;
  }
  return null;
}
