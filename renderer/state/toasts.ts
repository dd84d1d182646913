/** A short message over the window. It goes by itself unless it is an error. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** What to do next, in a sentence. */
  readonly advice?: string;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

export type NewToast = Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone'] };

/** Milliseconds that a toast stays; one with an action stays longer, for it must be read and reached. */
export const TOAST_STAYS = { plain: 5_000, action: 12_000 } as const;

/** More would cover the board; the oldest go first. */
export const MOST_TOASTS = 4;
