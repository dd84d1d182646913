/**
 * A probe finds out whether a program speaks a protocol: it sends a few lines that the text allows to a process of its
 * own and looks for proof in the answers.
 *
 * An answer counts only if it came after its question, which rules out a banner or a printed recording, and is no part of
 * the question, which rules out an echo.
 */
import { Breach, type CheckWire } from './conformance.ts';
import { quoted } from './text.ts';
import type { Said, CheckTalk } from './check-talk.ts';

export interface Proof {
  /** Continues "it": "answered `cfp` by `cfpok`". */
  readonly how: string;
  /** The program has shown that it knows the game, not just the words. */
  readonly sure: boolean;
}

export interface Probe {
  /** What distinguishes it from the protocol's other probes, as the end of a sentence; empty for an only probe. */
  readonly way: string;
  /**
   * @param wire silent once the time for all probes is over
   * @throws Breach where the program does not speak the protocol
   */
  run(wire: CheckWire): Promise<Proof>;
}

/** As long as the wire allows. */
export const patience = Infinity;

/** In milliseconds: unasked or doubled lines come at once. */
export const settling = 150;

/** Passes over unasked lines before a question. @throws Breach where one looks like its answer */
export async function hearOut<Message>(
  talk: CheckTalk<Message>,
  isAnswer: (message: Message, line: string) => boolean,
  question: string,
): Promise<void> {
  await talk.lastWords(settling);
  const early = talk.said.find(({ message, line }: Said<Message>) => isAnswer(message, line));
  if (early) throw new Breach(`an answer behind \`${question}\``, `${quoted(early.line)} before it`);
}

/** The result of a further step; null where the program fails it. */
export async function ifShown<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Breach) return null;
    throw error;
  }
}
