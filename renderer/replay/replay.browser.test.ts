/** The replay with a fake host in the page: which rows are drawn, and the scroll position of the list. */
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ReplayAt, ReplayUpdate, ReplayFocus, ReplayRow } from '../../app/api/contract.ts';
import { Stream } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { openReplay, replays } from './open.svelte.ts';
import ReplayView from './ReplayView.svelte';

/** The number of lines, of two rows each: together taller than a browser can scroll. */
const LINES = 1_000_000;

const row = (line: number): ReplayRow => ({
  ...{ line, row: 2 * (line - 1), rows: 2, seconds: line / 100, kind: line % 2 === 1 ? 'sent' : 'heard' },
  ...{ text: `text ${line} \u202e`, shortened: 0, cut: 0, typed: false, asks: line % 2 === 1 },
  ...{ answers: line % 2 === 1 ? [] : [line - 1], milliseconds: line % 2 === 1 ? null : 10 },
  ...{ meaning: `meaning ${line}`, illegal: false, remarks: [], omitted: 0 },
});

const place: ReplayFocus['place'] = { line: 1, position: '7/7/7/7/7/7 x', move: '4', fault: null };
const focus = (line: number): ReplayFocus => ({
  line: row(line),
  place,
  answer: line % 2 === 1 ? { line: line + 1, milliseconds: 10 } : null,
});

function lineAt(at: ReplayAt): number {
  if (at.kind === 'line') return at.line;
  if (at.kind === 'seconds') return Math.max(1, Math.min(LINES, Math.floor(at.seconds * 100)));
  if (at.kind === 'row') return Math.floor(at.row / 2) + 1;
  return Math.max(1, Math.min(LINES, at.from + at.way));
}

interface Recorded {
  readonly host: ReturnType<typeof fakeHost>;
  /** The only notable line; 0 while none has been read. */
  notable: number;
  tell(lines: number, done: boolean): void;
}

