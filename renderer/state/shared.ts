import type { HostState } from '../../app/api/contract.ts';
import type { Connection, HostClient } from '../host/client.ts';
import type { NewToast, Toast } from './toasts.ts';

/** What the parts of the window's state know of the whole. */
export interface Shared {
  readonly client: HostClient;
  readonly connection: Connection['state'];
  /** Null until the first snapshot. */
  readonly state: HostState | null;
  /** Awaits a call; a refusal becomes a message and the outcome undefined. */
  run<T>(call: PromiseLike<T>, about?: Toast['about']): Promise<T | undefined>;
  toast(toast: NewToast): () => void;
}
