import { expect, it } from 'vitest';
import { wheelSteps } from './wheel-steps.ts';

it('steps once for a notch or as many pixels, and leaves the enlarging of the page alone', () => {
  const element = document.createElement('div');
  document.body.append(element);
  const steps: number[] = [];
  const stop = wheelSteps((step) => steps.push(step))(element);
  /** Returns whether the page would scroll or be enlarged. */
  const turn = (init: WheelEventInit): boolean =>
    element.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init }));

  expect(turn({ deltaY: 30 })).toBe(false);
  expect(steps).toEqual([]);
  // The other way begins anew.
  turn({ deltaY: -30 });
  turn({ deltaY: -30 });
  expect(steps).toEqual([-1]);
  turn({ deltaY: 3, deltaMode: WheelEvent.DOM_DELTA_LINE });
  expect(steps).toEqual([-1, 1]);
  expect(turn({ deltaY: 100, ctrlKey: true })).toBe(true);
  expect(turn({ deltaX: 100 })).toBe(true);
  expect(steps).toEqual([-1, 1]);

  stop?.();
  expect(turn({ deltaY: 100 })).toBe(true);
  element.remove();
});

it('takes no step while a region around it scrolls', () => {
  const region = document.createElement('div');
  region.style.cssText = 'height: 50px; overflow-y: auto';
  const element = document.createElement('div');
  element.style.height = '100px';
  region.append(element);
  document.body.append(region);
  const steps: number[] = [];
  const stop = wheelSteps((step) => steps.push(step))(element);
  const turn = (): boolean =>
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }));
  expect(turn()).toBe(true);
  region.style.height = '200px';
  expect(turn()).toBe(false);
  expect(steps).toEqual([1]);
  stop?.();
  region.remove();
});
