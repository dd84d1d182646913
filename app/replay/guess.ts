/** Which protocol a recording speaks: each one's driver is shown its head, and that which understands most has it. */
import { defaultDeadlines, type Protocol } from '../protocols/protocol.ts';
import type { Entry, Recording } from './recording.ts';

/** Lines of the conversation that are looked at. */
const headLines = 400;

/** The part of them that must be understood for a guess to be one: with answers among them, and without. */
const leastShare = 0.25;
const leastShareUnanswered = 0.75;

/** No protocol understands the recording. */
export class NoProtocol extends Error {
  override readonly name = 'NoProtocol';
}

export interface Guess {
  readonly protocol: Protocol;
  /** In a sentence's end. */
  readonly how: string;
}

interface Tried {
  readonly protocol: Protocol;
  readonly understood: number;
  /** Lines that answer one that went out. */
  readonly answers: number;
}

/** @throws NoProtocol, BadRecording */
export async function guessProtocol(
  recording: Recording,
  protocols: ReadonlyMap<string, Protocol>,
): Promise<Guess> {
  const named = recording.protocol === null ? undefined : protocols.get(recording.protocol);
  if (named) return { protocol: named, how: 'the journal names it' };
  const head = await headOf(recording);
  const tries = [...protocols.values()].map((protocol) => attempt(protocol, head));
  const [best, next] = tries.sort((one, other) => worth(other) - worth(one));
  const share = best && best.answers > 0 ? leastShare : leastShareUnanswered;
  if (!best || head.length === 0 || best.understood < head.length * share) {
    const most = best ? `; ${best.protocol.id} makes the most of it, ${best.understood} lines` : '';
    throw new NoProtocol(`no protocol fits the first ${head.length} lines of the conversation${most}`);
  }
  const beside = next ? `; next comes ${next.protocol.id} with ${next.understood} and ${next.answers}` : '';
  const how = `of the first ${head.length} lines it understands ${best.understood}, and ${best.answers} as answers${beside}`;
  return { protocol: best.protocol, how };
}

const worth = ({ understood, answers }: Tried): number => understood + 3 * answers;

async function headOf(recording: Recording): Promise<readonly Entry[]> {
  const head: Entry[] = [];
  for await (const entries of recording.entries()) {
    for (const entry of entries) {
      if (entry.direction === 'sent' || entry.direction === 'heard') head.push(entry);
      if (head.length === headLines) return head;
    }
  }
  return head;
}

function attempt(protocol: Protocol, head: readonly Entry[]): Tried {
  const driver = protocol.createDriver(defaultDeadlines);
  let understood = 0;
  let answers = 0;
  for (const { direction, text, seconds } of head) {
    const now = seconds * 1000;
    const events = direction === 'sent' ? driver.sent(text, now) : driver.receive(text, now);
    const isAnswer = direction === 'heard' && (driver.exchange?.answers.length ?? 0) > 0;
    if (isAnswer) answers++;
    // An engine may be odd in each of its answers.
    if (isAnswer || !events.some(({ kind }) => kind === 'oddity' || kind === 'misuse')) understood++;
  }
  return { protocol, understood, answers };
}
