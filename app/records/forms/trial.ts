/** What one form makes of a text: how much of it, with which faults, and what the games say, to compare forms by. */
import type { Game } from '../../games/game.ts';
import { lostInList } from './pgn.ts';
import { allNodes, mainLine, type PlayedGame, type PlayedNode } from './played.ts';
import type { Fault, Reading } from './reading.ts';
import type { Candidate } from './registry.ts';

/** A form that reads less is not asked on. */
const mostFaulty = 8;

/** The plies to be read for each game with a fault: damaged lists of moves give more. */
const fewPlies = 4;

/** The most games whose moves are kept, to say where two forms differ. */
const mostKept = 100;

/** In plies of each kept game. */
const mostKeptPlies = 400;

export class Trial {
  readonly candidate: Candidate;
  games = 0;
  faulty = 0;
  plies = 0;
  first: Fault | null = null;
  /** The other game that its first game names. */
  named: Game | null = null;
  isGone = false;
  /** Whether a tag of it names its game. */
  #isNamed = false;
  /** Whether more was read than comments, which stand in any braces. */
  saysMore = false;
  /** Whether the form has no room for something that it read. */
  loses = false;
  /** Whether anything of the first game was read. */
  beganWell = false;
  readonly #all = new Meaning();
  /** The meaning of the games without a fault. */
  readonly #sound = new Meaning();
  readonly kept: (readonly string[])[] = [];

  constructor(candidate: Candidate) {
    this.candidate = candidate;
  }

  /**
   * Whether so little was read of it that it is hardly of this form: a page of words, or a table, may begin with a number that
   * is a game, and have more of them. SGF is not taken for it, nor is what names its game.
   */
  get isFarOff(): boolean {
    if (!this.isGone || this.#isNamed || this.candidate.form.layout === 'sgf') return false;
    return this.plies < fewPlies * this.faulty;
  }

  get meaning(): string {
    return this.#all.text;
  }

  /** The meaning of its first games. */
  meaningOf(games: number): string {
    return this.#all.of(games) ?? `${this.candidate.form.id} ${this.candidate.game.id}`;
  }

  add({ whole, faults, named, isNamed = false }: Reading): void {
    if (this.games === 0 && this.faulty === 0) {
      this.beganWell = whole !== null && (faults.length === 0 || whole.nodes > 1);
      this.named = named ?? null;
    }
    this.#isNamed ||= isNamed;
    if (whole !== null) {
      this.games++;
      this.saysMore ||= isNamed || !isComment(this.candidate, whole);
      this.plies += whole.nodes - 1;
      this.loses ||=
        this.candidate.form.isLine === true && lostInList(whole, mainLine(whole.root).length - 1).length > 0;
      const texts = textsOf(whole);
      this.#all.add(texts);
      if (faults.length === 0) this.#sound.add(texts);
      if (this.kept.length < mostKept) this.kept.push(texts.slice(0, mostKeptPlies));
    }
    if (faults.length > 0) {
      this.faulty++;
      this.first ??= faults[0]!;
      this.isGone = this.faulty >= mostFaulty && 2 * this.faulty > this.games;
    }
  }

  /** Whether both read the same, apart from games that one of them cannot read. */
  agreesWith(other: Trial): boolean {
    if (this.#sound.count === 0 || other.#sound.count === 0) return this.meaning === other.meaning;
    return this.#sound.text === other.#sound.text;
  }

  /** Whether all that another one read is the beginning of what this one read, so that it only gave up earlier. */
  continues({ candidate: { game }, games, kept }: Trial): boolean {
    const isKept = games <= mostKept && kept.every((texts) => texts.length < mostKeptPlies);
    if (!isKept || game !== this.candidate.game || games > this.games) return false;
    return kept.every((texts, index) => texts.every((text, at) => text === this.kept[index]?.[at]));
  }
}

/** Whether words are a comment alone, with no move, no position and no header. */
const isComment = ({ form }: Candidate, { game, root, headers, nodes }: PlayedGame): boolean =>
  form.layout !== 'sgf' &&
  nodes === 1 &&
  root.notes?.comment !== undefined &&
  Object.keys(headers).length === 0 &&
  game.positionText(root.position) === game.positionText(game.initial());

/** A start, and each move with the place where it was made. */
function textsOf({ game, root }: PlayedGame): readonly string[] {
  const texts = [`${game.id} ${game.positionText(root.position)}`];
  const ids = new Map<PlayedNode, number>();
  for (const node of allNodes(root)) {
    ids.set(node, ids.size);
    if (node.parent === null) continue;
    const text = game.moveText(node.parent.position, node.move);
    const isNext = ids.get(node.parent) === ids.size - 2;
    texts.push(isNext ? text : `${ids.get(node.parent)!}: ${text}`);
  }
  return texts;
}

/** What games say, in 53 bits (cyrb53, by bryc): enough that two meanings of one text do not pass for one. */
class Meaning {
  count = 0;
  #high = 0xdeadbeef;
  #low = 0x41c6ce57;

  /** Without the last game. */
  #before = '';

  get text(): string {
    return `${this.count} ${this.#high >>> 0} ${this.#low >>> 0}`;
  }

  /** The meaning of the first `count` games; null if it is not known any more. */
  of(count: number): string | null {
    if (count === this.count) return this.text;
    return count === this.count - 1 ? this.#before : null;
  }

  add(texts: readonly string[]): void {
    this.#before = this.text;
    this.count++;
    let [high, low] = [this.#high, this.#low];
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        high = Math.imul(high ^ code, 2654435761);
        low = Math.imul(low ^ code, 1597334677);
      }
      high = Math.imul(high ^ 10, 2654435761);
    }
    this.#high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    this.#low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  }
}
