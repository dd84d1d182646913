/** Writes games as PGN or as plain lists of words. */
import type { WordsForm } from '../../games/form.ts';
import { BadNotation, type Game } from '../../games/game.ts';
import type { GameTree } from '../tree.ts';
import { commandsText, commentText, isWritableTime } from './commands.ts';
import {
  endOf,
  isInitial,
  mainLine,
  playedOf,
  resultText,
  winnerOf,
  type PlayedGame,
  type PlayedNode,
} from './played.ts';
import { CannotWrite, type Lost, type Written } from './reading.ts';
import { isReadAgain, mostTags, reservedTags, tagOfHeader, tagText, usualTags } from './tags.ts';

/** Our own words for moves in PGN. */
export const ownWords = (game: Game): WordsForm => ({
  ...{ kind: 'words', id: 'pgn', name: 'PGN', examples: [] },
  isPgn: true,
  ...(game.wordMoves && { parts: (word, position) => game.wordMoves!(position, word) }),
  readMove: (position, word) => game.parseMove(position, word),
  moveText: (position, move) => game.moveText(position, move),
});

/** @throws CannotWrite */
export function writeWords(form: WordsForm, whole: PlayedGame): Written {
  if (form.fromInitial === true && !isInitial(whole)) {
    throw new CannotWrite(
      `a game that begins from another position than the initial one cannot be written as ${form.id}`,
    );
  }
  try {
    return form.isPgn === true ? writePgn(form, whole) : writeList(form, whole);
  } catch (error) {
    if (error instanceof BadNotation) throw new CannotWrite(`${error.message} (${form.id})`);
    throw error;
  }
}

function writeList(form: WordsForm, whole: PlayedGame): Written {
  const [root, ...line] = mainLine(whole.root);
  const words = line.map(({ parent, move }) => form.moveText!(parent!.position, move));
  const winner = winnerOf(whole);
  const before = form.before?.(root!.position, { winner, plies: line.length }) ?? '';
  const moves = words.join(form.between ?? ' ');
  return {
    text: `${before}${before !== '' && moves !== '' ? ' ' : ''}${moves}\n`,
    lost: lostInList(whole, line.length),
  };
}

/** What a list of moves has no room for. */
export function lostInList({ root, headers, nodes }: PlayedGame, plies: number): readonly Lost[] {
  const lost = new Set<Lost>();
  if (nodes > plies + 1) lost.add('variations');
  if (Object.keys(headers).length > 0) lost.add('headers');
  let node: PlayedNode | undefined = root;
  // Only of the main line: what a variation holds is lost with it.
  for (; node; node = node.children[0]) {
    if (node.notes === null) continue;
    const { comment, glyphs, marks, clock, spent, evaluations, properties } = node.notes;
    if (comment !== undefined) lost.add('comments');
    if (glyphs !== undefined) lost.add('glyphs');
    if (marks !== undefined) lost.add('marks');
    if (clock !== undefined || spent !== undefined) lost.add('clocks');
    if (evaluations !== undefined) lost.add('evaluations');
    if (properties !== undefined) lost.add('properties of other programs');
  }
  return [...lost];
}

/** In characters: lines are broken before. */
const lineLength = 80;

/** Words joined by blanks, in lines of at most 80 characters. */
class Lines {
  #text = '';
  #line = 0;

