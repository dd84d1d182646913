/**
 * Runs a regular expression on lines in a worker, so that a slow expression does not block the window. The worker is
 * terminated if one piece of the lines takes too long.
 */
import type { Matches, Places, Query, Question } from './filter.ts';
import address from './matcher.worker.ts?worker&url';

/** The time limit of one piece in milliseconds, including the start of the worker. */
const patience = 3000;

/** The limits of a piece: lines, and characters, since lines may be long. */
const pieceLines = 2000;
const pieceCharacters = 512 * 1024;

/** The part of the Trusted Types API that is used; a browser may lack this API. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

let trusted: string | null = null;

/**
 * Returns the address of the worker's script in the form that the page's policy requires; a page can create a policy
 * only once.
 */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy =
    trusted === null && trustedTypes?.createPolicy('plywire-matcher', { createScriptURL: () => address });
  trusted ??= policy ? policy.createScriptURL(address) : address;
  return trusted;
}

class TooSlow extends Error {
  override readonly name = 'TooSlow';

  constructor() {
    super('This expression takes too long. Avoid nested repetition such as (a+)+');
  }
}

export class Matcher {
  readonly query: Query;
  readonly #patience: number;
  #worker: Worker | null = null;
  #id = 0;
  #failure: ((error: Error) => void) | null = null;
  /** Settles after the last piece. Pieces run one after the other, so that each has the full time limit. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(query: Query, milliseconds: number = patience) {
    this.query = query;
    this.#patience = milliseconds;
  }

  /**
   * Returns where the expression matches in each text; null where it does not.
   * @throws TooSlow if a piece exceeds the time limit, and in all later calls; Error if the worker fails
   */
  async match(texts: readonly string[]): Promise<readonly (Places | null)[]> {
    const all: (Places | null)[] = [];
    for (let from = 0; from < texts.length;) {
      let to = from;
      for (let characters = 0; to < texts.length && to - from < pieceLines; to++) {
        characters += texts[to]!.length;
        if (characters > pieceCharacters && to > from) break;
      }
      const piece = texts.slice(from, to);
      const places = this.#last.then(() => this.#ask(piece));
      this.#last = places.catch(() => undefined);
      for (const one of await places) all.push(one);
      from = to;
    }
    return all;
  }

  /** Terminates the worker. Pending calls reject with TooSlow when their time limit has passed. */
  close(): void {
    this.#closed = true;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #ask(texts: readonly string[]): Promise<readonly (Places | null)[]> {
    if (this.#closed) return Promise.reject(new TooSlow());
    this.#worker ??= new Worker(trustedAddress(), { type: 'module' });
    const worker = this.#worker;
    const question: Question = { id: ++this.#id, query: this.query, texts };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#failure?.(new TooSlow()), this.#patience);
      this.#failure = (error) => {
        clearTimeout(late);
        this.close();
        reject(error);
      };
      worker.onerror = ({ message }) => this.#failure?.(new Error(message));
      worker.onmessage = ({ data }: MessageEvent<Matches>) => {
        if (data.id !== question.id) return;
        clearTimeout(late);
        resolve(data.places);
      };
      worker.postMessage(question);
    });
  }
}
