/**
 * What the whole window shares: the connection, the host's state, messages to the person. The host owns the
 * game, the engines and the sessions; nothing here is kept that a reload could lose.
 */
import type { HostState, Settings } from '../../app/api/contract.ts';
import { doorOf, openDoor, type Connection, type HostClient } from '../host/client.ts';
import { desktopBridge, openPortDoor } from '../host/desktop.ts';
import { takeToken, tokenIn } from '../host/token.ts';
import { GameView } from './game.svelte.ts';
import { refusalOf } from './refusals.ts';
import { MOST_TOASTS, type NewToast, type Shared, type Toast, toastStays } from './toasts.ts';
import { follow } from './watch.ts';

/** Milliseconds of quiet before a changed setting goes to the host: a dragged splitter changes at each frame. */
const SETTLE = 250;

export class App implements Shared {
  readonly client: HostClient;
  /** Tries to reach the host at once. */
  readonly retry: () => void;
  connection = $state<Connection['state']>('connecting');
  /** The host answers but turns this page away: its token is of another run. */
  refused = $state(false);
  /** Null until the first snapshot; kept while the host is gone, so that the last game stays in sight. */
  state = $state.raw<HostState | null>(null);
  readonly game: GameView;
  toasts = $state.raw<readonly Toast[]>([]);

  #changing = $state.raw<Partial<Settings>>({});
  #settle: ReturnType<typeof setTimeout> | undefined;
  #toastId = 0;
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #watching: AbortController | null = null;

  constructor(client: HostClient, retry: () => void) {
    this.client = client;
    this.retry = retry;
    this.game = new GameView(this);
  }

  /** The settings as this window shows them: the host's, and over them what is on its way there. */
  readonly settings = $derived.by((): Settings | null => {
    const kept = this.state?.settings;
    return kept === undefined ? null : { ...kept, ...this.#changing };
  });

  changeSettings(change: Partial<Settings>): void {
    this.#changing = { ...this.#changing, ...change };
    clearTimeout(this.#settle);
    // Only sizes are dragged. Anything else goes at once, for the page may be left the next moment.
    if (change.layout === undefined) void this.#sendSettings();
    else this.#settle = setTimeout(() => void this.#sendSettings(), SETTLE);
  }

  async #sendSettings(): Promise<void> {
    const sent = this.#changing;
    await this.run(this.client.settings.change(sent));
    // What changed again meanwhile has its own timer.
    if (this.#changing === sent) this.#changing = {};
  }

  /** Says something in passing. Returns what takes it away again. */
  toast(toast: NewToast): () => void {
    const id = ++this.#toastId;
    const shown: Toast = { tone: 'info', ...toast, id };
    // The same words twice are one message.
    const rest = this.toasts.filter((other) => other.text !== shown.text || other.advice !== shown.advice);
    this.toasts = [...rest, shown].slice(-MOST_TOASTS);
    this.release(id);
    return () => this.dismiss(id);
  }

  /** Keeps a toast for as long as the pointer or the focus is on it. */
  hold(id: number): void {
    clearTimeout(this.#timers[id]);
  }

  /** Begins the time that a toast stays. */
  release(id: number): void {
    clearTimeout(this.#timers[id]);
    const toast = this.toasts.find((one) => one.id === id);
    if (toast) this.#timers[id] = setTimeout(() => this.dismiss(id), toastStays(toast));
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers[id]);
    delete this.#timers[id];
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /**
   * Awaits a call; a refusal becomes a message with its advice, and the outcome undefined. Success takes away the errors
   * about the same thing that were shown before the call was made: its answer may come after a later refusal.
   */
  async run<T>(call: PromiseLike<T>, about?: Toast['about']): Promise<T | undefined> {
    const shownLast = this.#toastId;
    try {
      const outcome = await call;
      if (about !== undefined) {
        this.toasts = this.toasts.filter(
          (toast) => toast.about !== about || toast.tone !== 'bad' || toast.id > shownLast,
        );
      }
      return outcome;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) this.toast({ ...refusal, tone: 'bad', ...(about !== undefined && { about }) });
      return undefined;
    }
  }

  /** Told by the door of every change of the connection. */
  handleConnection(connection: Connection): void {
    this.connection = connection.state;
    this.refused = connection.state === 'gone' && connection.refused;
    this.#watching?.abort();
    this.#watching = null;
    if (connection.state !== 'open') return;
    this.#watching = new AbortController();
    void follow(
      (signal) => this.client.host.watch(undefined, { signal }),
      (state) => (this.state = state),
      this.#watching.signal,
    );
  }
}

let current: App | null = null;

/** Makes an app the window's own. */
export function useApp(app: App): App {
  current = app;
  return app;
}

/** @throws Error where no app was made yet. */
export function getApp(): App {
  if (current === null) throw new Error('no app yet: call connect() first');
  return current;
}

/** Opens the door to the host of this page, be it the desktop's shell or a server, and makes the window's app. */
export function connect(): App {
  let app: App | null = null;
  let first: Connection = { state: 'connecting' };
  const hear = (connection: Connection): void => {
    if (app === null) first = connection;
    else app.handleConnection(connection);
  };
  const bridge = desktopBridge();
  const door =
    bridge === null
      ? openDoor(
          {
            address: doorOf(location.href),
            token: takeToken({ location, history, storage: sessionStorage }),
          },
          hear,
        )
      : openPortDoor(bridge, hear);
  app = useApp(new App(door.client, () => door.retry()));
  app.handleConnection(first);
  // The address of a new start, opened in this tab, differs in its fragment alone, for which nothing is loaded.
  addEventListener('hashchange', () => {
    if (tokenIn(location.hash) !== null) location.reload();
  });
  return app;
}
