/**
 * A browser window that the tests of a file share: between tests it rests on a blank page in the same process, which
 * has the app's code cached.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

export class Window {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** Errors on the console, uncaught exceptions, violations of the page's policy, since the window was last taken. */
  readonly problems: string[] = [];
  /** The page between tests. */
  #resting: Page | null = null;

  private constructor(browser: Browser, context: BrowserContext) {
    this.browser = browser;
    this.context = context;
    context.on('page', (page) => {
      page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // xterm.js says so of a busy machine.
        if (message.text().startsWith('task queue exceeded allotted deadline')) return;
        this.problems.push(`${message.type()}: ${message.text()}`);
      });
    });
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Window> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(30_000);
    return new Window(browser, context);
  }

  /** The resting page, or another one if it is taken. */
  async page(): Promise<Page> {
    const resting = this.#resting;
    this.#resting = null;
    return resting ?? this.context.newPage();
  }

  /** Leaves the app in all pages and keeps one of them. */
  async rest(): Promise<void> {
    const [first, ...others] = this.context.pages();
    await Promise.all(others.map((page) => page.close()));
    if (first === undefined || first === this.#resting) return;
    try {
      // A page that navigates itself stays in its process.
      await first.evaluate(() => location.replace('about:blank'));
      await first.waitForURL('about:blank');
      // The next page would be under the pointer.
      await first.mouse.move(0, 0);
      this.#resting = first;
    } catch {
      // A page that no longer answers is of no use to the next test.
      await first.close();
    }
  }
}
