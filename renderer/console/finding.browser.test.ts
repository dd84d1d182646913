/** Filters, the search of a journal, and steps between oddities. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LineBatch, LineQuery, TrafficLine } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, line, session, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import ConsoleDock from './ConsoleDock.svelte';
import { consoles } from './consoles.svelte.ts';
import { openFilter } from './filter.ts';
import { long } from '../../tests/support/long.ts';

interface Asked {
  readonly query: LineQuery;
  readonly from: number | null;
  readonly way: 'before' | 'after';
}

/** The number of lines in the journal; every thousandth contains `needle`. */
const journalLines = 100_000;
const textOf = (number: number): string => (number % 1000 === 0 ? `needle ${number}` : `hay ${number}`);

let host: FakeHost;
let lines: Stream<LineBatch>;
let searches: Asked[];

beforeEach(async () => {
  await page.viewport(1200, 600);
  consoles.keepOnly(new Set());
  consoles.front = null;
  lines = new Stream();
  searches = [];
  host = fakeHost(hostState({ about, engines: [engine()], sessions: [session()] }), {
    'sessions.lines': () => lines,
    'finding.search': async function* (asked: Asked) {
      searches.push(asked);
      await Promise.resolve();
      const all = Array.from({ length: journalLines / 1000 }, (_, at) => (at + 1) * 1000);
      const after = all.filter((number) => number > (asked.from ?? 0));
      const before = all.filter((number) => number < (asked.from ?? Infinity));
      const hits = asked.way === 'after' ? after.slice(0, 3) : before.slice(-3);
      yield { kind: 'progress', bytes: 1, of: 2 };
      yield {
        ...{ kind: 'found', count: all.length, before: all.indexOf(hits[0]!), lines: journalLines },
        hits: hits.map((number) => ({
          ...{ line: number, seconds: number, direction: 'heard', typed: false },
          ...{ text: textOf(number), start: 0 },
        })),
      };
    },
    'finding.lines': ({ from, count }: { from: number; count: number }) =>
      Array.from({ length: Math.min(count, journalLines - from + 1) }, (_, at) => ({
        ...{ line: from + at, seconds: from + at, direction: 'heard', typed: false },
        ...{ text: textOf(from + at), cut: 0 },
      })),
  });
});

async function shown(all: readonly TrafficLine[], forgotten = 0) {
  const frame = document.createElement('div');
  frame.style.height = '400px';
  document.body.append(frame);
  const screen = render(ConsoleDock, { target: frame, props: {} });
  lines.push({ forgotten, lines: [...all] });
  await expect.poll(() => painted().length).toBeGreaterThan(0);
  return screen;
}

const painted = (): string[] =>
  [...document.querySelectorAll('.xterm-rows > div')]
    .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '');
