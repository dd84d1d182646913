/**
 * Turns a recording into events. To detect the protocol, the head of the recording is fed to each driver; the one that
 * understands most wins.
 */
import { counted } from '../games/sentences.ts';
import { protocols } from '../protocols/registry.ts';
import type { ReplayEvent } from './events.ts';
import type { RecordedEntry, Recording } from './recording.ts';
import { Understanding, type UnderstandingOptions } from './understanding.ts';
import { defaultDeadlines, type Protocol } from '../protocols/protocol.ts';

/** @param wanted a protocol's id, or `auto`. @throws RangeError, NoProtocol */
export function spokenIn(recording: Recording, wanted: string): Guess | Promise<Guess> {
  if (wanted === 'auto') return guessProtocol(recording, protocols);
  const protocol = protocols.get(wanted);
  if (!protocol) {
    const known = [...protocols.keys()].join(', ');
    throw new RangeError(`There is no protocol "${wanted}"; known protocols: auto, ${known}.`);
  }
  return { protocol, how: 'chosen by the user' };
}

/** The events in pieces, in line order; the last piece ends with the summary. */
export async function* replay(
  recording: Recording,
  { protocol, how }: Guess,
  options?: UnderstandingOptions,
  onRead?: (bytes: number) => void,
): AsyncGenerator<readonly ReplayEvent[]> {
  const understanding = new Understanding(protocol, options);
  yield [{ line: 1, kind: 'protocol', protocol: protocol.id, how }];
  for await (const entries of recording.entries(onRead)) {
    const events: ReplayEvent[] = [];
    for (const entry of entries) understanding.observe(entry, events);
    yield events;
  }
  const last: ReplayEvent[] = [];
  understanding.end(last);
  yield last;
}

/** The head: this many lines of the conversation, searched in this many bytes. */
const headLines = 400;
const headBytes = 4 * 1024 * 1024;

/** The least share of lines that must be understood; real programs also print much else. */
const leastShare = 0.25;

/** No protocol understands the recording. */
export class NoProtocol extends Error {
  override readonly name = 'NoProtocol';
}

export interface Guess {
  readonly protocol: Protocol;
  /** As the end of a sentence. */
  readonly how: string;
}

interface Tried {
  readonly protocol: Protocol;
  /** Sent lines that are commands of the protocol. */
  readonly commands: number;
  /** Received lines that are answers or without oddities. */
  readonly understood: number;
  /** Those of them that answer a sent line. */
  readonly answers: number;
}

/** @throws NoProtocol, BadRecording */
export async function guessProtocol(
  recording: Recording,
  protocols: ReadonlyMap<string, Protocol>,
): Promise<Guess> {
  const named = recording.protocol === null ? undefined : protocols.get(recording.protocol);
  if (named) return { protocol: named, how: 'named by the journal' };
  const head = await headOf(recording);
  const sent = head.filter(({ direction }) => direction === 'sent').length;
  const heard = head.length - sent;
  const tries = [...protocols.values()].map((protocol) => attempt(protocol, head));
  const [best, next] = tries.sort((one, other) => worth(other) - worth(one));
  const first = `of the first ${counted(sent, 'command')} and ${counted(heard, 'line')} of the engine`;
  if (!best || worth(best) === 0) throw new NoProtocol(`no protocol understands any ${first}`);
  const most = `${best.protocol.id} makes the most of it: ${first} it understands ${best.commands} and ${best.understood}`;
  // Words such as `quit` belong to several protocols; only answers tell which one it is.
  if (best.answers === 0) throw new NoProtocol(`no line of it answers another in any protocol; ${most}`);
  if (best.commands + best.understood < head.length * leastShare) {
    throw new NoProtocol(`too little of it is understood; ${most}`);
  }
  const beside = next
    ? `; next comes ${next.protocol.id} with ${next.commands} and ${next.understood}, ${next.answers} as answers`
    : '';
  const how = `${first} it understands ${best.commands} and ${best.understood}, ${best.answers} as answers${beside}`;
  return { protocol: best.protocol, how };
}

const worth = ({ commands, understood, answers }: Tried): number => commands + understood + 3 * answers;

async function headOf(recording: Recording): Promise<readonly RecordedEntry[]> {
  const head: RecordedEntry[] = [];
  let read = 0;
  for await (const entries of recording.entries((bytes) => (read = bytes))) {
    for (const entry of entries) {
      if (entry.direction === 'sent' || entry.direction === 'heard') head.push(entry);
      if (head.length === headLines) return head;
    }
    if (read > headBytes) break;
  }
  return head;
}

function attempt(protocol: Protocol, head: readonly RecordedEntry[]): Tried {
  const driver = protocol.createDriver(defaultDeadlines);
  const tried = { protocol, commands: 0, understood: 0, answers: 0 };
  for (const { direction, text, seconds } of head) {
    const now = seconds * 1000;
    if (direction === 'sent') {
      driver.sent(text, now);
      if (protocol.commands.find(text) !== null) tried.commands++;
      continue;
    }
    const events = driver.receive(text, now);
    const isAnswer = (driver.exchange?.answers.length ?? 0) > 0;
    if (isAnswer) tried.answers++;
    // An engine may be odd in every answer.
    if (isAnswer || !events.some(({ kind }) => kind === 'oddity' || kind === 'misuse')) tried.understood++;
  }
  return tried;
}
