/** Messages over the window, and what parts of the window's state know of the whole. */
import type { HostState } from '../../app/api/contract.ts';
import type { Connection, HostClient } from '../host/client.ts';

/** A short message over the window, which disappears after a while. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** What to do next, in a sentence. */
  readonly advice?: string;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  /** What it is about: an error goes when a call about the same thing succeeds. */
  readonly about?: 'game' | 'source' | 'file';
  /** A message on the same topic replaces it. */
  readonly topic?: 'previous game' | 'file';
  /** The key of a game: the message goes when another one is shown. */
  readonly game?: string;
  /** It stays until it is dismissed. */
  readonly lasts?: true;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export type NewToast = Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone'] };

/**
 * Milliseconds that a toast stays: longer where something can be brought back only by it, longest where it is an error.
 * While the pointer or the focus is on it, it stays.
 */
const STAYS = { plain: 5_000, action: 12_000, bad: 20_000 } as const;

export function toastStays({ tone, action, topic }: Pick<Toast, 'tone' | 'action' | 'topic'>): number {
  if (tone === 'bad') return STAYS.bad;
  // The list of games leads back, too.
  if (topic === 'previous game') return STAYS.plain;
  return action === undefined ? STAYS.plain : STAYS.action;
}

/** More would cover the board; the oldest go first. */
export const MOST_TOASTS = 3;

/** What the parts of the window's state know of the whole. */
export interface Shared {
  readonly client: HostClient;
  readonly connection: Connection['state'];
  /** Null until the first snapshot. */
  readonly state: HostState | null;
  /**
   * The same for whatever shows what engines or proofs say: without all of that while a lesson hides the moves. Cards,
   * graph, chips, rings and lines on the board take it from here.
   */
  readonly told: HostState | null;
  /** Awaits a call; a refusal becomes a message and the outcome undefined. */
  run<T>(call: PromiseLike<T>, about?: Toast['about']): Promise<T | undefined>;
  toast(toast: NewToast): () => void;
}
