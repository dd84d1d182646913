import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LineBatch } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, ending, engine, line, session, Stream } from '../testing/engines.ts';
import { fakeHost, hostState, type FakeHost } from '../testing/fake-host.ts';
import ConsoleDock from './ConsoleDock.svelte';
import { consoles } from './consoles.svelte.ts';
import { ConsoleModel } from './model.svelte.ts';
import { long } from '../../tests/support/long.ts';

let host: FakeHost;
let lines: Stream<LineBatch>;
let asked: { session: string; from: number }[];

beforeEach(async () => {
  await page.viewport(1200, 600);
  consoles.keepOnly(new Set());
  consoles.front = null;
  lines = new Stream();
  asked = [];
  host = fakeHost(hostState({ about, engines: [engine()], sessions: [session()] }), {
    'sessions.lines': (input: { session: string; from: number }) => {
      asked.push(input);
      return lines;
    },
  });
});

async function shown(props: { folded?: boolean } = {}) {
  const frame = document.createElement('div');
  frame.style.height = '300px';
  document.body.append(frame);
  return render(ConsoleDock, { target: frame, props });
}

const terminal = (): Element | null => document.querySelector('.xterm');

/** The rows that the terminal has painted, without the spaces that fill them. */
const painted = (): string[] =>
  [...document.querySelectorAll('.xterm-rows > div')]
    .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '');

/** The position of the pointer over the row with that index. */
const inRow = (at: number) => {
  const [screen, row] = [
    document.querySelector('.xterm-screen')!,
    document.querySelectorAll('.xterm-rows > div')[at]!,
  ];
  return {
    position: { x: 160, y: row.getBoundingClientRect().top - screen.getBoundingClientRect().top + 5 },
  };
};

const called = (name: string): unknown[] =>
  host.calls.filter((call) => call[0] === name).map((call) => call[1]);

