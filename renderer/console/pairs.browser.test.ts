import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LineBatch } from '../../app/api/contract.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import { about, engine, line, session, Stream } from '../testing/engines.ts';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import ConsoleDock from './ConsoleDock.svelte';
import { consoles } from './consoles.svelte.ts';
import { long } from '../../tests/support/long.ts';

let lines: Stream<LineBatch>;

beforeEach(async () => {
  await page.viewport(1200, 600);
  consoles.keepOnly(new Set());
  consoles.front = null;
  lines = new Stream();
  fakeHost(hostState({ about, engines: [engine()], sessions: [session()] }), {
    'sessions.lines': () => lines,
  });
});

async function shown() {
  const frame = document.createElement('div');
  frame.style.height = '300px';
  document.body.append(frame);
  return render(ConsoleDock, { target: frame });
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.xterm-rows > div')];
const textOf = (row: Element): string => (row.textContent ?? '').replaceAll('\u00a0', ' ').trim();
const rowWith = (text: string): HTMLElement | undefined =>
  rows().findLast((row) => textOf(row).endsWith(text));

/** The contents of the marked rows. */
const marked = (): string[] =>
  [...document.querySelectorAll('.band')].flatMap((band) => {
    const { top, bottom } = band.getBoundingClientRect();
    return rows()
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom;
      })
      .map((row) => textOf(row).replace(/^[\d.]+ /, ''));
  });

const label = (): string => document.querySelector('.label')?.textContent?.trim() ?? '';
const spoken = (): string => document.querySelector('.spoken[role=status]')?.textContent ?? '';

/** Points at the newest line that ends with that text. */
async function pointAt(text: string): Promise<void> {
  await expect.poll(() => rowWith(text)).toBeDefined();
  const screen = document.querySelector('.xterm-screen')!;
  const y = rowWith(text)!.getBoundingClientRect().top - screen.getBoundingClientRect().top + 5;
  await userEvent.hover(screen, { position: { x: 100, y } });
}

const conversation = [
  line(0, 'isready', { direction: 'sent', asks: true }),
  line(1, 'readyok', { answers: [0] }),
  line(2, 'go', { direction: 'sent', asks: true }),
  line(3, 'info depth 1'),
  line(4, 'bestmove 3', { answers: [2] }),
  line(5, 'go', { direction: 'sent', asks: true }),
];

const focusTerminal = (): void => document.querySelector<HTMLElement>('.xterm-helper-textarea')!.focus();

describe('a pair of lines', () => {
  it('is marked while the pointer is on either, with how long the answer took', long, async () => {
    const screen = await shown();
    lines.push({ forgotten: 0, lines: conversation });
    await pointAt('bestmove 3');
    await expect.poll(marked).toEqual(['->  go', '<-  bestmove 3']);
    await expect.poll(label).toBe('answers “go” after 200 ms');
    await expect
      .poll(() => {
        const [, band] = document.querySelectorAll('.band');
        const row = rowWith('bestmove 3')!.getBoundingClientRect();
        return Math.abs(band!.getBoundingClientRect().top - row.top);
      })
      .toBeLessThan(1);
    await pointAt('isready');
    await expect.poll(marked).toEqual(['->  isready', '<-  readyok']);
    await expect.poll(label).toBe('answered after 100 ms: “readyok”');
    await pointAt('info depth 1');
    await expect.poll(marked).toEqual(['<-  info depth 1']);
    await expect.poll(label).toBe('');
    await screen.getByLabelText('A line to send to mine').hover();
    await expect.poll(marked).toEqual([]);
  });

  it('has no answer until one comes', async () => {
    await shown();
    lines.push({ forgotten: 0, lines: conversation });
    await pointAt('->  go');
    await expect.poll(label).toBe('no answer yet');
    lines.push({ forgotten: 0, lines: [line(6, 'bestmove 4', { answers: [5] })] });
    await expect.poll(label).toBe('answered after 100 ms: “bestmove 4”');
    await expect.poll(marked).toEqual(['->  go', '<-  bestmove 4']);
  });

  it('is found by keys and read out, and Enter goes from one line to the other', async () => {
    await shown();
    lines.push({ forgotten: 0, lines: conversation });
    await expect.poll(() => rowWith('bestmove 3')).toBeDefined();
    focusTerminal();
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
    await expect.poll(marked).toEqual(['->  go', '<-  bestmove 3']);
    await expect.poll(spoken).toBe('heard: bestmove 3, answers “go” after 200 ms');
    await userEvent.keyboard('{Enter}');
    await expect.poll(spoken).toBe('sent: go, answered after 200 ms: “bestmove 3”');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(spoken).toBe('heard: info depth 1');
    await userEvent.keyboard('{Escape}');
    await expect.poll(marked).toEqual([]);
    await expect.poll(spoken).toBe('');
  });

  it('is read out with the oddities of its lines, and the field tells its keys', async () => {
    await shown();
    const oddities = [{ name: 'unasked', clause: 'CFP, stop', text: 'It answers no stop.' }];
    lines.push({
      forgotten: 0,
      lines: [line(0, 'bestmove 3'), line(1, 'bestmove 3', { oddities }), line(2, 'more', { oddities })],
    });
    await expect.poll(() => rowWith('more')).toBeDefined();
    focusTerminal();
    const terminal = page.getByRole('textbox', { name: 'Lines of the session' });
    await expect.element(terminal).toHaveAccessibleDescription(/^Shift\+Up and Shift\+Down read the lines/);
    await expect.element(terminal).toHaveAttribute('readonly');
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect.poll(spoken).toBe('heard: more. Oddity unasked: It answers no stop. (CFP, stop)');
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect.poll(spoken).toBe('heard: bestmove 3. Oddity unasked: It answers no stop. (CFP, stop)');
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect.poll(spoken).toBe('heard: bestmove 3');
  });

  it('is shown from a line to one that is far above it, and back by its label', long, async () => {
    await shown();
    const many = Array.from({ length: 6000 }, (_, at) => line(3 + at, `info ${at}`));
    lines.push({
      forgotten: 0,
      lines: [...conversation.slice(0, 3), ...many, line(6003, 'bestmove 3', { answers: [2] })],
    });
    await pointAt('bestmove 3');
    await expect.poll(label).toContain('answers “go” after 600 s');
    await expect.poll(marked).toEqual(['<-  bestmove 3']);
    await userEvent.click(document.querySelector('.label')!);
    await expect.poll(() => rowWith('->  go')).toBeDefined();
    await expect.poll(marked).toEqual(['->  go']);
    await userEvent.click(document.querySelector('.label')!);
    await expect.poll(() => rowWith('bestmove 3')).toBeDefined();
    await expect.poll(marked).toEqual(['<-  bestmove 3']);
  });
});
