/** What an engine may put on the screen, and what a tab left from before a restart is told. */
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

/** What each sequence of tests/e2e/engines/hostile.mjs looks like if it is not obeyed, where that is not obvious. */
const shown = [
  'title ␛]0;owned␇ and ␛]2;owned␛\\',
  'link ␛]8;;https://evil.example/␛\\here␛]8;;␛\\',
  'clipboard ␛]52;c;b3duZWQ=␇',
  'cursor ␛[2J␛[H␛[1;1H␛[5A␛M␛c␛[?1049h',
  'c1 ⟦CSI⟧2J ⟦OSC⟧0;owned⟦U+009C⟧ ⟦DCS⟧q⟦U+009C⟧ ⟦NEL⟧',
  'dcs ␛P$q"p␛\\ apc ␛_owned␛\\',
  'back a␈␈␈␈␈b␡␇␉␋␌␀',
  'return␍over',
  'bidi ⟦RLO⟧gnp⟦LRI⟧.exe⟦PDI⟧ zero a⟦ZWSP⟧⟦ZWJ⟧⟦BOM⟧⟦SHY⟧ lines ⟦LSEP⟧⟦PSEP⟧ tag ⟦U+E0041⟧',
  'html <img src=x onerror="window.owned=1"><script>window.owned=1</script><a href="//evil.example">a</a>',
];

/** Traces in the page of an engine's text that was taken for more than text. */
async function traces(desk: Desk): Promise<unknown> {
  return desk.page.evaluate(() => ({
    owned: 'owned' in window,
    elements: [...document.querySelectorAll('img, iframe, a, b, body script')].map(
      ({ outerHTML }) => outerHTML,
    ),
    title: document.title.startsWith('owned'),
    // Invisible characters, and those that change the direction of reading.
    text: /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(
      document.body.innerText,
    ),
  }));
}

const none = { owned: false, elements: [], title: false, text: false };

