/**
 * Reads SGF of other programs, by what a form says of its properties. The headers and comments that all SGF has are read for
 * every form, and what it does not use is kept: a game that is saved may lose only what its user was told of.
 */
import type { SgfForm, SgfProperty } from '../../games/form.ts';
import { BadNotation, type Game } from '../../games/game.ts';
import { tooLong } from './movetext.ts';
import { addComment, newPlayed, notesOf, played, type PlayedGame, type PlayedNode } from './played.ts';
import { blameOf, faultAt, type Fault, type Reading } from './reading.ts';
import { readSgf, type SgfNode } from './sgf.ts';
import { headerOf, resultIn } from './sgf-headers.ts';
import type { Unit } from './unit.ts';

/** What is written anew, or says only how the text is to be read. */
const ofText: ReadonlySet<string> = new Set(['FF', 'CA', 'AP', 'GM']);

/** Boardspace has players in nodes after the first. */
const mostOfRoot = 10;

/** Of a line: the last of its moves, and what the form has found out. */
interface Place {
  readonly node: PlayedNode;
  readonly state: Map<string, string>;
}

/** @throws BadNotation */
export function readForeignSgf(form: SgfForm, game: Game, unit: Unit): Reading {
  if (unit.isCut) throw new BadNotation(tooLong);
  const { nodes, faults: damage } = readSgf(unit);
  const faults: Fault[] = damage.map(({ at, why }) => faultAt(unit, at, null, why));
  const facts =
    nodes.length === 0 ? null : form.root(nodes.slice(0, mostOfRoot).flatMap((node) => node.properties));
  if (facts === null) throw new BadNotation(`this is not ${form.name}`);
  const whole = newPlayed(game, facts.start);
  // A property that says something else beside them is kept as it is.
  whole.headers = { ...facts.headers };
  const at: Place[] = [];
  for (const each of nodes) {
    const before = at[each.parent] ?? { node: whole.root, state: new Map<string, string>() };
    const here = { node: before.node, state: new Map(before.state) };
    try {
      for (const move of form.readMoves(here.node.position, each.properties, here.state)) {
        here.node = played(whole, here.node, move);
      }
    } catch (error) {
      faults.unshift(faultAt(unit, each.at, here.node.ply + 1, blameOf(error)));
      break;
    }
    if (!takeRest(form, whole, here.node, each)) {
      faults.push(faultAt(unit, each.at, null, 'the comment is too long, and was cut'));
    }
    at.push(here);
  }
  return { whole, faults };
}

/** Takes what the form does not read. @returns false if a comment was cut */
function takeRest(
  form: SgfForm,
  whole: PlayedGame,
  node: PlayedNode,
  { parent, properties }: SgfNode,
): boolean {
  let isWhole = true;
  for (const property of properties) {
    const [name] = property;
    if (parent < 0 && (ofText.has(name) || takeHeader(whole, property))) continue;
    const left = property[1].filter((value) => !form.reads(name, value));
    if (left.length === 0) continue;
    if (name === 'C') isWhole = left.every((text) => text === '' || addComment(node, text)) && isWhole;
    else {
      // Only this reader has the lists yet. Copies of them would take too long where a name is repeated.
      const kept = (notesOf(node).properties ??= {}) as Record<string, string[]>;
      if (Object.hasOwn(kept, name)) for (const value of left) kept[name]!.push(value);
      else kept[name] = left;
    }
  }
  return isWhole;
}

/** Whether a property of the first node was a header that nothing else had told. */
function takeHeader({ game, headers }: PlayedGame, [name, values]: SgfProperty): boolean {
  const header = headerOf(game, name);
  if (header === undefined || values.length !== 1) return false;
  const [value] = values as [string];
  if (header !== 'result') {
    if (headers[header] !== undefined) return false;
    headers[header] = value;
    return true;
  }
  if (/^\s*\??\s*$/.test(value)) return true;
  // The form may have found out the result from words that are only a reason here.
  const { result, termination = result === undefined ? value : '' } = resultIn(game, value);
  if (result !== undefined && headers['result'] !== undefined) return false;
  if (termination !== '' && headers['termination'] !== undefined) return false;
  if (result !== undefined) headers['result'] = result;
  if (termination !== '') headers['termination'] = termination;
  return true;
}
