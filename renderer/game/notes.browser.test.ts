import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import MoveList from './MoveList.svelte';
import NodeNotes from './NodeNotes.svelte';
import { Notes } from './notes.svelte.ts';

let host: FakeHost;
const edits = (): unknown[] => host.calls.filter(([call]) => call === 'game.edit').map(([, input]) => input);
const annotated = (node: number, to: object) => ({ game: 'g1', change: [{ kind: 'annotate', node, to }] });
const field = () => page.getByRole('textbox', { name: /^Comment on/ });

beforeEach(
  () =>
    void (host = fakeHost(hostState({ game: { ...hostState().game, nodes: nodesOf('4', '5'), shown: 1 } }))),
);
afterEach(() => void vi.useRealTimers());

it('joins what is typed to one edit a pause', async () => {
  await render(NodeNotes);
  for (const text of ['t', 'th', 'the centre']) await field().fill(text);
  expect(edits()).toEqual([]);
  await expect.poll(edits, { timeout: 3000 }).toEqual([annotated(1, { comment: 'the centre' })]);
  expect(host.app.game.state?.nodes[1]?.comment).toBe('the centre');
});

it('stores what is typed without a pause after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const notes = new Notes(host.app);
  for (let typed = 1; typed <= 7; typed++) {
    notes.type('x'.repeat(typed));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(edits()).toEqual([annotated(1, { comment: 'xxxxxx' })]);
});

it('sends what is typed once, however often it is to be stored', async () => {
  const notes = new Notes(host.app);
  notes.type('once');
  await Promise.all([notes.store(), notes.store()]);
  expect(edits()).toEqual([annotated(1, { comment: 'once' })]);
});

it('sends it once while what was typed before is still being stored', async () => {
  const answers: (() => void)[] = [];
  const { game } = hostState();
  host = fakeHost(hostState({ game: { ...game, nodes: nodesOf('4'), shown: 1 } }), {
    'game.edit': () =>
      new Promise((answer) => answers.push(() => answer({ node: 1, revision: game.revision + 1 }))),
  });
  const notes = new Notes(host.app);
  notes.type('on');
  const first = notes.store();
  notes.type('once');
  const second = notes.store();
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!();
  await first;
  const again = notes.store();
  for (const answer of answers) answer();
  await Promise.all([second, again]);
  expect(edits()).toEqual([annotated(1, { comment: 'on' }), annotated(1, { comment: 'once' })]);
});

it('is stuck with what the host cannot be given', async () => {
  const notes = new Notes(host.app);
  expect(notes.isStuck).toBe(false);
  notes.type('lost?');
  expect(notes.isStuck).toBe(false);
  host.app.connection = 'gone';
  expect(notes.isStuck).toBe(true);
  await notes.store();
});

it('names characters that turn the direction of a comment, and removes them', async () => {
  await render(NodeNotes);
  const remove = page.getByRole('button', { name: 'Remove them' });
  await field().fill('plain');
  expect(remove.query()).toBeNull();
  await field().fill('\u202eevil \u2066twice\u202e');
  await expect.element(page.getByText('characters that turn its direction: ⟦RLO⟧ ⟦LRI⟧')).toBeVisible();
  await remove.click();
  await expect.element(field()).toHaveValue('evil twice');
  await expect.poll(() => edits().at(-1)).toEqual(annotated(1, { comment: 'evil twice' }));
  expect(remove.query()).toBeNull();
});

it('removes them from the comment that is held, and from that of the move shown by keyboard', async () => {
  await host.app.game.show(2);
  await render(NodeNotes);
  const status = page.getByRole('status');
  await field().fill('one\u202e');
  await moveOn();
  await expect.element(page.getByText('Comment on 5, ply 2')).toBeInTheDocument();
  expect(field().element().getAttribute('aria-describedby')).toBe(status.element().id);
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect.poll(() => host.app.game.state?.nodes[2]?.comment).toBe('one');
  expect(host.app.game.state?.nodes[3]?.comment).toBeUndefined();
  expect(document.activeElement).toBe(field().element());
  await expect.element(status).not.toBeInTheDocument();
  expect(field().element().getAttribute('aria-describedby')).toBeNull();

  await userEvent.keyboard('{Escape}');
  await field().fill('two\u202e');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => host.app.game.state?.nodes[3]?.comment).toBe('two');
  expect(document.activeElement).toBe(field().element());
});