describe('the console', () => {
  it('paints lines with their marks and nothing that an engine could command', async () => {
    await shown();
    lines.push({
      forgotten: 0,
      lines: [
        line(0, 'cfp', { direction: 'sent' }),
        line(1, '\x1b[2Jcfpok\u202e'),
        line(2, 'oh', { direction: 'stderr' }),
      ],
    });
    await expect.poll(painted).toEqual(['0.000 ->  cfp', '0.100 <-  ␛[2Jcfpok⟦RLO⟧', '0.200 !   oh']);
  });

  it('keeps every sign of the newest line when the window becomes narrow and wide again', async () => {
    await shown();
    const text = 'info '.repeat(60).trim();
    lines.push({ forgotten: 0, lines: [line(0, text)] });
    const whole = (): string =>
      painted()
        .join('')
        .replaceAll(/[^a-z]/g, '');
    await expect.poll(whole).toBe('info'.repeat(60));
    const rows = painted().length;
    await page.viewport(700, 600);
    await expect.poll(() => painted().length).toBeGreaterThan(rows);
    await expect.poll(whole).toBe('info'.repeat(60));
    await page.viewport(1200, 600);
    await expect.poll(() => painted().length).toBe(rows);
    await expect.poll(whole).toBe('info'.repeat(60));
  });

  it('has what is long go on below its own text, folds runs when told to, and copies all of it as it was', async () => {
    await page.viewport(700, 600);
    const screen = await shown();
    const long = `info ${'--scores 0.00000000000333 '.repeat(8).trim()}`;
    const infos = Array.from({ length: 6 }, (_, at) => line(at + 1, `info --plies ${at}`));
    lines.push({ forgotten: 0, lines: [line(0, long), ...infos] });
    const rows = (): string[] =>
      [...document.querySelectorAll('.xterm-rows > div')]
        .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd())
        .filter((text) => text !== '');
    await expect.poll(() => rows()[1]).toMatch(/^ {14}\S/);
    await screen.getByRole('button', { name: 'Fold lines of one kind, shorten long numbers' }).click();
    await expect.poll(() => rows().at(-1)).toMatch(/⋯ 5 more, newest: info --plies 5$/);
    expect(rows()[0]).toContain('--scores ≈3.33e-12 --scores');
    // Through the browser's context menu.
    const transfer = new DataTransfer();
    await userEvent.tripleClick(document.querySelector('.xterm-screen')!, inRow(0));
    const event = new ClipboardEvent('copy', { clipboardData: transfer, bubbles: true, cancelable: true });
    document.querySelector('.xterm-screen')!.dispatchEvent(event);
    expect(transfer.getData('text/plain')).toBe(`    0.000 <-  ${long}`);
    await screen.getByRole('button', { name: 'Unfold the lines, show numbers in full' }).click();
    await expect.poll(() => rows().at(-1)).toMatch(/^ +0\.600 <- {2}info --plies 5$/);
  });

  it('shows what stands in a folded row at a click, and long numbers whole at the pointer', async () => {
    const screen = await shown();
    host.app.changeSettings({ briefConsole: true });
    const infos = Array.from({ length: 9 }, (_, at) => line(at, `info --score 0.00000000000${at + 1}`));
    lines.push({ forgotten: 0, lines: infos });
    await expect.poll(painted).toHaveLength(3);
    await userEvent.hover(document.querySelector('.xterm-screen')!, inRow(0));
    await expect
      .poll(() => document.querySelector('.whole code')?.textContent)
      .toBe('info --score 0.000000000001');
    await userEvent.click(document.querySelector('.xterm-screen')!, inRow(2));
    await expect.poll(painted).toHaveLength(9);
    await screen.getByRole('button', { name: 'Newest lines' }).click();
    await expect.poll(painted).toHaveLength(3);
  });

  it('sends typed lines and has them again by the arrow keys', async () => {
    const screen = await shown();
    const field = screen.getByLabelText('A line to send to mine');
    await field.fill('debug on');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('isready{Enter}');
    await expect
      .poll(() => called('sessions.send'))
      .toEqual([
        { session: 's1', line: 'debug on' },
        { session: 's1', line: 'isready' },
      ]);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(field).toHaveValue('debug on');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(field).toHaveValue('');
  });

  it('goes on from the last line after the connection came back', async () => {
    await shown();
    lines.push({ forgotten: 0, lines: [line(0, 'one'), line(1, 'two')] });
    await expect.poll(painted).toHaveLength(2);
    host.app.connection = 'gone';
    await expect.element(page.getByLabelText('A line to send to mine')).toBeDisabled();
    lines = new Stream();
    host.app.connection = 'open';
    await expect
      .poll(() => asked)
      .toEqual([
        { session: 's1', from: 0 },
        { session: 's1', from: 2 },
      ]);
    lines.push({ forgotten: 7, lines: [line(7, 'eight')] });
    await expect
      .poll(() => painted().slice(2))
      .toEqual(['… 5 lines left out; the journal has them', '0.700 <-  eight']);
    await expect.element(page.getByText('5 lines left out', { exact: true })).toBeInTheDocument();
  });

  it('does not hide a defect of its own as a broken stream', async () => {
    const model = new ConsoleModel('s1');
    model.listen(() => {
      throw new TypeError('a defect of ours');
    });
    const feeding = model.feed(host.app.client, new AbortController().signal);
    lines.push({ forgotten: 0, lines: [line(0, 'hello')] });
    await expect(feeding).rejects.toThrow('a defect of ours');
  });

  it('says that the window has a fault where a defect of its own stops the lines', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    await shown();
    consoles.of('s1').listen(() => {
      throw new TypeError('a defect of ours');
    });
    lines.push({ forgotten: 0, lines: [line(0, 'hello')] });
    await expect.poll(() => host.app.toasts.map(({ text }) => text)).toEqual(['The window has a fault.']);
    expect(reported).toHaveBeenCalledTimes(1);
    reported.mockRestore();
  });

  it('pauses the view, counts what it does not show, and goes on', async () => {
    const screen = await shown();
    lines.push({ forgotten: 0, lines: [line(0, 'one')] });
    await expect.poll(painted).toHaveLength(1);
    await screen.getByRole('button', { name: /^Pause the view/ }).click();
    lines.push({ forgotten: 0, lines: [line(1, 'two'), line(2, 'three')] });
    const more = screen.getByRole('button', { name: 'Paused, 2 new lines' });
    await expect.element(more).toBeInTheDocument();
    expect(painted()).toHaveLength(1);
    await more.click();
    await expect.poll(painted).toHaveLength(3);
  });

  it('clears the view and shows it again', async () => {
    const screen = await shown();
    lines.push({ forgotten: 0, lines: [line(0, 'one'), line(1, 'two')] });
    await expect.poll(painted).toHaveLength(2);
    await screen.getByRole('button', { name: 'More for these lines' }).click();
    await page.getByRole('menuitem', { name: /^Clear the view/ }).click();
    await expect.poll(painted).toEqual([]);
    lines.push({ forgotten: 0, lines: [line(2, 'three')] });
    await expect.poll(painted).toEqual(['0.200 <-  three']);
    await screen.getByRole('button', { name: 'View cleared. Show all' }).click();
    await expect.poll(painted).toHaveLength(3);
  });

  it('searches every line it keeps, far above the screen too', long, async () => {
    const screen = await shown();
    const many = Array.from({ length: 400 }, (_, seq) =>
      line(seq, seq % 100 === 7 ? `needle ${seq}` : 'hay'),
    );
    lines.push({ forgotten: 0, lines: many });
    await expect.poll(() => painted().at(-1)).toContain('39.900');
    await screen.getByRole('button', { name: 'Search these lines' }).click();
    await userEvent.keyboard('NEEDLE');
    await expect.element(screen.getByText('4 of 4')).toBeInTheDocument();
    await expect.poll(() => painted().join('\n')).toContain('needle 307');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('1 of 4')).toBeInTheDocument();
    await expect.poll(() => painted().join('\n')).toContain('needle 7');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => painted().at(-1)).toContain('39.900');
  });

  it('says how a session ended and offers to restart it', async () => {
    const screen = await shown();
    host.change({ sessions: [session({ state: 'ended', ending: ending() })] });
    await expect.element(screen.getByText('Mine exited with code 1 before cfpok.')).toBeInTheDocument();
    await expect.element(screen.getByText('crashed').first()).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => called('sessions.restart')).toEqual([{ session: 's1' }]);
    await screen.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => called('sessions.dismiss')).toEqual([{ session: 's1' }]);
    host.change({ sessions: [] });
    await expect.element(screen.getByText('No engine is running')).toBeInTheDocument();
  });

  it('has a tab for each session, told apart by what they are for', async () => {
    host.change({ sessions: [session(), session({ id: 's2', purpose: 'first player', state: 'thinking' })] });
    const screen = await shown();
    await screen.getByRole('tab', { name: 'Analysis: mine CFP' }).click();
    await expect.poll(() => asked.at(-1)?.session).toBe('s1');
    await screen.getByRole('tab', { name: 'Player 1: mine CFP' }).click();
    await expect.poll(() => asked.at(-1)?.session).toBe('s2');
  });

  it('makes one terminal, before there is a session, and shows each session in it', async () => {
    host.change({ sessions: [] });
    const screen = await shown();
    await expect.poll(terminal).not.toBeNull();
    const first = terminal();
    await expect.element(screen.getByText('No engine is running')).toBeVisible();
    await expect.poll(() => getComputedStyle(first!).visibility).toBe('hidden');
    const search = screen.getByRole('button', { name: 'Search these lines' });
    await expect.element(search).not.toBeInTheDocument();

    host.change({ sessions: [session()] });
    lines.push({ forgotten: 0, lines: [line(0, 'of the first')] });
    await expect.poll(painted).toEqual(['0.000 <-  of the first']);
    await expect.poll(() => getComputedStyle(first!).visibility).toBe('visible');
    await expect.element(search).toBeVisible();
    const tab = screen.getByRole('tab', { name: 'mine CFP' });
    await expect.element(screen.getByRole('tabpanel', { name: 'mine CFP' })).toBeVisible();
    await expect
      .element(tab)
      .toHaveAttribute('aria-controls', screen.getByRole('tabpanel').element().getAttribute('id')!);

    lines = new Stream();
    host.change({ sessions: [session(), session({ id: 's2', purpose: 'first player' })] });
    lines.push({ forgotten: 0, lines: [line(0, 'of the second')] });
    await expect.poll(painted).toEqual(['0.000 <-  of the second']);
    await expect.element(screen.getByRole('tabpanel', { name: 'Player 1: mine CFP' })).toBeVisible();
    await screen.getByRole('tab', { name: 'Analysis: mine CFP' }).click();
    await expect.poll(painted).toEqual(['0.000 <-  of the first']);
    expect(terminal()).toBe(first);
    expect(document.querySelectorAll('.xterm')).toHaveLength(1);
  });

  it('keeps what is typed for one session from the next', async () => {
    const screen = await shown();
    await screen.getByLabelText('A line to send to mine').fill('setoption');
    host.change({ sessions: [session(), session({ id: 's2', title: 'yours' })] });
    const next = screen.getByLabelText('A line to send to yours');
    await expect.element(next).toHaveValue('');
    await expect.element(next).not.toHaveFocus();
    await screen.getByRole('tab', { name: 'mine CFP' }).click();
    await expect.element(screen.getByLabelText('A line to send to mine')).toHaveValue('setoption');
  });

  it('paints nothing while it is folded, and what came once it is not', async () => {
    const screen = await shown({ folded: true });
    await expect.poll(terminal).not.toBeNull();
    lines.push({ forgotten: 3, lines: [line(3, 'four')] });
    await expect.element(screen.getByText('3 lines left out', { exact: true })).toBeInTheDocument();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(painted()).toEqual([]);
    await screen.rerender({ folded: false });
    await expect.poll(painted).toEqual(['… 3 lines left out; the journal has them', '0.300 <-  four']);
  });
});
