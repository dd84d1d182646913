import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LineBatch, SessionState } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, ending, engine, line, session, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import ConsoleDock from './ConsoleDock.svelte';
import { AllModel, consoles } from './consoles.svelte.ts';
import { ConsoleModel } from './model.svelte.ts';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;
let streams: Map<string, Stream<LineBatch>>;

const two = [
  session({ id: 'a', title: 'first' }),
  session({ id: 'b', title: 'second', startedAt: '2026-03-01T12:00:00.050Z' }),
];

beforeEach(async () => {
  await page.viewport(1200, 600);
  consoles.keepOnly(new Set());
  consoles.front = null;
  streams = new Map();
  host = fakeHost(hostState({ about, engines: [engine()], sessions: [] }), {
    'sessions.lines': ({ session: id }: { session: string }) => {
      const stream = new Stream<LineBatch>();
      streams.set(id, stream);
      return stream;
    },
  });
});

async function shown() {
  const frame = document.createElement('div');
  frame.style.height = '300px';
  document.body.append(frame);
  return render(ConsoleDock, { target: frame });
}

const painted = (): string[] =>
  [...document.querySelectorAll('.xterm-rows > div')]
    .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '');

const said = (): string[] => painted().map((row) => row.replace(/^[\d:.]+ /, '').replace(/ +/g, ' '));