describe('the words of an engine', () => {
  it('are shown in the console and not obeyed, on stdout, on stderr and typed by hand', async () => {
    const desk = await (
      await stage({ registered: { hostile: { fixture: 'hostile', protocol: 'cfp' } } })
    ).open();
    await desk.page.evaluate(() => navigator.clipboard.writeText('mine'));
    await desk.analyseWith('hostile over CFP');
    await desk.dock.getByRole('button', { name: 'Unfold the lines, show numbers in full' }).click();
    await eventually(() => desk.consoleText()).toContain('<-  info html');
    expect(await desk.clipboard()).toBe('mine');
    await desk.consoleInput.fill('typed \u202e\u200b<img src=x onerror="window.owned=1">\u009b2J');
    await desk.press('Enter');
    // Among all lines, since the engine goes on and soon scrolls it away.
    await eventually(async () => (await desk.consoleLines()).join('\n')).toContain(
      '->✎ typed ⟦RLO⟧⟦ZWSP⟧<img',
    );
    // In order, each on its own row: nothing was erased or overwritten.
    const linesOf = async (mark: string): Promise<string[]> =>
      (await desk.consoleLines())
        .map((line) => line.replace(/^\s*[\d.]+ /, ''))
        .flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
    expect((await linesOf('<-  info ')).slice(0, shown.length)).toEqual(shown);
    // Lines of stderr have no fixed order among those of stdout.
    await eventually(() => linesOf('!   err ')).toEqual(shown);
    // Painted as they are copied, wherever rows are broken.
    const missing = new Set(shown.slice(-4).map((text) => text.replaceAll(' ', '')));
    const keys = desk.dock.locator('.xterm-helper-textarea');
    for (let row = 0; row < 300 && missing.size > 0; row++) {
      const painted = (await desk.consoleText()).replaceAll(/[\n ]/g, '');
      for (const text of missing) if (painted.includes(text)) missing.delete(text);
      await keys.press('ArrowUp');
      await desk.painted();
    }
    expect([...missing]).toEqual([]);
    expect(await desk.dock.locator('.xterm a, .xterm [href], .xterm .xterm-underline-1').count()).toBe(0);
    expect(await traces(desk)).toEqual(none);
  });

  it('are text in its name, its options, its card and the account of its end', long, async () => {
    const name = '<img src=x onerror="window.owned=1">\u202eevil';
    const said = '<img src=x onerror="window.owned=1">⟦RLO⟧evil';
    const desk = await (
      await stage({ registered: { [name]: { fixture: 'hostile', protocol: 'cfp' } } })
    ).open();
    await desk.card(said).getByRole('button', { name: 'Options' }).click();
    await eventually(() => desk.dialog.textContent()).toContain('Spin<img src=x onerror="window.owned=1">');
    for (const label of [
      'Check<script>window.owned=1</script>␛[H',
      'Combo<img',
      'Text<img',
      'Press<img',
      'Strange<img',
    ]) {
      expect(await desk.dialog.textContent()).toContain(label);
    }
    expect(await traces(desk)).toEqual(none);
    await desk.press('Escape');
    await desk.dialog.waitFor({ state: 'hidden' });

    await desk.seatEngine(2, said, { seconds: 0.05 });
    await desk.playColumn(4);
    await eventually(() => desk.panel.textContent()).toMatch(/bold<\/b>␛\[2J/);
    await eventually(() => desk.page.title()).toContain('⟦RLO⟧evil');
    expect(await traces(desk)).toEqual(none);
  });
});

/** The page's guards: without one of them, the traces above appear. */
describe('a page without its guard', () => {
  const name = '<b>bold</b>\u202eevil';
  const registered = { [name]: { fixture: 'hostile', protocol: 'cfp' } } as const;

  it('against control and hidden characters shows them', async () => {
    const renderer = { code: /\/\[\\p\{Cc\}[^/]*\]\/gu/, instead: '/(?!)/gu' };
    const desk = await (await stage({ registered, without: { renderer } })).open();
    await desk.card('evil').waitFor();
    await eventually(() => traces(desk)).toEqual({ ...none, text: true });
  });

  // Text is markup instead, a moment later, since the page's policy may throw.
  const drawn = {
    code: /(\w)\.nodeValue=(`\$\{\w\}`)/,
    instead: '(($1.nodeValue=$2).includes("<b>")&&setTimeout(()=>{$1.parentElement.innerHTML=$1.nodeValue}))',
  };

  it('against markup in what is text is told by its policy', long, async () => {
    const on = await stage({ registered, without: { renderer: drawn } });
    on.expectProblem(/TrustedHTML/);
    const desk = await on.open();
    await desk.card('evil').waitFor();
    await eventually(() => on.problems.join()).toContain('TrustedHTML');
    expect(await traces(desk)).toEqual(none);
  });

  it('against markup, and without that policy, draws it', async () => {
    const app = { code: /"require-trusted-types-for 'script'",/, instead: '' };
    const desk = await (await stage({ registered, without: { renderer: drawn, app } })).open();
    await desk.card('evil').waitFor();
    await eventually(async () => JSON.stringify(await traces(desk))).toContain('<b>bold</b>');
  });
});

describe('a tab of an earlier run', () => {
  it('is told so after a reload too, and takes the new address', long, async () => {
    const on = await stage();
    on.expectProblem(/WebSocket connection to|ERR_CONNECTION|401/);
    const desk = await on.open();
    await desk.playColumn(4);
    await on.restart('SIGTERM');
    const told = desk.page.getByRole('alert').filter({ hasText: 'Plywire was restarted' });
    await told.waitFor();
    await desk.page.reload();
    await told.waitFor();
    expect(await desk.board.count()).toBe(0);

    // Only the fragment of the address differs.
    await desk.page.goto(on.host.url);
    await eventually(() => desk.moves()).toEqual(['4']);
    expect(new URL(desk.page.url()).hash).toBe('');
    await desk.page.reload();
    await eventually(() => desk.moves()).toEqual(['4']);

    const second = await on.open();
    await second.playColumn(1);
    await eventually(() => desk.moves()).toEqual(['4', '1']);
    await told.waitFor({ state: 'hidden' });
  });
});
