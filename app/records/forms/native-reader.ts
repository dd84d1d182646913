/**
 * Reads the native record. Every move is played by the rules. A node with a move that cannot be played is a fault, and is left
 * out with the nodes after it.
 */
import type { Game } from '../../games/game.ts';
import { games } from '../../games/registry.ts';
import { MarkColor, type Mark } from '../../shapes/tree.ts';
import { tooLong } from './movetext.ts';
import {
  betterGlyphs,
  explanation,
  glyphProperties,
  headerProperties,
  seatOf,
  terminations,
} from './native.ts';
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
import type { Unit } from './units.ts';

/**
 * @param unit the text of one game tree
 * @returns what could be read, with its faults
 * @throws OtherGame
 */
export function readNative(game: Game, unit: Unit): Reading {
  if (unit.isCut) return { whole: null, faults: [faultAt(unit, 0, null, tooLong)] };
  const { nodes, fault } = readSgf(unit);
  const faults: Fault[] = fault === null ? [] : [faultAt(unit, fault.at, null, fault.why)];
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
  return { whole, faults: [...reader.faults, ...faults].slice(0, mostFaults) };
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
const singleInRoot: ReadonlySet<string> = new Set([
  ...['PW', 'PB', 'RE'],
  ...headerProperties.map(([, property]) => property),
]);

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
    for (const node of nodes) {
      const before = node.parent < 0 ? this.#whole.root : at[node.parent]!;
      at.push(before === null ? null : this.#node(node, before));
    }
  }

  #node(node: SgfNode, before: PlayedNode): PlayedNode | null {
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
        const found = this.#unit.text.indexOf(`${name}[`, node.at);
        this.#blame(found < 0 ? node.at : found, here.ply + 1, why);
        return null;
      }
    }
    const isRoot = node.parent < 0;
    for (const [name, values] of node.properties) {
      if (!(isRoot && this.#header(name, node.at, values))) this.#property(here, node.at, name, values);
      if (values.length > 1 && (single.has(name) || (isRoot && singleInRoot.has(name)))) {
        this.#blame(node.at, null, `${name} has ${values.length} values, of which the first is read`);
      }
    }
    return here;
  }

  /**
   * Whether a property of the root was a header, or is written anew each time.
   * @param at where its node begins
   */
  #header(name: string, at: number, values: readonly string[]): boolean {
    const { game, headers } = this.#whole;
    const [value = ''] = values;
    switch (name) {
      case 'FF':
      case 'CA':
      case 'AP':
      case 'GM':
      case 'PWG':
      case 'PWP':
        return true;
      case 'PW':
      case 'PB':
        headers[seatOf(game, name[1]!) === 0 ? 'white' : 'black'] = value;
        return true;
      case 'RE':
        if (!readResult(game, value, headers))
          this.#blame(at, null, `RE has no result: "${value.slice(0, 64)}"`);
        return true;
      case 'PWH':
        // Not by assignment, which loses `__proto__`.
        this.#whole.headers = Object.fromEntries([
          ...Object.entries(headers),
          ...values.flatMap((text): [string, string][] => {
            const colon = text.indexOf(':');
            return colon > 0 && colon <= 64 ? [[text.slice(0, colon), text.slice(colon + 1)]] : [];
          }),
        ]);
        return true;
    }
    const known = headerProperties.find(([, property]) => property === name);
    if (known !== undefined) headers[known[0]] = value;
    return known !== undefined;
  }

  #blame(at: number, ply: number | null, why: string): void {
    if (this.faults.length < mostFaults) this.faults.push(faultAt(this.#unit, at, ply, why));
  }

  /** @param at where its node begins */
  #property(node: PlayedNode, at: number, name: string, values: readonly string[]): void {
    const { game } = this.#whole;
    const [value = ''] = values;
    switch (name) {
      case 'W':
      case 'B':
        return;
      case 'C':
        if (node.parent === null && value === explanation(game)) return;
        if (!addComment(node, value)) this.#blame(at, null, 'the comment is too long, and was cut');
        return;
      case 'WL':
      case 'BL':
      case 'PWT': {
        const seconds = Number(value);
        const isOwn =
          name === 'PWT' ||
          (node.parent !== null && seatOf(game, name[0]!) === game.seatToMove(node.parent.position));
        if (value.trim() === '' || !Number.isFinite(seconds) || !isOwn) break;
        notesOf(node)[name === 'PWT' ? 'spent' : 'clock'] = seconds;
        return;
      }
      case 'CR':
        return this.#marks(
          node,
          values.map((spot) => ({ color: 'green', from: spot, to: null })),
        );
      case 'AR':
        return this.#marks(node, this.#sound(name, at, values, arrowOf));
      case 'PWM':
        return this.#marks(node, this.#sound(name, at, values, colouredOf));
      case 'PWN':
        for (const text of values) if (/^\d{1,3}$/.test(text)) this.#glyph(node, Number(text));
        return;
      case evaluationsProperty: {
        const read = values.flatMap((text) => readEvaluation(text) ?? []);
        if (read.length > 0) (notesOf(node).evaluations ??= []).push(...read);
        return;
      }
      case 'GB':
      case 'GW': {
        const seat = seatOf(game, name[1]!);
        const better = betterGlyphs.find(
          ([, side, degree]) => side === seat && degree === (value.trim() || '1'),
        );
        if (better === undefined) break;
        return this.#glyph(node, better[0]);
      }
    }
    const known = glyphProperties.find(
      ([, property, degree]) => property === name && degree === value.trim(),
    );
    const loose =
      known ?? (value.trim() === '' ? glyphProperties.find(([, property]) => property === name) : undefined);
    if (loose !== undefined) return this.#glyph(node, loose[0]);
    const properties = (notesOf(node).properties ??= {});
    properties[name] = [...(properties[name] ?? []), ...values];
  }

  /** The marks of those values that have one. */
  #sound(name: string, at: number, values: readonly string[], read: (text: string) => Mark | null): Mark[] {
    return values.flatMap((text) => {
      const mark = read(text);
      if (mark === null) this.#blame(at, null, `${name} has no mark: "${text.slice(0, 64)}"`);
      return mark ?? [];
    });
  }

  #glyph(node: PlayedNode, glyph: number): void {
    if (glyph < 1 || glyph > 255) return;
    const glyphs = (notesOf(node).glyphs ??= []);
    if (!glyphs.includes(glyph)) glyphs.push(glyph);
  }

  #marks(node: PlayedNode, marks: readonly Mark[]): void {
    const sound = marks.filter(({ from, to }) => from.length <= 64 && (to?.length ?? 0) <= 64);
    if (sound.length > 0) (notesOf(node).marks ??= []).push(...sound);
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

/** Whether the text is a result, or says that there is none (`Void` and `?` of SGF). */
function readResult(game: Game, text: string, headers: Record<string, string>): boolean {
  const match = /^([WB])\+(.*)$/s.exec(text.trim());
  if (match !== null) {
    headers['result'] = seatOf(game, match[1]!) === 0 ? '1-0' : '0-1';
    const how = terminations[match[2]!.charAt(0).toUpperCase()] ?? match[2]!.trim().slice(0, 64);
    if (how !== '') headers['termination'] ??= how;
    return true;
  }
  const said = text.trim();
  if (/^(?:0|draw|jigo)$/i.test(said)) headers['result'] = '1/2-1/2';
  else if (said !== '' && said !== '?') {
    headers['result'] = '*';
    return /^void$/i.test(said);
  }
  return true;
}
