import type { Attachment } from 'svelte/attachments';

/** Pixels of a wheel that counts in lines. */
const lineOfWheel = 32;

/**
 * A row without a scroll bar whose one child may be wider than itself: a wheel moves it, and its attributes `data-before`
 * and `data-after` are there where more of it is out of sight on the left or on the right.
 * @param onfit hears whether all of it fits, as soon as that is known and when it changes
 * @param onresize the row or what stands in it has another width
 */
export function sideways(onfit?: (fits: boolean) => void, onresize?: () => void): Attachment<HTMLElement> {
  return (row) => {
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = row;
      // Widths are rounded.
      row.toggleAttribute('data-before', scrollLeft > 1);
      row.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
      onfit?.(scrollWidth <= clientWidth + 1);
    };
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaX !== 0 || row.scrollWidth <= row.clientWidth) return;
      event.preventDefault();
      row.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineOfWheel : 1);
    };
    // Told after the page was laid out, so that looking costs nothing.
    const resized = new ResizeObserver(() => {
      onresize?.();
      look();
    });
    resized.observe(row);
    if (row.firstElementChild) resized.observe(row.firstElementChild);
    row.addEventListener('scroll', look, { passive: true });
    row.addEventListener('wheel', turn, { passive: false });
    return () => {
      resized.disconnect();
      row.removeEventListener('scroll', look);
      row.removeEventListener('wheel', turn);
    };
  };
}
