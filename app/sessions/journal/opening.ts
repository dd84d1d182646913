/** How a session's journal begins, and what happens where it cannot. */
import type { Caretaker } from '../managed-process.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import type { JournalOptions } from './journal.ts';
import type { SessionOptions } from '../options.ts';
import type { Recorder } from './recorder.ts';

export type Opened =
  | { readonly kind: 'open' }
  /** The file already exists: a journal is never written over, and never by two. */
  | { readonly kind: 'taken'; readonly message: string }
  /** A home that cannot be written does not keep an engine from running: the session goes on without a journal. */
  | { readonly kind: 'none'; readonly message: string };

/** What the head of a journal says of its session; `owner` is the Plywire that writes it, as the caretaker names it. */
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

/** Gives the recorder its journal, and tells the caretaker how that went, now and when the disk fails later. */
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
