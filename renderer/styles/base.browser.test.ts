/** Colours that the browser or the system would choose otherwise. */
import { afterEach, expect, it } from 'vitest';
// Its types say what a session can send.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import './tokens.css';
import './base.css';
import EvalBar from '../analysis/EvalBar.svelte';
import Legend from '../analysis/Legend.svelte';
import NodeNotes from '../game/NodeNotes.svelte';
import PlayerRow from '../game/PlayerRow.svelte';
import { fakeHost } from '../testing/fake-host.ts';
import { onRecolour, resolveColour } from '../ui/colour.ts';

const force = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
const styleOf = (selector: string, pseudo?: string) =>
  getComputedStyle(document.querySelector(selector)!, pseudo);

afterEach(() => force('none'));

it('has placeholders and outlines of fields in the colours of the tokens', async () => {
  fakeHost();
  await render(NodeNotes);
  for (const field of ['.notes input', '.notes textarea']) {
    expect(styleOf(field, '::placeholder').color).toBe(resolveColour('--text-dim'));
    expect(styleOf(field, '::placeholder').opacity).toBe('1');
    expect(styleOf(field).borderTopColor).toBe(resolveColour('--border-strong'));
  }
});

it('keeps what colours alone say under forced colours', async () => {
  fakeHost();
  await render(EvalBar, { share: 0.3, words: '', turn: 'none' });
  await render(Legend);
  await render(PlayerRow, { sides: [0, 1], width: 600 });
  document.body.insertAdjacentHTML('beforeend', '<progress value="0.4"></progress>');
  let recoloured = 0;
  const stop = onRecolour(() => recoloured++);
  await force('active');
  await expect.poll(() => recoloured).toBeGreaterThan(0);
  stop();
  expect(resolveColour('--surface-3')).not.toBe(resolveColour('--text'));
  expect(styleOf('.bar').backgroundColor).toBe(resolveColour('--seat-1'));
  expect(styleOf('.bar .first').backgroundColor).toBe(resolveColour('--seat-0'));
  expect(new Set(['.proven', '.claimed', '.judged'].map((one) => styleOf(one).backgroundColor)).size).toBe(3);
  expect(styleOf('progress').backgroundColor).toBe(resolveColour('--surface-3'));
  expect(styleOf('.player:not(.active)').borderBottomColor).not.toBe(
    styleOf('.player.active').borderBottomColor,
  );
});