const texts = (): string[] => painted().map((row) => row.replace(/^[\d.]+ +(->|<-|!|#)[ ~✎]* */, ''));

/** The text of the row at the line cursor. */
function own(): string {
  const { top = -1, bottom = -1 } = document.querySelector('.band.own')?.getBoundingClientRect() ?? {};
  const row = [...document.querySelectorAll('.xterm-rows > div')].find((one) => {
    const { top: above, height } = one.getBoundingClientRect();
    return above + height / 2 > top && above + height / 2 < bottom;
  });
  return (row?.textContent ?? '')
    .replaceAll('\u00a0', ' ')
    .replace(/^ *[\d.]+ +(->|<-|!|#)[ ~✎]* */, '')
    .trim();
}

const odd = { oddities: [{ name: 'blank', clause: 'CFP', text: 'A blank.' }] };
const talk = [
  line(0, 'go', { direction: 'sent', asks: true }),
  line(1, 'info depth 1'),
  line(2, 'bestmove 3', { answers: [0] }),
  line(3, 'oh no', { direction: 'stderr' }),
  line(4, 'go', { direction: 'sent', asks: true }),
  line(5, 'bestmove 4', { answers: [4], ...odd }),
];

describe('filters', () => {
  it('hide what is not chosen, say how much, and show it again', long, async () => {
    const screen = await shown(talk);
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await screen.getByRole('button', { name: 'Filter the lines' }).click();
    await screen.getByRole('button', { name: 'Sent' }).click();
    await expect.poll(texts).toEqual(['go', 'go']);
    await expect.element(screen.getByText('4 lines hidden')).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Heard' }).click();
    await screen.getByRole('button', { name: 'Answers' }).click();
    await expect.poll(() => texts().slice(0, 2)).toEqual(['bestmove 3', 'bestmove 4']);
    lines.push({ forgotten: 0, lines: [line(6, 'info depth 2'), line(7, 'bestmove 5', { answers: [6] })] });
    await expect.poll(() => texts().at(-1)).toBe('bestmove 5');
    await expect.element(screen.getByText('5 lines hidden')).toBeInTheDocument();

    await screen.getByRole('textbox', { name: 'Search these lines' }).fill('BEST');
    await expect.element(screen.getByText('3 of 3')).toBeInTheDocument();
    await screen.getByRole('textbox', { name: 'Search these lines' }).fill('go');
    await expect.element(screen.getByText('nothing found')).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Show all' }).click();
    await expect.element(screen.getByText('2 of 2')).toBeInTheDocument();
    await expect.poll(texts).toContain('info depth 1');
    await expect.element(screen.getByText('No lines hidden')).toBeInTheDocument();
  });

  it('stay when they are folded away, for this session', long, async () => {
    host.change({ sessions: [session(), session({ id: 's2', purpose: 'first player' })] });
    consoles.front = 's1';
    const screen = await shown(talk);
    consoles.shown!.filtering = true;
    await screen.getByRole('textbox', { name: 'Only lines containing' }).fill('move');
    await expect.poll(() => texts().length).toBe(3);
    await screen.getByRole('button', { name: 'Hide the filters' }).first().click();
    await expect.element(screen.getByRole('button', { name: 'Answers' })).not.toBeInTheDocument();
    await expect.element(screen.getByText('4 lines hidden')).toBeInTheDocument();
    await screen.getByRole('tab', { name: 'Player 1: mine CFP' }).click();
    await expect.element(screen.getByText('4 lines hidden')).not.toBeInTheDocument();
    await screen.getByRole('tab', { name: 'Analysis: mine CFP' }).click();
    await expect.element(screen.getByText('4 lines hidden')).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Show all' }).click();
    await expect.element(screen.getByRole('group', { name: 'Filters' })).not.toBeInTheDocument();
  });

  it('have the focus in their field once a menu has opened them, and give it back with Esc', async () => {
    const screen = await shown(talk);
    await screen.getByRole('button', { name: 'More for these lines' }).click();
    await page.getByText('Filter the lines').click();
    const field = screen.getByRole('textbox', { name: 'Only lines containing' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('move 3');
    await expect.poll(texts).toEqual(['bestmove 3']);
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(document.body);
    // A tab whose filter is open takes no focus.
    await screen.getByRole('button', { name: 'Change the filter' }).click();
    await expect.element(field).toHaveFocus();
  });

  it('give the focus back to the field before, also after they were asked for again', async () => {
    const screen = await shown(talk);
    const typing = screen.getByRole('combobox', { name: /^A line to send/ });
    const field = screen.getByRole('textbox', { name: 'Only lines containing' });
    await typing.click();
    consoles.shown!.toggleFilter(true);
    await expect.element(field).toHaveFocus();
    consoles.shown!.toggleFilter(true);
    await expect.poll(() => consoles.shown!.filterAsked).toBe(false);
    await userEvent.keyboard('{Escape}');
    await expect.element(typing).toHaveFocus();
  });

  it('that hide every line say so, and lead to the whole journal where the view lacks lines', async () => {
    const screen = await shown(talk);
    const hide = (text: string) =>
      consoles.shown!.choose({ ...openFilter, query: { text, regex: false, exact: false } });
    hide('zebra');
    await expect.element(screen.getByText('No line in the view passes the filter')).toBeVisible();
    await expect.element(screen.getByText('The filter hides 6 lines.')).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Search the whole journal' }))
      .not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Show all lines' }).click();
    await expect.poll(texts).toContain('info depth 1');
    lines.push({ forgotten: 100_000, lines: [line(100_000, 'the newest')] });
    hide('needle');
    await expect.element(screen.getByText(/knows only the newest 7 of 100.001 lines/)).toBeVisible();
    await screen.getByRole('button', { name: 'Search the whole journal' }).click();
    await expect.element(screen.getByText('100 of 100 in the journal')).toBeInTheDocument();
    await expect.element(screen.getByRole('textbox', { name: 'Search these lines' })).toHaveValue('needle');
    await expect.poll(texts).toContain('needle 100000');
  });

  it('and the search leave rows of a narrow console in sight, and cover none of each other', async () => {
    await page.viewport(480, 600);
    const screen = await shown(talk, 100_000);
    consoles.shown!.filtering = true;
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await userEvent.keyboard('needle');
    await expect.element(screen.getByText('100 of 100 in the journal')).toBeInTheDocument();
    const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    expect(boxOf('.xterm').top).toBeGreaterThanOrEqual(boxOf('[role="search"]').bottom);
    await expect.poll(() => boxOf('.xterm').height).toBeGreaterThan(100);
    const parts = [...document.querySelectorAll('[role="search"] :is(input, button, .count)')];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    for (const [index, box] of boxes.entries()) {
      expect(box.right).toBeLessThanOrEqual(480);
      if (index > 0) expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]!.right);
    }
    expect(boxes[0]!.width).toBeGreaterThan(90);
  });

  it('take expressions, say what is wrong with one, and keep the lines from before', async () => {
    const screen = await shown(talk);
    consoles.shown!.filtering = true;
    const field = screen.getByRole('textbox', { name: 'Only lines containing' });
    await field.click();
    await userEvent.keyboard('{Alt>}r{/Alt}^best.*\\d$');
    await expect
      .poll(() => texts().filter((text) => !text.startsWith('~')))
      .toEqual(['bestmove 3', 'bestmove 4']);
    lines.push({ forgotten: 0, lines: [line(6, 'no'), line(7, 'bestmove 5')] });
    await expect.poll(() => texts().at(-1)).toBe('bestmove 5');
    await userEvent.keyboard('(');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('unterminated group');
    // The alert takes room, for which the rows are painted again.
    await expect.poll(() => texts().at(-1)).toBe('bestmove 5');
    lines.push({ forgotten: 0, lines: [line(8, 'no'), line(9, 'bestmove 6')] });
    await expect.poll(() => texts().at(-1)).toBe('bestmove 6');
  });

  it('give up an expression that takes for ever, and leave the window in use', long, async () => {
    const screen = await shown([...talk, line(6, `${'a'.repeat(60)}!`)]);
    consoles.shown!.choose({
      ...{ directions: [], kinds: [] },
      query: { text: '^(a+)+$', regex: true, exact: false },
    });
    await expect.element(screen.getByText(/takes too long/)).toBeInTheDocument();
    await expect.poll(() => texts().at(-1)).toBe(`${'a'.repeat(60)}!`);
    lines.push({ forgotten: 0, lines: [line(7, 'and on')] });
    await expect.poll(() => texts().at(-1)).toBe('and on');
  });
});

it('copies nothing where the view has no lines', async () => {
  const screen = await shown(talk);
  const copyButton = screen.getByRole('button', { name: 'Copy every line in the view' });
  await expect.element(copyButton).toBeEnabled();
  consoles.shown!.clear();
  await expect.element(copyButton).toBeDisabled();
});

describe('a search', () => {
  it('by an expression marks what it found', async () => {
    const screen = await shown(talk);
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await userEvent.keyboard('{Alt>}r{/Alt}move [[34]$');
    await expect.element(screen.getByText('2 of 2')).toBeInTheDocument();
    const marked = (): string =>
      [...document.querySelectorAll('.xterm-rows span')]
        .filter(
          (one) =>
            /xterm-bg-11|inverse/.test(one.className) ||
            getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)',
        )
        .map((one) => one.textContent)
        .join('|');
    await expect.poll(marked).toContain('move 3');
    await userEvent.keyboard('(');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Invalid regular expression');
  });

  it('goes to the journal where the session has had more than the view', long, async () => {
    const screen = await shown([line(100_000, 'needle of the view')], 100_000);
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await userEvent.keyboard('needle');
    await expect.element(screen.getByText('100 of 100 in the journal')).toBeInTheDocument();
    await expect.poll(texts).toContain('needle 100000');
    await expect
      .element(screen.getByRole('button', { name: /^In the journal, line 100.000/ }))
      .toBeInTheDocument();
    expect(searches.at(-1)).toMatchObject({
      query: { text: 'needle', regex: false, exact: false },
      ...{ from: null, way: 'before' },
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('1 of 100 in the journal')).toBeInTheDocument();
    await expect.poll(texts).toContain('needle 1000');
    await expect.poll(texts).toContain('hay 999');
    for (let at = 2; at <= 4; at++) {
      await userEvent.keyboard('{Enter}');
      await expect.element(screen.getByText(`${at} of 100 in the journal`)).toBeInTheDocument();
    }
    await expect.poll(() => searches.at(-1)).toMatchObject({ from: 3000, way: 'after' });
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.element(screen.getByText('3 of 100 in the journal')).toBeInTheDocument();
    await screen.getByRole('button', { name: /^In the journal/ }).click();
    await expect.poll(texts).toContain('needle of the view');
  });
});

describe('oddities and errors', () => {
  it('are counted, and gone to one after the other', async () => {
    const hay = Array.from({ length: 300 }, (_, at) => line(at + 6, 'hay'));
    const screen = await shown([...talk, ...hay, line(306, 'crashed: it left', { direction: 'note' })]);
    await expect
      .poll(() => document.querySelector('.troubles')?.textContent?.trim())
      .toMatch(/^2\s*oddities/);
    await expect.poll(() => consoles.shown?.store.troubles()).toEqual([5, 306]);
    await screen.getByRole('button', { name: 'Next oddity or error' }).click();
    await expect.poll(texts).toContain('oh no');
    await expect.poll(() => consoles.shown?.cursor.current).toBe(5);
    await expect.poll(own).toBe('bestmove 4');
    await screen.getByRole('button', { name: 'Previous oddity or error' }).click();
    await expect.poll(() => consoles.shown?.cursor.current).toBe(306);
    await expect.poll(own).toBe('crashed: it left');
    await expect.poll(texts).toContain('crashed: it left');
  });

  it('are looked for in the journal where the view has no more', async () => {
    const all = [line(100_000, 'fine'), line(100_001, 'odd', odd), line(100_002, 'odd', odd)];
    const screen = await shown(all, 100_000);
    const [next, previous] = ['Next', 'Previous'].map((way) =>
      screen.getByRole('button', { name: `${way} oddity or error` }),
    );
    const toasts = (): string[] => host.app.toasts.map(({ text }) => text);
    await next!.click();
    await expect.poll(() => consoles.shown?.cursor.current).toBe(100_001);
    await expect
      .poll(toasts)
      .toEqual([expect.stringContaining('This is the first oddity or error in the view')]);
    await next!.click();
    await previous!.click();
    await expect.poll(() => consoles.shown?.cursor.current).toBe(100_001);
    expect(toasts()).toHaveLength(1);
    await previous!.click();
    await expect.poll(() => toasts()[1]).toContain('no earlier oddity');
    expect(host.app.toasts.map(({ action }) => action?.label)).toEqual(['Open in replay', 'Open in replay']);
  });

  it('are gone to in the journal where the view has none at all', async () => {
    const screen = await shown([line(100_000, 'fine'), line(100_001, 'fine too')], 100_000);
    await screen.getByRole('button', { name: 'Next oddity or error' }).click();
    await expect
      .poll(() => host.app.toasts.map(({ text }) => text))
      .toEqual([expect.stringContaining('no later oddity')]);
    expect(host.app.toasts[0]?.action?.label).toBe('Open in replay');
  });

  it('need no replay where the view has every line', async () => {
    const screen = await shown([line(0, 'fine'), line(1, 'odd', odd)]);
    await screen.getByRole('button', { name: 'Next oddity or error' }).click();
    await expect.poll(() => consoles.shown?.cursor.current).toBe(1);
    expect(host.app.toasts).toEqual([]);
  });
});
