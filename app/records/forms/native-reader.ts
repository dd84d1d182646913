/**
 * Reads the native record. Every move is played by the rules. A node with a move that cannot be played is a fault, and is left
 * out with the nodes after it.
 */
import type { Game } from '../../games/game.ts';
import { games } from '../../games/registry.ts';
import { MarkColor, type Mark } from '../../shapes/tree.ts';
import { tooLong } from './movetext.ts';
import { betterGlyphs, explanation, glyphProperties, readHeader, seatOf } from './native.ts';
import {
  addComment,
  evaluationsProperty,
  newPlayed,
  notesOf,
  played,
  readEvaluation,
  type PlayedGame,
  type PlayedNode,
} from './played.ts';
import { blameOf, faultAt, mostFaults, OtherGame, type Fault, type Reading } from './reading.ts';
import { readSgf, type SgfNode } from './sgf.ts';
import { headerOf, resultIn } from './sgf-headers.ts';
import type { Unit } from './unit.ts';

/**
 * @param unit the text of one game tree
 * @returns what could be read, with its faults
 * @throws OtherGame
 */
export function readNative(game: Game, unit: Unit): Reading {
  if (unit.isCut) return { whole: null, faults: [faultAt(unit, 0, null, tooLong)] };
  const { nodes, faults: damage } = readSgf(unit);
  const faults: Fault[] = damage.map(({ at, why }) => faultAt(unit, at, null, why));
  const root = nodes[0];
  if (root === undefined) return { whole: null, faults };
  const said = saidGame(root);
  if (said !== null && said !== game.id) {
    const other = games.get(said);
    if (other !== undefined) throw new OtherGame(other, game);
    // Told at its place, so that SGF of another program's game is not taken for anything else.
    const at = Math.max(root.at, unit.text.indexOf(said));
    return { whole: null, faults: [faultAt(unit, at, null, `${said} is another game`)] };
  }
  const start = valueOf(root, 'PWP');
  let whole: PlayedGame;
  try {
    whole = newPlayed(game, start === undefined ? game.initial() : game.parsePosition(start));
  } catch (error) {
    return { whole: null, faults: [...faults, faultAt(unit, root.at, null, blameOf(error))] };
  }
  const reader = new TreeReader(whole, unit);
  reader.read(nodes);
  const inOrder = [...reader.faults, ...faults].toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { whole, faults: inOrder.slice(0, mostFaults) };
}

/** The id of the game that the root names; of a game that is none of ours, the name; null if it names none. */
function saidGame(root: SgfNode): string | null {
  const id = valueOf(root, 'PWG');
  if (id !== undefined) return games.has(id) ? id : `PWG[${id}]`;
  const number = valueOf(root, 'GM')?.trim();
  if (number === undefined) return null;
  for (const { id, sgfNumber } of games.values()) if (String(sgfNumber) === number) return id;
  return `GM[${number}]`;
}

const valueOf = ({ properties }: SgfNode, name: string): string | undefined =>
  properties.find(([each]) => each === name)?.[1][0];

/** Properties of which the first value is read; others keep all. */
const single: ReadonlySet<string> = new Set(['W', 'B', 'C']);

class TreeReader {
  readonly faults: Fault[] = [];
  readonly #whole: PlayedGame;
  readonly #unit: Unit;

  constructor(whole: PlayedGame, unit: Unit) {
    this.#whole = whole;
    this.#unit = unit;
  }