it('shows the lines of a comment below its move', async () => {
  await render(NodeNotes);
  await field().fill('the centre\nproven');
  await expect.poll(edits, { timeout: 3000 }).toHaveLength(1);
  await render(MoveList);
  const comment = page.getByRole('listitem').filter({ hasText: 'proven' });
  await expect.poll(() => (comment.element() as HTMLElement).innerText).toBe('the centre\nproven');
});

it('folds a variation as the mouse is pressed, and not again by its click', async () => {
  const variation = [
    { parent: 1, move: '6', children: [4] },
    { parent: 3, move: '7' },
  ];
  const [start, first, second] = nodesOf('4', '5');
  const nodes = [start!, { ...first!, children: [2, 3] }, second!, ...variation];
  host = fakeHost(hostState({ game: { ...hostState().game, nodes, shown: 1 } }));
  await render(MoveList);
  const fold = page.getByRole('button', { name: 'Fold the variation' });
  const unfold = page.getByRole('button', { name: 'Show 1 more move' });
  const mouse = { bubbles: true, pointerType: 'mouse', detail: 1 };
  await expect.element(fold).toBeInTheDocument();
  fold.element().dispatchEvent(new PointerEvent('pointerdown', mouse));
  await expect.element(unfold).toBeInTheDocument();
  unfold.element().dispatchEvent(new PointerEvent('click', mouse));
  await expect.element(unfold).toBeInTheDocument();

  (unfold.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(fold).toBeInTheDocument();
});

it('stores a comment for the move that it was typed for, though another one is shown by then', async () => {
  await render(NodeNotes);
  await field().fill('the centre');
  (field().element() as HTMLTextAreaElement).blur();
  await host.app.game.show(2);
  await expect.element(field()).toHaveValue('');
  await field().fill('the reply');
  await expect
    .poll(edits, { timeout: 3000 })
    .toEqual([annotated(1, { comment: 'the centre' }), annotated(2, { comment: 'the reply' })]);
  expect(host.app.game.state?.shown).toBe(2);
  (field().element() as HTMLTextAreaElement).blur();
  await host.app.game.show(1);
  await expect.element(field()).toHaveValue('the centre');
});

/** Moves as an engine or another window does, while this one is in use. */
const moveOn = (): Promise<unknown> =>
  Promise.resolve(host.app.client.game.play({ at: { game: 'g1', node: 2 }, move: '6' }));

it('stays with the move that it was begun for while an engine moves on, and leaves the answer on the board', async () => {
  await host.app.game.show(2);
  await render(NodeNotes);
  await field().click();
  await userEvent.keyboard('I like ');
  await moveOn();
  await expect.element(page.getByText('Comment on 5, ply 2')).toBeInTheDocument();
  await userEvent.keyboard('the middle');
  await expect.element(field()).toHaveValue('I like the middle');
  await expect
    .poll(() => host.app.game.state?.nodes[2]?.comment, { timeout: 3000 })
    .toBe('I like the middle');
  expect(host.app.game.state).toMatchObject({ shown: 3 });
  await userEvent.keyboard(' best{Escape}');
  await expect.poll(() => host.app.game.state?.nodes[2]?.comment).toBe('I like the middle best');
  expect(host.app.game.state?.nodes[3]?.comment).toBeUndefined();
  expect(host.app.game.state).toMatchObject({ shown: 3 });
  await expect.element(field()).toHaveValue('');
  await expect.element(page.getByText(/, ply/)).not.toBeInTheDocument();
});

it('stays with its game while another one is shown', async () => {
  await render(NodeNotes);
  await field().click();
  await userEvent.keyboard('one ');
  await host.app.game.create({ game: 'connect4' });
  await expect.element(page.getByText('Comment on another game')).toBeInTheDocument();
  await userEvent.keyboard('comment');
  await expect.element(field()).toHaveValue('one comment');
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).toHaveValue('');
  await expect.poll(edits).toContainEqual(annotated(1, { comment: 'one comment' }));
});