  add(word: string): void {
    const fits = this.#line + 1 + word.length <= lineLength;
    if (this.#line > 0) this.#text += fits ? ' ' : '\n';
    this.#line = fits && this.#line > 0 ? this.#line + 1 + word.length : word.length;
    this.#text += word;
    const end = word.lastIndexOf('\n');
    if (end >= 0) this.#line = word.length - end - 1;
  }

  toString(): string {
    return this.#text;
  }
}

function writePgn(form: WordsForm, whole: PlayedGame): Written {
  const lost = new Set<Lost>();
  const text = `${tagsText(form, whole, lost)}\n${movesText(form, whole, lost)}\n`;
  return { text, lost: [...lost] };
}

/** Readers take no more tags, and the game itself adds `Termination` and those that are reserved. */
const mostHeaders = mostTags - reservedTags.size - 1;

function tagsText(form: WordsForm, whole: PlayedGame, lost: Set<Lost>): string {
  const { game, root, headers } = whole;
  const tags = new Map<string, string>(usualTags);
  for (const [header, value] of Object.entries(headers)) {
    const tag = tagOfHeader(header, headers);
    const isWritten = tag !== null && (tags.has(tag) || tags.size < mostHeaders);
    if (isWritten) tags.set(tag, value);
    // The result is written anew, where `*` says that there is none yet; an empty text says nothing.
    const isSaid = header === 'result' ? value !== '*' : value === '';
    if (!isWritten || !(isReadAgain(header, tag, value) || isSaid)) lost.add('headers');
  }
  const result = resultText(whole);
  // Four words are results; what another one said is lost.
  if (![result, '*'].includes(tags.get('Result')!)) lost.add('headers');
  tags.set('Result', result);
  const over = endOf(whole);
  if (over !== null && !tags.has('Termination')) tags.set('Termination', over.reason);
  const variant = form.variants === undefined ? game.name : form.variants[0]!;
  tags.set('Variant', variant);
  if (form.variants === undefined) tags.set('FirstSide', game.seats[0].name);
  if (!isInitial(whole)) {
    tags.set('SetUp', '1');
    tags.set('FEN', form.fen ? form.fen.write(root.position) : game.positionText(root.position));
  }
  return [...tags].map(([tag, value]) => `${tagText(tag, value)}\n`).join('');
}

type Step =
  | { readonly kind: 'after'; readonly node: PlayedNode; readonly turn: number; readonly isNumbered: boolean }
  | { readonly kind: 'variation'; readonly node: PlayedNode; readonly turn: number }
  | { readonly kind: 'end' };

function movesText(form: WordsForm, whole: PlayedGame, lost: Set<Lost>): string {
  const { game, root } = whole;
  const lines = new Lines();
  const beginsTurn = (position: unknown): boolean =>
    game.seatToMove(position) === 0 && game.beginsTurn(position);

  /** @returns whether a comment was written, after which a move has its number */
  const notes = ({ notes, position }: PlayedNode): boolean => {
    if (notes === null) return false;
    for (const glyph of notes.glyphs ?? []) lines.add(`$${glyph}`);
    if (notes.properties !== undefined) lost.add('properties of other programs');
    if (![notes.clock ?? 0, notes.spent ?? 0].every(isWritableTime)) lost.add('clocks');
    const parts = [commandsText(notes, game.seatToMove(position))];
    if (notes.comment !== undefined) {
      if (/[{}]/.test(notes.comment)) lost.add('comments');
      // Readers leave out blanks there, as those of other programs mean nothing.
      if (notes.comment.trim() !== notes.comment) lost.add('blanks around comments');
      parts.push(commentText(notes.comment));
    }
    const text = parts.filter((part) => part !== '').join(' ');
    if (text !== '') lines.add(`{${text}}`);
    return text !== '';
  };
  const move = (node: PlayedNode, turn: number, isNumbered: boolean, opening = ''): void => {
    const before = node.parent!.position;
    const count = beginsTurn(before) ? `${turn}. ` : isNumbered ? `${turn}... ` : '';
    const word = form.moveText!(before, node.move);
    if (count !== '') lines.add(`${opening}${count.trimEnd()}`);
    lines.add(count === '' ? `${opening}${word}` : word);
  };
  const nextTurn = (node: PlayedNode, turn: number): number =>
    node.parent !== null && beginsTurn(node.position) ? turn + 1 : turn;

  const isNumbered = notes(root) || !beginsTurn(root.position);
  const steps: Step[] = [{ kind: 'after', node: root, turn: 1, isNumbered }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (step.kind === 'end') {
      lines.add(')');
      continue;
    }
    if (step.kind === 'variation') {
      move(step.node, step.turn, true, '(');
      const commented = notes(step.node);
      steps.push({
        kind: 'after',
        node: step.node,
        turn: nextTurn(step.node, step.turn),
        isNumbered: commented,
      });
      continue;
    }
    const [main, ...others] = step.node.children;
    if (main === undefined) continue;
    move(main, step.turn, step.isNumbered);
    const commented = notes(main);
    steps.push({
      ...{ kind: 'after', node: main, turn: nextTurn(main, step.turn) },
      isNumbered: commented || others.length > 0,
    });
    for (const other of others.reverse()) {
      steps.push({ kind: 'end' }, { kind: 'variation', node: other, turn: step.turn });
    }
  }
  lines.add(resultText(whole));
  return `${lines.toString()}\n`;
}

/**
 * A game as PGN. White is the side that moves first, and 1-0 says that it won, so that programs that rate matches read it.
 *
 * @param tags headers beside or instead of those of the game, by our names (`white`, `round`, `timeControl`)
 */
export function pgnOf(tree: GameTree | PlayedGame, tags: Readonly<Record<string, string>> = {}): string {
  const whole = 'root' in tree ? tree : playedOf(tree);
  const told = { ...whole, headers: { ...whole.headers, ...tags } };
  return writePgn(ownWords(whole.game), told).text;
}
