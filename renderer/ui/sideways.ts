import type { Attachment } from 'svelte/attachments';

/** Pixels per line of a wheel that counts lines. */
const lineOfWheel = 32;

/**
 * A row without a scroll bar whose only child may be wider than the row: the wheel moves it, and the attributes
 * `data-before` and `data-after` say whether more is out of sight on the left or right.
 * @param onfit called with whether all of it fits, at first and after each change
 * @param onresize called when the row or its content has another width
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
    // After the page was laid out, so that reading the sizes costs nothing.
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
