/** A window on a host in Chromium, and its metrics. */
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright';

/** One frame of a window: the time since the previous one, and the console's status in it. */
interface Frame {
  readonly milliseconds: number;
  readonly facts: string;
}

/** Of Chromium's trace events: where and for how long one ran, in microseconds of processor time. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
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

  /** Starts measuring frame times with animation frames. */
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

  /** Milliseconds of each frame since `watchFrames`. */
  async allFrames(): Promise<number[]> {
    return (await this.#takeFrames()).map(({ milliseconds }) => milliseconds);
  }

  /** The same up to the last frame in which the console had news. */
  async frames(): Promise<number[]> {
    const frames = await this.#takeFrames();
    const end = frames.at(-1)?.facts;
    const quiet = frames.findLastIndex(({ facts }) => facts !== end);
    return frames.slice(0, quiet + 2).map(({ milliseconds }) => milliseconds);
  }

  #takeFrames(): Promise<Frame[]> {
    return this.page.evaluate(() => {
      const taken = window.benchFrames ?? [];
      window.benchFrames = null;
      return taken;
    });
  }

  /**
   * Starts measuring each task of the page's main thread; the returned function ends it. In milliseconds of processor
   * time, which excludes other load.
   */
  async watchTasks(): Promise<() => Promise<number[]>> {
    const cdp = await this.page.context().browser()!.newBrowserCDPSession();
    const events: TraceEvent[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => {
      for (const event of value as unknown as TraceEvent[]) events.push(event);
    });
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' });
    return async () => {
      const complete = new Promise<void>((done) => cdp.once('Tracing.tracingComplete', () => done()));
      await cdp.send('Tracing.end');
      await complete;
      await cdp.detach();
      const tasks = events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map((main) =>
          events
            .filter(({ name, pid, tid }) => /RunTask$/.test(name) && pid === main.pid && tid === main.tid)
            .map(({ tdur = 0 }) => tdur / 1000),
        );
      // A browser keeps a spare page that does nothing.
      return tasks.toSorted((a, b) => b.length - a.length)[0] ?? [];
    };
  }

  /** Milliseconds of processor time that the page's process has taken so far, with all of its threads. */
  async processorTime(): Promise<number> {
    const cdp = await this.page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    await cdp.detach();
    const times = processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime);
    return 1000 * Math.max(0, ...times);
  }

  /** Milliseconds that the page's main thread has waited for a processor so far. 0 if the system does not report it. */
  async waited(): Promise<number> {
    const cdp = await this.page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    await cdp.detach();
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const busiest = renderers.toSorted((one, other) => other.cpuTime - one.cpuTime)[0];
    const told = `/proc/${busiest?.id}/task/${busiest?.id}/schedstat`;
    return existsSync(told) ? Number(readFileSync(told, 'utf8').split(' ')[1]) / 1e6 : 0;
  }

  /** Filters the session in front by direction and text. */
  async filter(direction: string, text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Search these lines' }).click();
    await this.page.getByRole('button', { name: 'Filter the lines' }).click();
    const filters = this.page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: direction, exact: true }).click();
    await filters.getByRole('textbox', { name: 'Only lines containing' }).fill(text);
  }

  /** The number of lines that the console says it left out. */
  async leftOut(): Promise<number> {
    const facts = (await this.page.locator('.console .facts').textContent()) ?? '';
    return Number(/([\d\s]+) lines? left out/.exec(facts)?.[1]?.replaceAll(/\s/g, '') ?? 0);
  }

  /** Bytes of live JavaScript, after a garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
