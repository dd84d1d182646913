/** A window on a host in Chromium, and what it says of itself while it works. */
import type { Browser, CDPSession, Page } from 'playwright';

/** One frame of a window: how long after the one before it came, and what the console's status said in it. */
interface Frame {
  readonly milliseconds: number;
  readonly facts: string;
}

declare global {
  interface Window {
    benchFrames: Frame[] | null;
  }
}

export class BenchWindow {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async open(browser: Browser, url: string): Promise<BenchWindow> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('group', { name: 'Connect Four board' }).waitFor();
    return new BenchWindow(page, await context.newCDPSession(page));
  }

  /** Begins to take the time between frames, as the page's own animation frames tell it. */
  async watchFrames(): Promise<void> {
    await this.page.evaluate(() => {
      const frames: Frame[] = [];
      window.benchFrames = frames;
      let last = performance.now();
      const take = (): void => {
        if (window.benchFrames !== frames) return;
        const now = performance.now();
        const facts = document.querySelector('.console .facts')?.textContent ?? '';
        frames.push({ milliseconds: now - last, facts });
        last = now;
        requestAnimationFrame(take);
      };
      requestAnimationFrame(take);
    });
  }

  /** Milliseconds of each frame since `watchFrames`, up to the last in which the console had news. */
  async frames(): Promise<number[]> {
    const frames = await this.page.evaluate(() => {
      const taken = window.benchFrames ?? [];
      window.benchFrames = null;
      return taken;
    });
    const end = frames.at(-1)?.facts;
    const quiet = frames.findLastIndex(({ facts }) => facts !== end);
    return frames.slice(0, quiet + 2).map(({ milliseconds }) => milliseconds);
  }

  /** The lines that the console says it left out. */
  async leftOut(): Promise<number> {
    const facts = (await this.page.locator('.console .facts').textContent()) ?? '';
    return Number(/([\d\s]+) lines? left out/.exec(facts)?.[1]?.replaceAll(/\s/g, '') ?? 0);
  }

  /** Bytes of JavaScript that live, what nobody holds any more taken away first. */
  async heapBytes(): Promise<number> {
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
