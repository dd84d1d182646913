/**
 * The state that the whole window shares: the connection, the host's state, and messages to the user. The host owns the
 * game, the engines and the sessions; nothing here would be missed after a reload.
 */
import type { HostState, Settings } from '../../app/api/contract.ts';
import { GraphModel } from '../graph/model.svelte.ts';
import { socketUrl, connectSocket, type Connection, type HostClient } from '../host/client.ts';
import { desktopBridge, connectPort } from '../host/desktop.ts';
import { takeToken, tokenIn } from '../host/token.ts';
import { LibraryModel } from '../library/model.svelte.ts';
import { Lookahead } from '../analysis/lookahead.svelte.ts';
import { withoutAdvice } from './advice.ts';
import { GameView } from './game.svelte.ts';
import { refusalOf } from './refusals.ts';
import { MOST_TOASTS, type NewToast, type Shared, type Toast, toastStays } from './toasts.ts';
import { follow } from './watch.ts';

/** Milliseconds without a change before a setting is sent to the host: a dragged splitter changes with every frame. */
const SETTLE = 250;

export class App implements Shared {
  readonly client: HostClient;
  /** Retries the connection now. */
  readonly retry: () => void;
  connection = $state<Connection['state']>('connecting');
  /** The host answers but rejects this page: its token belongs to an earlier run. */
  refused = $state(false);
  /** Null until the first snapshot; kept while the host is gone, so that the last game stays visible. */
  state = $state.raw<HostState | null>(null);
  readonly game: GameView;
  /** The line of play that the board shows. It belongs to no single component: several lead to it, and they come and go. */
  readonly lookahead: Lookahead;
  readonly graph: GraphModel;
  readonly library: LibraryModel;
  toasts = $state.raw<readonly Toast[]>([]);

  #changing = $state.raw<Partial<Settings>>({});
  /** The changes that the host has confirmed, and that its next state has. Until then the old values would be shown. */
  #confirmed: Partial<Settings> | null = null;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #toastId = 0;
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #watching: AbortController | null = null;

  constructor(client: HostClient, retry: () => void) {
    this.client = client;
    this.retry = retry;
    this.game = new GameView(this);
    this.lookahead = new Lookahead(this);
    this.graph = new GraphModel(this);
    this.library = new LibraryModel(this);
  }

  /** The settings as this window shows them: the host's, overridden by changes that are still being sent. */
  readonly settings = $derived.by((): Settings | null => {
    const kept = this.state?.settings;
    return kept === undefined ? null : { ...kept, ...this.#changing };
  });

  readonly told = $derived.by((): HostState | null =>
    this.state !== null && this.game.lesson.hidesMoves ? withoutAdvice(this.state) : this.state,
  );

  changeSettings(change: Partial<Settings>): void {
    this.#changing = { ...this.#changing, ...change };
    clearTimeout(this.#settle);
    // Only sizes are dragged. Other changes are sent now, because the page may be closed the next moment.
    if (change.layout === undefined) void this.#sendSettings();
    else this.#settle = setTimeout(() => void this.#sendSettings(), SETTLE);
  }

  async #sendSettings(): Promise<void> {
    const sent = this.#changing;
    const confirmed = await this.run(this.client.settings.change(sent).then(() => true));
    // A value that changed again in the meantime has a timer of its own.
    if (this.#changing !== sent) return;
    const keys = Object.keys(sent) as (keyof Settings)[];
    const isTold = keys.every(
      (key) => JSON.stringify(this.state?.settings[key]) === JSON.stringify(sent[key]),
    );
    if (confirmed === true && !isTold) this.#confirmed = sent;
    else this.#changing = {};
  }

  #take(state: HostState): void {
    this.state = state;
    if (this.#confirmed === this.#changing) this.#changing = {};
    this.#confirmed = null;
  }

  /** Shows a message for a while. Returns a function that removes it. */
  toast(toast: NewToast): () => void {
    const id = ++this.#toastId;
    const shown: Toast = { tone: 'info', ...toast, id };
    // A message on the same topic, or with the same words, replaces the earlier one.
    const rest = this.toasts.filter((other) =>
      shown.topic !== undefined && other.topic === shown.topic
        ? false
        : other.text !== shown.text || other.advice !== shown.advice,
    );
    const all = [...rest, shown];
    const lasting = all.filter(({ lasts }) => lasts);
    this.toasts = [...lasting, ...all.filter(({ lasts }) => !lasts).slice(lasting.length - MOST_TOASTS)];
    this.release(id);
    return () => this.dismiss(id);
  }

  /** Keeps a toast while the pointer or the focus is on it. */
  hold(id: number): void {
    clearTimeout(this.#timers[id]);
  }

  /** Starts the time after which a toast disappears. */
  release(id: number): void {
    clearTimeout(this.#timers[id]);
    const toast = this.toasts.find((one) => one.id === id);
    if (toast && !toast.lasts) this.#timers[id] = setTimeout(() => this.dismiss(id), toastStays(toast));
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers[id]);
    delete this.#timers[id];
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /**
   * Awaits a call. A refusal becomes a message with its advice, and the result is undefined. Success removes earlier
   * errors about the same thing, but only those shown before the call was made, because its answer may arrive after a
   * later refusal.
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

  /** Called at every change of the connection. */
  handleConnection(connection: Connection): void {
    this.connection = connection.state;
    this.refused = connection.state === 'gone' && connection.refused;
    this.#watching?.abort();
    this.#watching = null;
    if (connection.state !== 'open') return;
    this.#watching = new AbortController();
    void this.#watch(this.#watching.signal);
  }

  /** Takes the host's state. A new snapshot may mend what a defect of ours has made of it, so it begins once more. */
  async #watch(signal: AbortSignal): Promise<void> {
    const watching = (): Promise<void> =>
      follow(
        (stream) => this.client.host.watch(undefined, { signal: stream }),
        (state) => this.#take(state),
        signal,
      );
    try {
      await watching().catch((error: unknown) => {
        reportError(error);
        return watching();
      });
    } catch (error) {
      this.tellFault(error);
    }
  }

  /** Says that a part of the window stands still because of a defect of ours. */
  tellFault(error: unknown): void {
    reportError(error);
    this.toast({
      ...{ text: 'The window has a fault.', advice: 'Reload it.', tone: 'bad', lasts: true },
      action: { label: 'Reload', run: () => location.reload() },
    });
  }
}

let current: App | null = null;

/** Makes an app the one that `getApp` returns. */
export function useApp(app: App): App {
  current = app;
  return app;
}

/** @throws Error if there is no app yet */
export function getApp(): App {
  if (current === null) throw new Error('no app yet: call connect() first');
  return current;
}

/** Connects to the host of this page, the desktop app or a server, and creates the window's app. */
export function connect(): App {
  let app: App | null = null;
  let first: Connection = { state: 'connecting' };
  const hear = (connection: Connection): void => {
    if (app === null) first = connection;
    else app.handleConnection(connection);
  };
  const bridge = desktopBridge();
  const connection =
    bridge === null
      ? connectSocket(
          {
            address: socketUrl(location.href),
            token: takeToken({ location, history, storage: sessionStorage }),
          },
          hear,
        )
      : connectPort(bridge, hear);
  app = useApp(new App(connection.client, () => connection.retry()));
  app.handleConnection(first);
  // The address of a new run differs only in its fragment, for which a tab loads nothing.
  addEventListener('hashchange', () => {
    if (tokenIn(location.hash) !== null) location.reload();
  });
  return app;
}