async function show(lines = LINES, done = true): Promise<Recorded> {
  const events = new Stream<ReplayUpdate>();
  const recorded: Recorded = {
    notable: 0,
    host: fakeHost(hostState(), {
      'replay.open': () => events,
      'replay.page': ({ from, rows }: { from: number; rows: number }) =>
        Array.from({ length: rows / 2 }, (_, index) => row(Math.floor(from / 2) + index + 1)),
      'replay.look': ({ at }: { at: ReplayAt }) => {
        if (at.kind !== 'find' || at.wanted === 'line') return focus(lineAt(at));
        return recorded.notable > at.from && at.way === 1 ? focus(recorded.notable) : null;
      },
      'replay.shape': () => ({ width: 1, sent: [1, 2], heard: [3, 4], marked: { oddity: [1] } }),
    }),
    tell: (lines, done) => {
      const odd = recorded.notable > 0 ? 1 : 0;
      events.push({
        ...{ kind: 'progress', lines, rows: 2 * lines, seconds: lines / 100, requests: 2, answered: 2 },
        ...{
          oddities: odd > 0 ? { odd } : {},
          moves: 1,
          ending: 'quit',
          read: 9,
          bytes: 9,
          done,
          trouble: null,
        },
        notable: { oddity: odd, silence: 0, illegal: 0, fault: 0, unanswered: 0, misuse: 0 },
      });
    },
  };
  openReplay({ kind: 'text', name: 'large', text: '' });
  events.push({
    ...{ kind: 'opened', replay: 'r-1', name: 'large', form: 'journal', protocol: 'cfp' },
    ...{ how: 'named by the journal', game: 'connect4', startedAt: null },
  });
  recorded.tell(lines, done);
  await page.viewport(1280, 800);
  // Bounds the height as the window does.
  const room = document.createElement('div');
  room.style.cssText = 'display:flex;flex-direction:column;height:800px';
  document.body.append(room);
  onTestFinished(() => room.remove());
  await render(ReplayView, { target: room, props: { model: replays.shown!, narrow: false } });
  await expect.element(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  return recorded;
}

const chosen = () => page.getByRole('listbox').getByRole('option', { selected: true });
/** Whether the line in focus is in sight in the list. */
const inSight = (): boolean => {
  const box = page.getByRole('listbox').element().getBoundingClientRect();
  const line = chosen().element().getBoundingClientRect();
  return line.top >= box.top && line.bottom <= box.bottom;
};
const drawn = (): number => document.querySelectorAll('[role="option"]').length;

it('draws the lines in sight alone, wherever they stand among a million', async () => {
  await show();
  await expect.poll(drawn).toBeLessThan(60);
  replays.shown!.end(1);
  await expect.element(chosen()).toHaveTextContent(`text ${LINES}`);
  await expect.poll(drawn).toBeLessThan(60);
  replays.shown!.goTo({ kind: 'line', line: 500_000 });
  await expect.element(chosen()).toHaveTextContent('text 500000');
  await expect.poll(inSight).toBe(true);
});

it('moves by rows under the wheel, also where the bar stands for more than it can show', async () => {
  await show();
  replays.shown!.goTo({ kind: 'line', line: 500_000 });
  await expect.element(chosen()).toHaveTextContent('text 500000');
  await expect.poll(inSight).toBe(true);
  const top = chosen().element().getBoundingClientRect().top;
  page
    .getByRole('listbox')
    .element()
    .dispatchEvent(new WheelEvent('wheel', { deltaY: 40, cancelable: true }));
  await expect.poll(() => top - chosen().element().getBoundingClientRect().top).toBeCloseTo(40, 0);
});

it('shows what an engine wrote as symbols, the pair of a line, and the board of its position', async () => {
  await show();
  await expect.element(chosen()).toHaveTextContent('text 1 ⟦RLO⟧');
  await expect.element(page.getByText('answered by line 2 after 10.0 ms')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Connect Four board' })).toBeVisible();
  await expect.element(page.getByText('legal', { exact: true })).toBeVisible();
  await userEvent.click(page.getByText('answered by line 2 after 10.0 ms'));
  await expect.element(chosen()).toHaveTextContent('text 2');
});

it('goes to what is notable once it is read, and says meanwhile that there is none so far', async () => {
  const recorded = await show(100, false);
  replays.shown!.step(1, 'trouble');
  await expect.element(page.getByText('None so far')).toBeVisible();
  recorded.tell(1000, false);
  await expect.poll(() => replays.shown!.awaited?.from).toBe(1000);
  await expect.element(chosen()).toHaveTextContent('text 1 ');
  recorded.notable = 1500;
  recorded.tell(2000, false);
  await expect.element(chosen()).toHaveTextContent('text 1500');
  await expect.element(page.getByText('None so far')).not.toBeInTheDocument();
  recorded.tell(2000, true);
  replays.shown!.step(1, 'trouble');
  await expect.element(page.getByText('None after line 1500.')).toBeVisible();
});

it('goes nowhere by itself once a person has gone elsewhere', async () => {
  const recorded = await show(100, false);
  replays.shown!.step(1, 'trouble');
  await expect.element(page.getByText('None so far')).toBeVisible();
  replays.shown!.goTo({ kind: 'line', line: 7 });
  recorded.notable = 50;
  recorded.tell(2000, true);
  await expect.element(page.getByText('ended: quit')).toBeVisible();
  await expect.element(chosen()).toHaveTextContent('text 7');
});

it('selects lines up to one that is picked with Shift, and all of them', async () => {
  await show();
  const options = page.getByRole('listbox').getByRole('option');
  await userEvent.click(options.nth(2));
  await expect.element(chosen()).toHaveTextContent('text 3');
  await userEvent.keyboard('{Shift>}');
  await userEvent.click(options.nth(5));
  await userEvent.keyboard('{/Shift}');
  await expect.poll(() => chosen().elements().length).toBe(4);
  await expect.poll(() => replays.shown!.selection).toEqual([3, 6]);
  expect(document.getSelection()?.isCollapsed).not.toBe(false);
  replays.shown!.step(-1, 'line', true);
  await expect.poll(() => replays.shown!.selection).toEqual([3, 5]);
  replays.shown!.step(1);
  await expect.poll(() => replays.shown!.selection).toBeNull();
  await expect.element(chosen()).toHaveTextContent('text 6');
});

it('has all of its controls and facts apart in a narrow window', async () => {
  await show(100);
  await page.viewport(480, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const bar = page.getByRole('toolbar', { name: 'Playback' });
  await expect.element(bar).toBeInTheDocument();
  const boxes = [...bar.element().children].map((each) => each.getBoundingClientRect());
  for (const [index, one] of boxes.entries()) {
    expect(one.right).toBeLessThanOrEqual(480);
    for (const other of boxes.slice(index + 1)) {
      const isApart = one.right <= other.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(isApart).toBe(true);
    }
  }
  const facts = document.querySelector('.facts')!;
  expect(facts.scrollWidth).toBe(facts.clientWidth);
});
