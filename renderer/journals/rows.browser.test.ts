/** A session in the list, and the facts of the chosen one. */
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { JournalSummary } from '../../app/api/contract.ts';
import { Saving } from '../console/actions.svelte.ts';
import { fakeHost } from '../testing/fake-host.ts';
import SessionFacts from './SessionFacts.svelte';
import SessionRow from './SessionRow.svelte';

const summary: JournalSummary = {
  ...{ journal: 's-1', engine: 'mine', title: 'Mine', protocol: 'cfp', purpose: null, sandbox: true },
  ...{ openedAt: 1, seconds: 2, bytes: 3, forfeit: null, oddities: {}, lines: null },
  ending: { kind: 'ended', word: 'crashed', reason: 'last line on stderr: `division by zero`' },
};
const nothing = (): void => undefined;

it('sets the words of an engine apart from those of Plywire', async () => {
  const { app } = fakeHost();
  const row = { id: 'r', summary, chosen: true, now: 10, index: 0, total: 1 };
  const shown = [
    await render(SessionRow, { ...row, onclick: nothing, ondblclick: nothing }),
    await render(SessionFacts, { summary, saving: new Saving(app), onreplay: nothing, ondelete: nothing }),
  ];
  for (const { container } of shown) {
    expect(container.querySelector('code')?.textContent).toMatch(/^division by zero/);
    expect(container.textContent).not.toContain('`');
  }
});
