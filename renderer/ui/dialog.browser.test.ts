/** A dialog's focus and landmarks. */
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createRawSnippet } from 'svelte';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import Dialog from './Dialog.svelte';

const content = (html: string) => createRawSnippet(() => ({ render: () => html }));

it('scrolls text by keys at once, and is no page within the page', async () => {
  await page.viewport(600, 400);
  await render(Dialog, {
    open: true,
    title: 'Much text',
    textOnly: true,
    children: content('<div style="height: 3000px">Text</div>'),
    footer: content('<p>Foot</p>'),
  });
  const body = page.getByText('Text', { exact: true }).element().parentElement!;
  await expect.poll(() => document.activeElement).toBe(body);
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => body.scrollTop).toBeGreaterThan(100);
  expect(document.querySelectorAll('[role=dialog] :is(header, footer)').length).toBe(0);
});
