/** Writes the native record, which has a place for all that a game holds. */
import { version } from '../../../package.json';
import type { SgfProperty } from '../../games/form.ts';
import type { Game } from '../../games/game.ts';
import {
  betterGlyphs,
  explanation,
  glyphProperties,
  headerProperties,
  headerText,
  letterOf,
  terminations,
} from './native.ts';
import {
  evaluationsProperty,
  evaluationText,
  resultText,
  type PlayedGame,
  type PlayedNode,
} from './played.ts';
import type { Lost, Written } from './reading.ts';
import { propertyText } from './sgf.ts';

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

function rootProperties(whole: PlayedGame, encoding: string, lost: Set<Lost>): SgfProperty[] {
  const { game, root, headers } = whole;
  const number = game.sgfNumber;
  const properties: SgfProperty[] = [
    ['FF', ['4']],
    ['CA', [encoding]],
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
  const result = resultOf(whole);
  if (result !== null) properties.push(['RE', [result]]);
  // What RE has no words for stands behind it, and is read instead.
  if (left.get('result') === resultText(whole)) left.delete('result');
  const others = [...left].flatMap(([header, value]) => headerText(header, value) ?? []);
  if (others.length > 0) properties.push(['PWH', others]);
  if (others.length < left.size) lost.add('headers');
  if (root.notes?.comment === undefined) properties.push(['C', [explanation(game)]]);
  return properties;
}

/** Names that the writer alone uses, wherever a tree has them from. */
const ownNames: ReadonlySet<string> = new Set(['W', 'B', 'C']);
const ownNamesInRoot: ReadonlySet<string> = new Set('PWG PWP PWH FF CA AP GM PW PB RE'.split(' '));

function notesProperties(game: Game, node: PlayedNode, lost: Set<Lost>): SgfProperty[] {
  const {
    comment,
    glyphs = [],
    marks = [],
    clock,
    spent,
    evaluations = [],
    properties = {},
  } = node.notes ?? {};
  // A node has a property once.
  const found = new Map<string, readonly string[]>();
  if (comment !== undefined) found.set('C', [comment]);
  const numbers: string[] = [];
  for (const glyph of glyphs) {
    const known = glyphProperties.find(([each]) => each === glyph);
    const better = betterGlyphs.find(([each]) => each === glyph);
    const property = known?.[1] ?? (better === undefined ? undefined : `G${letterOf(game, better[1])}`);
    if (property === undefined || found.has(property)) numbers.push(String(glyph));
    else found.set(property, [known?.[2] ?? better![2]]);
  }
  if (numbers.length > 0) found.set('PWN', numbers);
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
    if (values.length > 0) found.set(name, values);
  }
  if (clock !== undefined) {
    const name = node.parent === null ? 'PWC' : `${letterOf(game, game.seatToMove(node.parent.position))}L`;
    found.set(name, [String(clock)]);
  }
  if (spent !== undefined) found.set('PWT', [String(spent)]);
  if (evaluations.length > 0) found.set(evaluationsProperty, evaluations.map(evaluationText));
  for (const [name, values] of Object.entries(properties)) {
    if (values.length === 0) continue;
    const isOwn = ownNames.has(name) || (node.parent === null && ownNamesInRoot.has(name));
    if (isOwn || !/^[A-Z0-9]{1,64}$/.test(name)) {
      lost.add('properties of other programs');
      continue;
    }
    // Values that Plywire cannot read stand behind its own.
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return [...found];
}

/**
 * @param encoding that of the file, which its first node names
 * @returns the whole game, its variations and notes too; lost are only headers and properties whose names no file has, or
 *   which have another meaning here
 */
export function writeNative(whole: PlayedGame, encoding = 'UTF-8'): Written {
  const { game, root } = whole;
  const parts: string[] = ['('];
  const lost = new Set<Lost>();
  const node = (each: PlayedNode): void => {
    const moved: SgfProperty[] =
      each.parent === null
        ? rootProperties(whole, encoding, lost)
        : [
            [
              letterOf(game, game.seatToMove(each.parent.position)),
              [game.moveText(each.parent.position, each.move)],
            ],
          ];
    const properties = [...moved, ...notesProperties(game, each, lost)];
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
  return { text: parts.join(''), lost: [...lost] };
}
