/** The replay with a fake host in the page: which rows are drawn, and the scroll position of the list. */
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LineQuery, ReplayAt, ReplayUpdate, ReplayFocus, ReplayRow } from '../../app/api/contract.ts';
import { Stream } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { ofReplay } from '../console/lines.ts';
import { openReplay, replays } from './open.svelte.ts';
import ReplayView from './ReplayView.svelte';
import { copiedLine } from './words.ts';

/** The number of lines, of two rows each: together taller than a browser can scroll. */
const LINES = 1_000_000;

/** The lines that do not end in LF. */
const ends: ReadonlyMap<number, 'CR LF' | 'none'> = new Map([
  [4, 'CR LF'],
  [6, 'none'],
]);

const row = (line: number): ReplayRow => ({
  ...{ line, row: 2 * (line - 1), rows: 2, seconds: line / 100, kind: line % 2 === 1 ? 'sent' : 'heard' },
  ...{ text: `text ${line} \u202e`, shortened: 0, cut: 0, end: ends.get(line) ?? null },
  ...{ typed: false, asks: line % 2 === 1 },
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

interface Asked {
  readonly query: LineQuery;
  readonly from: number | null;
  readonly way: 'before' | 'after';
}

interface Recorded {
  readonly searches: Asked[];
  readonly host: ReturnType<typeof fakeHost>;
  /** The only notable line; 0 while none has been read. */
  notable: number;
  tell(lines: number, done: boolean): void;
}

async function show(lines = LINES, done = true): Promise<Recorded> {
  const events = new Stream<ReplayUpdate>();
  const recorded: Recorded = {
    notable: 0,
    searches: [],
    host: fakeHost(hostState(), {
      'replay.open': () => events,
      'replay.page': ({ from, rows }: { from: number; rows: number }) =>
        Array.from({ length: rows / 2 }, (_, index) => row(Math.floor(from / 2) + index + 1)),
      'replay.look': ({ at }: { at: ReplayAt }) => {
        if (at.kind !== 'find' || at.wanted === 'line') return focus(lineAt(at));
        return recorded.notable > at.from && at.way === 1 ? focus(recorded.notable) : null;
      },
      'replay.search': async function* (asked: Asked) {
        recorded.searches.push(asked);
        await Promise.resolve();
        const all = Array.from({ length: lines }, (_, at) => row(at + 1))
          .filter(({ text }) => text.includes(asked.query.text))
          .map(({ line }) => line);
        const after = all.filter((line) => line > (asked.from ?? 0)).slice(0, 20);
        const before = all.filter((line) => line < (asked.from ?? Infinity)).slice(-20);
        const hits = asked.way === 'after' ? after : before;
        yield { kind: 'progress', lines: 1, of: 2 };
        yield { kind: 'found', count: all.length, before: Math.max(0, all.indexOf(hits[0] ?? 0)), hits };
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

it('shows and copies the CR of a line, and that there is no line end', async () => {
  await show();
  const options = page.getByRole('listbox').getByRole('option');
  await expect.element(options.nth(3)).toHaveTextContent('text 4 ⟦RLO⟧␍');
  await expect.element(options.nth(5)).toHaveTextContent('text 6 ⟦RLO⟧ (no line end)');
  replays.shown!.goTo({ kind: 'line', line: 6 });
  await expect
    .element(page.getByRole('region', { name: 'The line in focus' }))
    .toHaveTextContent('(no line end)');
  expect(copiedLine(ofReplay(row(4)))).toBe('   0.040 <-- text 4 \u202e\r');
  expect(copiedLine(ofReplay(row(6)))).toBe(
    '   0.060 <-- text 6 \u202e\n   0.060 ### [text] the last line of <-- has no line end',
  );
});

it('says the same of the protocol in both places', async () => {
  await show();
  await expect.element(page.getByText('named by the journal')).toBeVisible();
  await expect.element(page.getByText('(detected)')).not.toBeInTheDocument();
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

it('searches the recording for a text, from the line in focus on, and marks what it found', async () => {
  const recorded = await show(1000);
  replays.shown!.goTo({ kind: 'line', line: 500 });
  await expect.element(chosen()).toHaveTextContent('text 500');
  replays.shown!.search.show();
  const field = page.getByRole('textbox', { name: 'Search these lines' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('text 7');
  // 7, 70 to 79, 700 to 799.
  await expect.element(page.getByText('12 of 111')).toBeVisible();
  await expect.element(chosen()).toHaveTextContent('text 700');
  await expect.poll(inSight).toBe(true);
  await expect.poll(() => chosen().element().querySelector('mark')?.textContent).toBe('text 7');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(page.getByText('11 of 111')).toBeVisible();
  await expect.element(chosen()).toHaveTextContent('text 79');
  await userEvent.keyboard('9');
  await expect
    .poll(() => recorded.searches.at(-1))
    .toMatchObject({ query: { text: 'text 79', regex: false, exact: false }, from: 78, way: 'after' });
  await userEvent.keyboard('{Alt>}r{/Alt}(');
  await expect.element(page.getByText('Invalid regular expression: unterminated group')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  expect(document.querySelector('mark')).toBeNull();
});

it('goes on at the other end where nothing follows the line in focus', async () => {
  await show(1000);
  replays.shown!.goTo({ kind: 'line', line: 900 });
  await expect.element(chosen()).toHaveTextContent('text 900');
  replays.shown!.search.show();
  await userEvent.keyboard('text 7');
  await expect.element(page.getByText('1 of 111')).toBeVisible();
  await expect.element(chosen()).toHaveTextContent('text 7');
});

it('writes times as the console does', async () => {
  await show(20_762);
  await expect.element(page.getByText('20\u202f762 lines in 207.620 s')).toBeInTheDocument();
  replays.shown!.end(1);
  await expect.element(chosen()).toHaveTextContent('207.620');
});

it('keeps the line in focus in sight when the window becomes lower', async () => {
  await show(1000);
  const room = document.querySelector<HTMLElement>('.replay')!.parentElement!;
  await userEvent.click(page.getByRole('listbox').getByRole('option').nth(9));
  await expect.element(chosen()).toHaveTextContent('text 10');
  room.style.height = '480px';
  await expect.poll(() => page.getByRole('listbox').element().clientHeight).toBeLessThan(300);
  await expect.poll(inSight).toBe(true);
});

it('says of a copied line that it is cut', () => {
  const cut = { ...row(2), text: 'x'.repeat(10), cut: 135_000 };
  expect(copiedLine(ofReplay(cut))).toBe(
    `   0.020 <-- ${'x'.repeat(10)}\n   0.020 ### [text] 135000 bytes were cut off the line above, which exceeds 65536`,
  );
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
