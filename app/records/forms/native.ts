/**
 * The native record: SGF with all that a tree of ours holds. W is the side with the light pieces, B the one with the dark.
 * `GM[5]` is Nine Men's Morris; the other games have no number in SGF, so that `PWG` names them. Properties of other
 * programs stay where they are.
 *
 * | ours | holds                                                     |
 * | ---- | --------------------------------------------------------- |
 * | PWG  | the game's id                                             |
 * | PWP  | the start position, if it is not the usual one            |
 * | PWH  | a header without a property of its own, `name:text`       |
 * | PWN  | a glyph without one, by its number                        |
 * | PWM  | a mark that is not green: colour, spot, spot              |
 * | PWT  | seconds that the move took                                |
 * | PWE  | an evaluation: `win 5`, `draw` or a number, who said it   |
 */
import { version } from '../../../package.json';
import type { SgfProperty } from '../../games/form.ts';
import type { Game, Seat } from '../../games/game.ts';
import { games } from '../../games/registry.ts';
import { MarkColor, type Mark } from '../../shapes/tree.ts';
import {
  addComment,
  evaluationsProperty,
  evaluationText,
  newPlayed,
  notesOf,
  played,
  readEvaluation,
  resultText,
  type PlayedGame,
  type PlayedNode,
} from './played.ts';
import { blameOf, faultAt, mostFaults, type Fault, type Reading, type Written } from './reading.ts';
import { propertyText, readSgf, type SgfNode } from './sgf.ts';
import { tooLong } from './movetext.ts';
import type { Unit } from './units.ts';

/** Headers with a property of their own; players and the result hang on the colours. */
const headerProperties: readonly (readonly [header: string, property: string])[] = [
  ['event', 'EV'],
  ['site', 'PC'],
  ['date', 'DT'],
  ['round', 'RO'],
  ['annotator', 'AN'],
  ['opening', 'ON'],
  ['title', 'GN'],
  ['user', 'US'],
  ['source', 'SO'],
  ['copyright', 'CP'],
  ['rules', 'RU'],
];

/** Glyphs with a property of their own, and its value. */
const glyphProperties: readonly (readonly [glyph: number, property: string, value: string])[] = [
  [1, 'TE', '1'],
  [3, 'TE', '2'],
  [2, 'BM', '1'],
  [4, 'BM', '2'],
  [5, 'IT', ''],
  [6, 'DO', ''],
  [10, 'DM', '1'],
  [13, 'UC', '1'],
];

/** Glyphs that say which side stands better; White is the side that moves first. */
const betterGlyphs: readonly (readonly [glyph: number, seat: Seat, value: string])[] = [
  [16, 0, '1'],
  [18, 0, '2'],
  [17, 1, '1'],
  [19, 1, '2'],
];

const letterOf = (game: Game, seat: Seat): 'W' | 'B' => (game.seats[seat].colour === 'light' ? 'W' : 'B');
const seatOf = (game: Game, letter: string): Seat => (letterOf(game, 0) === letter ? 0 : 1);

/** In a file that says nothing else, so that a person who opens it knows. */
const explanation = (game: Game): string => `${game.name}, written by Plywire.`;

// --- reading

