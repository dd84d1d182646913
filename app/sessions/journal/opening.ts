/** Opens a session's journal. */
import type { Caretaker } from '../managed-process.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import type { JournalOptions } from './journal.ts';
import type { SessionOptions } from '../options.ts';
import type { Recorder } from './recorder.ts';

export type Opened =
  | { readonly kind: 'open' }
  /** The file already exists. A journal is never overwritten and has a single writer. */
  | { readonly kind: 'taken'; readonly message: string }
  /** The home cannot be written: the session goes on without a journal. */
  | { readonly kind: 'none'; readonly message: string };

/** The facts in the head of a journal. `owner` is the Plywire that writes it, as named by the caretaker. */
export function factsOf(
  { id, protocol, launch, use, caretaker }: SessionOptions,
  startedAt: Date,
  { file, command, args, cwd, platform }: LaunchPlan,
): JournalOptions['facts'] {
  return {
    ...{ session: id, protocol: protocol.id, startedAt: startedAt.toISOString() },
    ...use,
    ...{ sandbox: launch.sandbox, owner: caretaker?.owner() },
    ...{ file, command, args, cwd, platform },
  };
}

/** Opens the recorder's journal. Reports success or failure to the caretaker, now and if the disk fails later. */
export function openJournal(
  recorder: Recorder,
  caretaker: Caretaker | undefined,
  options: Parameters<Recorder['open']>[0],
): Opened {
  const { listener } = options;
  const onFault = (error: Error): void => {
    caretaker?.journalled(error);
    listener.onFault(error);
  };
  try {
    recorder.open({ ...options, listener: { ...listener, onFault } });
    caretaker?.journalled(null);
    return { kind: 'open' };
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code === 'EEXIST' && error.syscall === 'open') return { kind: 'taken', message: error.message };
    caretaker?.journalled(error);
    recorder.note(`this session has no journal: ${error.message}`);
    return { kind: 'none', message: error.message };
  }
}
