import { expect, it } from 'vitest';
import { copy } from './clipboard.ts';
import type { NewToast } from './toasts.ts';

it('says what to do instead where there is no clipboard, as here, and claims nothing', async () => {
  const toasts: NewToast[] = [];
  const app = { toast: (toast: NewToast) => (toasts.push(toast), () => undefined) };
  await copy(app, 'text', 'Copied the path.', 'Select the path by hand.');
  expect(toasts).toEqual([
    { text: 'The browser does not allow Plywire to copy.', advice: 'Select the path by hand.', tone: 'warn' },
  ]);
});