/** @returns null if the text says that it is of another game of ours */
export function readNative(game: Game, unit: Unit): Reading | null {
  if (unit.isCut) return { whole: null, faults: [faultAt(unit, 0, null, tooLong)] };
  const { nodes, fault } = readSgf(unit);
  const faults: Fault[] = fault === null ? [] : [faultAt(unit, fault.at, null, fault.why)];
  const root = nodes[0];
  if (root === undefined) return { whole: null, faults };
  const said = saidGame(root);
  if (said !== null && said !== game.id) {
    if (games.has(said)) return null;
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
        if (this.faults.length < mostFaults) {
          const found = this.#unit.text.indexOf(`${name}[`, node.at);
          this.faults.push(faultAt(this.#unit, found < 0 ? node.at : found, here.ply + 1, why));
        }
        return null;
      }
    }
    const isRoot = node.parent < 0;
    for (const [name, values] of node.properties) {
      if (!(isRoot && this.#header(name, values))) this.#property(here, name, values);
    }
    return here;
  }

  /** Whether a property of the root was a header, or is written anew each time. */
  #header(name: string, values: readonly string[]): boolean {
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
        readResult(game, value, headers);
        return true;
      case 'PWH':
        for (const text of values) {
          const colon = text.indexOf(':');
          if (colon > 0 && colon <= 64) headers[text.slice(0, colon)] = text.slice(colon + 1);
        }
        return true;
    }
    const known = headerProperties.find(([, property]) => property === name);
    if (known !== undefined) headers[known[0]] = value;
    return known !== undefined;
  }

  #property(node: PlayedNode, name: string, values: readonly string[]): void {
    const { game } = this.#whole;
    const [value = ''] = values;
    switch (name) {
      case 'W':
      case 'B':
        return;
      case 'C':
        if (node.parent !== null || value !== explanation(game)) addComment(node, value);
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
        return this.#marks(
          node,
          values.flatMap((text) => arrowOf(text) ?? []),
        );
      case 'PWM':
        return this.#marks(
          node,
          values.flatMap((text) => colouredOf(text) ?? []),
        );
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

/** Endings in the result of SGF, as PGN's tag `Termination` has them. */
const terminations: Readonly<Record<string, string>> = {
  T: 'time forfeit',
  F: 'rules infraction',
  R: 'resignation',
};

function readResult(game: Game, text: string, headers: Record<string, string>): void {
  const match = /^([WB])\+(.*)$/s.exec(text.trim());
  if (match !== null) {
    headers['result'] = seatOf(game, match[1]!) === 0 ? '1-0' : '0-1';
    const how = terminations[match[2]!.charAt(0).toUpperCase()] ?? match[2]!.trim().slice(0, 64);
    if (how !== '') headers['termination'] ??= how;
  } else if (/^(?:0|draw|jigo)$/i.test(text.trim())) headers['result'] = '1/2-1/2';
  else if (text.trim() !== '' && text.trim() !== '?') headers['result'] = '*';
}

// --- writing

function resultOf(whole: PlayedGame): string | null {
  const { game, headers } = whole;
  const text = resultText(whole);
  if (text === '1/2-1/2') return 'Draw';
  if (text !== '1-0' && text !== '0-1') return headers['result'] === undefined ? null : 'Void';
  const told = headers['termination'] ?? '';
  const known = Object.entries(terminations).find(([, word]) => word === told)?.[0];
  // By how much, as other programs write it.
  const how = known ?? (/^\d{1,9}(?:\.\d{1,9})?$/.test(told) ? told : '');
  return `${letterOf(game, text === '1-0' ? 0 : 1)}+${how}`;
}

function rootProperties(whole: PlayedGame): SgfProperty[] {
  const { game, root, headers } = whole;
  const number = game.sgfNumber;
  const properties: SgfProperty[] = [
    ['FF', ['4']],
    ['CA', ['UTF-8']],
    ['AP', [`Plywire:${version}`]],
    ...(number === undefined ? [] : ([['GM', [String(number)]]] as SgfProperty[])),
    ['PWG', [game.id]],
  ];
  const start = game.positionText(root.position);
  if (start !== game.positionText(game.initial())) properties.push(['PWP', [start]]);
  const left = new Map(Object.entries(headers));
  const take = (header: string): string | undefined => {
    const value = left.get(header);
    left.delete(header);
    return value;
  };
  for (const [header, seat] of [
    ['white', 0],
    ['black', 1],
  ] as const) {
    const value = take(header);
    if (value !== undefined) properties.push([`P${letterOf(game, seat)}`, [value]]);
  }
  for (const [header, property] of headerProperties) {
    const value = take(header);
    if (value !== undefined) properties.push([property, [value]]);
  }
  left.delete('result');
  const result = resultOf(whole);
  if (result !== null) properties.push(['RE', [result]]);
  if (left.size > 0) properties.push(['PWH', [...left].map(([header, value]) => `${header}:${value}`)]);
  if (root.notes?.comment === undefined) properties.push(['C', [explanation(game)]]);
  return properties;
}