it('shows what was stored until the host has told of it', async () => {
  const { game } = hostState();
  host = fakeHost(hostState({ game: { ...game, nodes: nodesOf('4'), shown: 1 } }), {
    'game.edit': () => ({ node: 1, revision: game.revision + 1 }),
  });
  const notes = new Notes(host.app);
  notes.type('soon told');
  expect([await notes.store(), notes.isStuck, notes.text]).toEqual([true, false, 'soon told']);
  host.change({ game: { ...host.app.game.state!, revision: game.revision + 1 } });
  expect(notes.text).toBe('');
});

it('keeps the text if the host refuses it', async () => {
  const { game } = hostState();
  host = fakeHost(hostState({ game: { ...game, nodes: nodesOf('4'), shown: 1 } }), {
    'game.edit': () => {
      throw new Error('the disk is full');
    },
  });
  await render(NodeNotes);
  await field().fill('not lost');
  await expect.poll(edits, { timeout: 3000 }).toHaveLength(1);
  await expect.element(field()).toHaveValue('not lost');
});

it('sets one glyph of the move and one of the position, and removes them; those of moves not at the start', async () => {
  await render(NodeNotes);
  const glyphs = () => host.app.game.state?.nodes[1]?.glyphs;
  const press = (name: string) => page.getByRole('button', { name }).click();
  const blunder = page.getByRole('button', { name: 'Blunder' });
  for (const [name, after] of [
    ['Good move', [1]],
    ['Unclear position', [1, 13]],
    // It takes the place of the other one about the move: both would read as an interesting move.
    ['Mistake', [2, 13]],
    ['Blunder', [4, 13]],
    ['Equal position', [4, 10]],
    ['Blunder', [10]],
  ] as const) {
    await press(name);
    await expect.poll(glyphs).toEqual(after);
  }
  await host.app.game.goTo(0);
  await expect.element(blunder).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Equal position' })).toBeEnabled();
});

it('stores the comment and gives the keys back to the game at Escape', async () => {
  await render(NodeNotes);
  await field().fill('done');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
  await expect.poll(edits).toEqual([annotated(1, { comment: 'done' })]);
});

it('names the game at its start', async () => {
  await host.app.game.goTo(0);
  await render(NodeNotes);
  const name = page.getByRole('textbox', { name: 'Name of the game' });
  await name.fill('The lost one');
  (name.element() as HTMLInputElement).blur();
  await expect.poll(() => host.app.game.state?.headers['event']).toBe('The lost one');
  expect(edits()).toEqual([
    { game: 'g1', change: [{ kind: 'header', name: 'event', text: 'The lost one' }] },
  ]);
});

it('stays where the name of the game is typed, while an engine makes the first move', async () => {
  await host.app.game.goTo(0);
  await render(NodeNotes);
  const name = page.getByRole('textbox', { name: 'Name of the game' });
  await name.click();
  await userEvent.keyboard('Club ');
  await host.app.game.show(1);
  await userEvent.keyboard('night');
  await expect.element(name).toHaveValue('Club night');
  (name.element() as HTMLInputElement).blur();
  await expect.poll(() => host.app.game.state?.headers['event']).toBe('Club night');
  await expect.element(name).not.toBeInTheDocument();
  expect(host.app.game.state?.shown).toBe(1);
  expect(edits()).toHaveLength(1);
});

it.each([
  ['في الوسط!', 'rtl'],
  ['in the centre', 'ltr'],
])('lays out %s in the direction of its script, in the field and in the list', async (comment, direction) => {
  const nodes = nodesOf('4', '5').map((node, id) => (id === 1 ? { ...node, comment } : node));
  host = fakeHost(hostState({ game: { ...hostState().game, nodes, shown: 1 } }));
  await render(MoveList);
  await expect.element(field()).toHaveValue(comment);
  await expect.element(page.getByRole('listitem').getByText(comment)).toBeInTheDocument();
  const told = page.getByRole('listitem').getByText(comment).element();
  expect([field().element(), told].map((one) => getComputedStyle(one).direction)).toEqual(
    Array(2).fill(direction),
  );
});
