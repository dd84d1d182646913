/**
 * How it is found out by behaviour alone whether a program speaks a protocol: a probe sends a few lines that the
 * protocol's text allows, to a process of its own, and says what in the answers shows it.
 *
 * Whatever is taken for an answer must have come behind its question, so that neither a banner nor a recording that is
 * printed is taken for an engine, and must be no part of the question, so that no echo is.
 */
import { Breach, type CheckWire } from './conformance.ts';
import { quoted } from './text.ts';
import type { Said, CheckTalk } from './check-talk.ts';

/** Why a program is taken for an engine of a protocol. */
export interface Proof {
  /** Goes on from "it": "answered `cfp` by `cfpok`". */
  readonly how: string;
  /** It has shown that it knows the game, and not the words alone. */
  readonly sure: boolean;
}

export interface Probe {
  /** What makes it another one than the others of its protocol, as the end of a sentence; empty where there is one. */
  readonly way: string;
  /**
   * The wire has an end of its own: it is silent once the time for all is over.
   * @throws Breach where the program does not speak the protocol
   */
  run(wire: CheckWire): Promise<Proof>;
}

/** For as long as the wire allows. */
export const patience = Infinity;

/** In milliseconds: what a program says by itself, or twice, comes at once. */
export const settling = 150;

/**
 * Lets what is said without being asked pass by, before a question.
 * @throws Breach where that looks like an answer to it
 */
export async function hearOut<Message>(
  talk: CheckTalk<Message>,
  isAnswer: (message: Message, line: string) => boolean,
  question: string,
): Promise<void> {
  await talk.lastWords(settling);
  const early = talk.said.find(({ message, line }: Said<Message>) => isAnswer(message, line));
  if (early) throw new Breach(`an answer behind \`${question}\``, `${quoted(early.line)} before it`);
}

/** What more it shows, where it shows it. */
export async function ifShown<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Breach) return null;
    throw error;
  }
}