/** Names that the writer itself uses, wherever a tree has them from. The clock of the side that did not move is not ours. */
const ownNames: ReadonlySet<string> = new Set(
  'W B C CR AR PWT PWM PWN PWE PWG PWP PWH FF CA AP GM PW PB RE'.split(' '),
);

function notesProperties(game: Game, node: PlayedNode): SgfProperty[] {
  const {
    comment,
    glyphs = [],
    marks = [],
    clock,
    spent,
    evaluations = [],
    properties = {},
  } = node.notes ?? {};
  const found: SgfProperty[] = [];
  if (comment !== undefined) found.push(['C', [comment]]);
  const numbers: string[] = [];
  for (const glyph of glyphs) {
    const known = glyphProperties.find(([each]) => each === glyph);
    const better = betterGlyphs.find(([each]) => each === glyph);
    const property = known?.[1] ?? (better === undefined ? undefined : `G${letterOf(game, better[1])}`);
    // A node has a property once, and of good, bad, doubtful and interesting only one.
    if (property === undefined || found.some(([name]) => name === property)) numbers.push(String(glyph));
    else found.push([property, [known?.[2] ?? better![2]]]);
  }
  if (numbers.length > 0) found.push(['PWN', numbers]);
  const green = marks.filter(({ color }) => color === 'green');
  const rings = green.flatMap(({ from, to }) => (to === null ? [from] : []));
  const arrows = green.flatMap(({ from, to }) => (to === null ? [] : [`${from}:${to}`]));
  const others = marks.flatMap(({ color, from, to }) =>
    color === 'green' ? [] : [[color, from, ...(to === null ? [] : [to])].join(' ')],
  );
  for (const [name, values] of [
    ['CR', rings],
    ['AR', arrows],
    ['PWM', others],
  ] as const) {
    if (values.length > 0) found.push([name, values]);
  }
  if (clock !== undefined && node.parent !== null) {
    found.push([`${letterOf(game, game.seatToMove(node.parent.position))}L`, [String(clock)]]);
  }
  if (spent !== undefined) found.push(['PWT', [String(spent)]]);
  if (evaluations.length > 0) found.push([evaluationsProperty, evaluations.map(evaluationText)]);
  for (const [name, values] of Object.entries(properties)) {
    const isOurs = ownNames.has(name) || found.some(([own]) => own === name);
    if (/^[A-Z0-9]{1,64}$/.test(name) && !isOurs && values.length > 0) found.push([name, values]);
  }
  return found;
}

/** Everything that a game holds. */
export function writeNative(whole: PlayedGame): Written {
  const { game, root } = whole;
  const parts: string[] = ['('];
  const node = (each: PlayedNode): void => {
    const moved: SgfProperty[] =
      each.parent === null
        ? rootProperties(whole)
        : [
            [
              letterOf(game, game.seatToMove(each.parent.position)),
              [game.moveText(each.parent.position, each.move)],
            ],
          ];
    const properties = [...moved, ...notesProperties(game, each)];
    parts.push(
      `${each.ply > 0 && each.ply % 8 === 1 ? '\n' : ''};${properties.map(([name, values]) => propertyText(name, values)).join('')}`,
    );
  };
  const stack: (PlayedNode | 'end' | 'begin')[] = [root];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step === 'end') parts.push(')');
    else if (step === 'begin') parts.push('\n(');
    else {
      node(step);
      const { children } = step;
      if (children.length === 1) stack.push(children[0]!);
      else
        for (let index = children.length - 1; index >= 0; index--)
          stack.push('end', children[index]!, 'begin');
    }
  }
  parts.push(')\n');
  return { text: parts.join(''), lost: [] };
}