  read(nodes: readonly SgfNode[]): void {
    /** By number; null for a node after one that cannot be read. */
    const at: (PlayedNode | null)[] = [];
    let isMain = true;
    for (const [index, node] of nodes.entries()) {
      const before = node.parent < 0 ? this.#whole.root : at[node.parent]!;
      // In the order of the text, the main line ends where a node does not follow the one before it.
      isMain &&= node.parent === index - 1;
      at.push(before === null ? null : this.#node(node, before, isMain));
    }
  }

  #node(node: SgfNode, before: PlayedNode, isMain: boolean): PlayedNode | null {
    const { game } = this.#whole;
    let here = before;
    for (const [name, values] of node.properties) {
      if (name !== 'W' && name !== 'B') continue;
      try {
        const seat = game.seatToMove(here.position);
        if (seatOf(game, name) !== seat)
          throw new Misplaced(`${name} moves, and it is ${game.seats[seat].name}'s turn`);
        here = played(this.#whole, here, game.parseMove(here.position, values[0]!));
      } catch (error) {
        const why = error instanceof Misplaced ? error.message : blameOf(error);
        // The place is sought only where it is told.
        if (this.faults.length === mostFaults) return null;
        const found = this.#unit.text.indexOf(`${name}[`, node.at);
        this.#blame(found < 0 ? node.at : found, here.ply + 1, why);
        return null;
      }
    }
    const isRoot = node.parent < 0;
    for (const [name, values] of node.properties) {
      const isHeader = (isRoot || isMain) && this.#header(name, node, values);
      if (!isHeader && !(isRoot && this.#ofRoot(name, node.at, values)))
        this.#property(here, node.at, name, values);
      if (values.length > 1 && (isHeader || single.has(name))) {
        this.#blame(node.at, null, `${name} has ${values.length} values, of which the first is read`);
      }
    }
    return here;
  }

  /**
   * Whether a property was a header. Some programs write the result where the game ended: what the root does not tell is
   * taken from the nodes after it, if it can be read.
   */
  #header(name: string, { parent, at }: SgfNode, values: readonly string[]): boolean {
    const { game, headers } = this.#whole;
    const header = headerOf(game, name);
    if (header === undefined) return false;
    const isRoot = parent < 0;
    if (!isRoot && (headers[header] !== undefined || values.length > 1)) return false;
    const value = values[0]!;
    if (header !== 'result') {
      headers[header] = value;
      return true;
    }
    const { result = null, termination = '' } = resultIn(game, value);
    if (result === null && !isRoot) return false;
    if (result !== null) headers['result'] = result;
    else if (!/^\??$/.test(value.trim())) {
      headers['result'] = '*';
      this.#blame(at, null, `RE has no result: "${value.slice(0, 64)}"`);
    }
    if (termination !== '') headers['termination'] ??= termination;
    return true;
  }

  /** Whether a property of the root holds further headers, or is written anew each time. */
  #ofRoot(name: string, at: number, values: readonly string[]): boolean {
    if (name !== 'PWH') return ['FF', 'CA', 'AP', 'GM', 'PWG', 'PWP'].includes(name);
    for (const value of values) {
      const header = readHeader(value);
      if (header === null) {
        this.#blame(at, null, `PWH has no header: "${value.slice(0, 64)}"`);
        continue;
      }
      const kept = { value: header.text, enumerable: true, configurable: true, writable: true };
      // Not by assignment, which loses `__proto__`.
      Object.defineProperty(this.#whole.headers, header.name, kept);
    }
    return true;
  }

  #blame(at: number, ply: number | null, why: string): void {
    if (this.faults.length < mostFaults) this.faults.push(faultAt(this.#unit, at, ply, why));
  }

  /** @param at where its node begins */
  #property(node: PlayedNode, at: number, name: string, values: readonly string[]): void {
    const left = this.#known(node, at, name, values);
    if (left.length === 0) return;
    // Only this reader has the lists yet. Copies of them would take too long where a name is repeated.
    const properties = (notesOf(node).properties ??= {}) as Record<string, string[]>;
    (properties[name] ??= []).push(...left);
  }

  /**
   * Reads the values of a property that Plywire knows.
   * @returns those that it does not know, which stay as they are
   */
  #known(node: PlayedNode, at: number, name: string, values: readonly string[]): readonly string[] {
    const { game } = this.#whole;
    const [value = '', ...others] = values;
    switch (name) {
      case 'W':
      case 'B':
        return [];
      case 'C':
        if (node.parent === null && value === explanation(game)) return [];
        if (!addComment(node, value)) this.#blame(at, null, 'the comment is too long, and was cut');
        return [];
      case 'WL':
      case 'BL':
      case 'PWC':
      case 'PWT': {
        const seconds = Number(value);
        const mover = node.parent === null ? null : game.seatToMove(node.parent.position);
        const isOwn = name === 'PWT' || (name === 'PWC' ? mover === null : seatOf(game, name[0]!) === mover);
        if (value.trim() === '' || !Number.isFinite(seconds) || !isOwn) return values;
        notesOf(node)[name === 'PWT' ? 'spent' : 'clock'] = seconds;
        return others;
      }
      case 'CR':
        return this.#marks(node, name, at, values, (from) => ({ color: 'green', from, to: null }));
      case 'AR':
        return this.#marks(node, name, at, values, arrowOf);
      case 'PWM':
        return this.#marks(node, name, at, values, colouredOf);
      case 'PWN':
        return values.filter((text) => !/^\d{1,3}$/.test(text) || !this.#glyph(node, Number(text)));
      case evaluationsProperty: {
        const unread: string[] = [];
        for (const text of values) {
          const evaluation = readEvaluation(text);
          if (evaluation === null) unread.push(text);
          else (notesOf(node).evaluations ??= []).push(evaluation);
        }
        return unread;
      }
      case 'GB':
      case 'GW': {
        const seat = seatOf(game, name[1]!);
        const better = betterGlyphs.find(
          ([, side, degree]) => side === seat && degree === (value.trim() || '1'),
        );
        if (better === undefined) return values;
        this.#glyph(node, better[0]);
        return others;
      }
    }
    const known = glyphProperties.find(
      ([, property, degree]) => property === name && degree === value.trim(),
    );
    const loose =
      known ?? (value.trim() === '' ? glyphProperties.find(([, property]) => property === name) : undefined);
    if (loose === undefined) return values;
    this.#glyph(node, loose[0]);
    return others;
  }

  /** Reads each value as a mark. @returns those that have none */
  #marks(
    node: PlayedNode,
    name: string,
    at: number,
    values: readonly string[],
    read: (text: string) => Mark | null,
  ): readonly string[] {
    return values.filter((text) => {
      const mark = read(text);
      if (mark === null) this.#blame(at, null, `${name} has no mark: "${text.slice(0, 64)}"`);
      if (mark === null || mark.from.length > 64 || (mark.to?.length ?? 0) > 64) return true;
      (notesOf(node).marks ??= []).push(mark);
      return false;
    });
  }

  /** @returns whether a glyph has the number */
  #glyph(node: PlayedNode, glyph: number): boolean {
    if (glyph < 1 || glyph > 255) return false;
    const glyphs = (notesOf(node).glyphs ??= []);
    if (!glyphs.includes(glyph)) glyphs.push(glyph);
    return true;
  }
}

class Misplaced extends Error {
  override readonly name = 'Misplaced';
}

const arrowOf = (text: string): Mark | null => {
  const [from, to, ...rest] = text.split(':');
  return from && to && rest.length === 0 ? { color: 'green', from, to } : null;
};

const colouredOf = (text: string): Mark | null => {
  const [color, from, to = null, ...rest] = text.split(' ');
  const known = MarkColor.options.find((each) => each === color);
  return known !== undefined && from && rest.length === 0 ? { color: known, from, to } : null;
};