describe('the console of all sessions', () => {
  it('is there beside several sessions, with their lines in the order of time and by name', async () => {
    const screen = await shown();
    host.change({ sessions: two.slice(0, 1) });
    await expect.element(screen.getByRole('tab', { name: 'first CFP' })).toBeVisible();
    expect(screen.getByRole('tab').elements()).toHaveLength(1);
    host.change({ sessions: two });
    await screen.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => [...streams.keys()].sort()).toEqual(expect.arrayContaining(['a', 'b']));
    streams.get('b')!.push({ forgotten: 0, until: 60, lines: [line(0, 'go'), line(1, 'bestmove 1')] });
    streams.get('a')!.push({ forgotten: 0, until: 60, lines: [line(0, 'go'), line(1, 'bestmove 2')] });
    await expect
      .poll(said)
      .toEqual(['first <- go', 'second <- go', 'first <- bestmove 2', 'second <- bestmove 1']);
    await expect.poll(() => painted()[0]).toMatch(/^\d\d:00:00\.000 first {10}<- {2}go$/);
    await expect.poll(() => painted()[1]).toMatch(/^\d\d:00:00\.050 second/);
  });

  it('shows pairs of one session, marks oddities, and leads to where one can type', async () => {
    const screen = await shown();
    host.change({ sessions: two });
    await screen.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => streams.size).toBeGreaterThanOrEqual(2);
    const oddities = [{ name: 'extra-blanks', clause: 'CFP, Syntax', text: 'Two blanks.' }];
    streams.get('a')!.push({
      forgotten: 0,
      until: 60,
      lines: [
        line(0, 'go', { direction: 'sent', asks: true }),
        line(1, 'bestmove 2', { answers: [0], oddities }),
      ],
    });
    streams
      .get('b')!
      .push({ forgotten: 0, until: 60, lines: [line(0, 'go', { direction: 'sent', asks: true })] });
    await expect
      .poll(said)
      .toEqual([
        'first -> go',
        'second -> go',
        'first <- ~bestmove 2',
        '~ extra-blanks: Two blanks. (CFP, Syntax)',
      ]);
    const sign = painted().at(-2)!.indexOf('bestmove');
    const rows = [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent ?? '');
    expect(rows.find((row) => row.includes('Two blanks'))!.indexOf('~')).toBe(sign - 2);

    document.querySelector<HTMLElement>('.xterm-helper-textarea')!.focus();
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    const spoken = (): string => document.querySelector('.spoken[role=status]')?.textContent ?? '';
    await expect
      .poll(spoken)
      .toBe('heard: bestmove 2, answers “go” after 100 ms. Oddity extra-blanks: Two blanks. (CFP, Syntax)');
    await expect.poll(() => document.querySelectorAll('.band').length).toBe(3);
    await userEvent.keyboard('{Enter}');
    await expect.poll(spoken).toBe('sent: go, answered after 100 ms: “bestmove 2”');

    await expect.element(screen.getByText('To type a line, choose a session')).toBeVisible();
    // One that has ended takes no line.
    const [first, second] = two;
    host.change({ sessions: [{ ...first!, ending: ending() }, second!] });
    await expect
      .poll(() => [...document.querySelectorAll('.foot li')].map((item) => item.textContent.trim()))
      .toEqual(['second']);
    await screen.getByRole('button', { name: 'second', exact: true }).click();
    await expect.element(screen.getByLabelText('A line to send to second')).toBeVisible();
  });

  it('pauses and searches as others do, and keeps its lines while another is looked at', long, async () => {
    const screen = await shown();
    host.change({ sessions: two });
    await screen.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => streams.size).toBeGreaterThanOrEqual(2);
    streams.get('a')!.push({ forgotten: 0, until: 60, lines: [line(0, 'needle')] });
    streams.get('b')!.push({ forgotten: 0, until: 60, lines: [] });
    await expect.poll(() => said().at(-1)).toBe('first <- needle');
    await screen.getByRole('button', { name: /^Pause the view/ }).click();
    streams.get('b')!.push({ forgotten: 0, until: 60, lines: [line(9, 'hay')] });
    await screen.getByRole('button', { name: 'Paused, 2 new lines' }).click();
    await expect
      .poll(() => said().slice(-2))
      .toEqual(['second # 9 lines left out; the journal has them', 'second <- hay']);
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await userEvent.keyboard('NEEDLE');
    await expect.element(screen.getByText('1 of 1')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('tab', { name: 'first CFP' }).click();
    await expect.poll(said).toEqual(['<- needle']);
    await screen.getByRole('tab', { name: 'All' }).click();
    await expect
      .poll(() => said().slice(-3))
      .toEqual(['first <- needle', 'second # 9 lines left out; the journal has them', 'second <- hay']);
  });

  it('counts the lines that it never had', long, async () => {
    const screen = await shown();
    host.change({ sessions: two });
    await screen.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => streams.size).toBeGreaterThanOrEqual(2);
    // No line waits for the other session, which has delivered everything up to a day.
    streams.get('b')!.push({ forgotten: 0, until: 86_400, lines: [] });
    streams
      .get('a')!
      .push({ forgotten: 0, until: 60, lines: [line(0, 'first'), line(1200, 'after a flood')] });
    await expect.element(screen.getByText('1 199 lines left out', { exact: true })).toBeVisible();
    const flood = Array.from({ length: 50_000 }, (_, at) => line(1201 + at, 'more'));
    streams.get('a')!.push({ forgotten: 0, until: 60, lines: flood });
    // Three lines are dropped now, one of which stands for others.
    await expect.element(screen.getByText('1 201 lines left out', { exact: true })).toBeVisible();
  });

  it('has those sessions keep less that keep most, where all keep too much', async () => {
    const models = new Map(['a', 'b'].map((id) => [id, new ConsoleModel(id)]));
    const all = new AllModel((id) => models.get(id)!, { lines: 100, characters: 1e6 });
    all.follow(two);
    const stop = new AbortController();
    void all.feed(host.app.client, stop.signal);
    await expect.poll(() => streams.size).toBe(2);
    const some = (count: number) => Array.from({ length: count }, (_, at) => line(at, `line ${at}`));
    streams.get('a')!.push({ forgotten: 0, until: 60, lines: some(30) });
    streams.get('b')!.push({ forgotten: 0, until: 60, lines: some(200) });
    await expect.poll(() => all.store.size).toBe(230);
    expect(['a', 'b'].map((id) => models.get(id)!.store.size)).toEqual([30, 70]);
    expect(['a', 'b'].map((id) => models.get(id)!.leftOut)).toEqual([0, 130]);
    expect(all.leftOut).toBe(0);
    stop.abort();
  });

  it('does not hide a defect of its own in the lines of one session', async () => {
    const models = new Map(['a', 'b'].map((id) => [id, new ConsoleModel(id)]));
    models.get('b')!.listen(() => {
      throw new TypeError('a defect of ours');
    });
    const all = new AllModel((id) => models.get(id)!);
    all.follow(two);
    const feeding = all.feed(host.app.client, new AbortController().signal);
    await expect.poll(() => streams.size).toBe(2);
    streams.get('b')!.push({ forgotten: 0, until: 60, lines: [line(0, 'hello')] });
    await expect(feeding).rejects.toThrow('a defect of ours');
  });

  it('leaves the tab in front in sight as the row becomes narrower and titles longer', async () => {
    const screen = await shown();
    const many = Array.from({ length: 8 }, (_, at) =>
      session({ id: `s${at}`, title: `Plywire Stones ${at}` }),
    );
    host.change({ sessions: many });
    const front = screen.getByRole('tab', { name: /Plywire Stones 4 / });
    await front.click();
    const clear = (): boolean => {
      const { left, right } = front.element().getBoundingClientRect();
      const all = screen.getByRole('tab', { name: 'All' }).element().getBoundingClientRect();
      return left >= document.querySelector('.scroller')!.getBoundingClientRect().left && right <= all.left;
    };
    await expect.poll(clear).toBe(true);
    await page.viewport(700, 500);
    await expect.poll(clear).toBe(true);
    await page.viewport(1280, 500);
    host.change({ sessions: many.map((one) => ({ ...one, title: `${one.title} of a long name` })) });
    await expect.poll(clear).toBe(true);
  });

  it('has tabs of ended sessions take less of the row where there are many', async () => {
    const screen = await shown();
    const many = Array.from({ length: 6 }, (_, at) =>
      session({
        ...{ id: `s${at}`, engine: `e${at}`, title: `Plywire Stones ${at}` },
        ending: at < 5 ? ending() : null,
      }),
    );
    host.change({ sessions: many });
    const widthOf = (at: number): number =>
      screen
        .getByRole('tab', { name: new RegExp(`Stones ${at}`) })
        .element()
        .getBoundingClientRect().width;
    await expect.poll(() => widthOf(0)).toBeLessThanOrEqual(112);
    expect(widthOf(5)).toBeGreaterThan(112);
    // Its name has the state, and the text that is shown.
    const narrow = screen.getByRole('tab', { name: 'crashed CFP Plywire Stones 0' });
    await expect.element(narrow).toHaveTextContent(/CFP Plywire Stones 0$/);
    await narrow.click();
    await expect.poll(() => widthOf(0)).toBeGreaterThan(112);
    // With enough room, no title is cut.
    expect(widthOf(1)).toBeLessThanOrEqual(112);
    await page.viewport(2600, 600);
    await expect.poll(() => widthOf(1)).toBeGreaterThan(112);
  });

  it('has the ended sessions of an engine that was started again in the menu alone, however they ended', async () => {
    const screen = await shown();
    const ended = (id: string, part: Partial<SessionState> = {}) =>
      session({ id, ending: ending({ word: 'quit' }), ...part });
    host.change({
      sessions: [
        ...[ended('s0'), ended('s1', { ending: ending() })],
        // Another purpose, another protocol, another engine.
        ...[ended('s2', { purpose: 'first player' }), ended('s3', { protocol: 'cfsi' })],
        ...[ended('s4', { engine: 'other' }), session({ id: 's5' })],
      ],
    });
    const tabs = screen.getByRole('tab');
    await expect.poll(() => tabs.elements().length).toBe(5);
    await screen.getByRole('button', { name: 'Show all 7 tabs' }).click();
    await expect.poll(() => document.querySelectorAll('[role^="menuitem"]').length).toBe(7);
    // The one that is chosen comes to the row.
    await page.getByText('crashed').click();
    await expect.poll(() => tabs.elements().length).toBe(6);
  });

  it('stays in sight beside thirty tabs, and a menu has them all', long, async () => {
    const screen = await shown();
    const many = Array.from({ length: 30 }, (_, at) => session({ id: `s${at}`, title: `engine ${at}` }));
    host.change({ sessions: many });
    const all = screen.getByRole('tab', { name: 'All' });
    await expect.element(all).toBeInViewport({ ratio: 1 });
    await screen.getByRole('button', { name: 'Show all 31 tabs' }).click();
    await page.getByRole('menuitem', { name: /^Analysis: engine 3 CFP/ }).click();
    const third = screen.getByRole('tab', { name: /engine 3 CFP/ });
    await expect.element(third).toHaveAttribute('aria-selected', 'true');
    await expect.element(third).toBeInViewport({ ratio: 1 });
    await expect.element(all).toBeInViewport({ ratio: 1 });
    const row = document.querySelector<HTMLElement>('.scroller')!;
    const before = row.scrollLeft;
    row.dispatchEvent(new WheelEvent('wheel', { deltaY: 200, cancelable: true }));
    expect(row.scrollLeft).toBeGreaterThan(before);
    await all.click();
    await expect.element(all).toHaveAttribute('aria-selected', 'true');
    host.change({ sessions: two });
    await expect.poll(() => screen.getByRole('button', { name: /^Show all/ }).elements()).toEqual([]);
  });
});
