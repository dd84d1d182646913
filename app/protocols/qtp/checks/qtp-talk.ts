/** A check's conversation in QTP, and the table that checks are made of. */
import type { Seat } from '../../../games/game.ts';
import { Breach, notOffered, type Check, type CheckWire, type Outcome } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { CheckTalk, expectNone, scripted, waits } from '../../check-talk.ts';
import { completes, fitOf, shapeOf, wordsOf } from '../commands.ts';
import {
  readOrientation,
  readVertex,
  withoutControls,
  writeColor,
  writePlacement,
  type Placement,
} from '../messages.ts';

/** A check whose script talks QTP; it passes unless it returns another outcome. */
export const check = scripted((wire) => new QtpTalk(wire));

/**
 * Commands in a new game on 9x9, each after the mark of the expected answer, as in `? playmove black D8`, or `? undo:
 * cannot undo` if the refusal must have that text.
 */
interface Steps {
  readonly steps: readonly string[];
  /** Walls of each side at the beginning; 10 by default. */
  readonly walls?: number;
}

/** An optional command that never fails. */
interface Offer {
  readonly offers: string;
}

/** Lines that get no answer. */
interface Unanswered {
  readonly unanswered: readonly string[];
}

/** A row of a table of checks. The level is `must` by default. */
type Row = Omit<Check, 'run' | 'level'> &
  Partial<Pick<Check, 'level'>> &
  (Steps | Offer | Unanswered | { readonly run: Script });

type Script = (talk: QtpTalk) => Promise<Outcome | undefined> | Promise<void>;

function scriptOf(row: Steps | Offer | Unanswered | { readonly run: Script }): Script {
  if ('run' in row) return row.run;
  if ('offers' in row) return async (talk) => ((await talk.offered(row.offers)) ? undefined : notOffered);
  if ('unanswered' in row) return (talk) => talk.expectUnanswered(row.unanswered);
  return async (talk) => {
    await talk.game(row.walls);
    await talk.follow(...row.steps);
  };
}

export const table = (rows: readonly Row[]): readonly Check[] =>
  rows.map(({ id, level = 'must', sentence, clause, needs, explainedBy, advice, ...row }) =>
    check({ id, level, sentence, clause, needs, ...(explainedBy && { explainedBy }), advice }, scriptOf(row)),
  );

/** Legal steps of one pawn. */
export const walk = (color: 'black' | 'white', vertices: string): readonly string[] =>
  vertices.split(' ').map((vertex) => `= playmove ${color} ${vertex}`);

/** Both pawns step towards each other until Black's is on E5 and White's on E4, with Black to move. */
export const face = walk('black', 'E8 E7 E6 E5').flatMap((step, at) => [
  step,
  ...walk('white', 'E2 E3 E4').slice(at, at + 1),
]);

/** White's pawn comes up behind Black's, which is back on E9 then, with White to move. */
export const behind = [
  ...walk('black', 'D9 E9 D9 E9 D9 E9 D9').flatMap((step, at) => [
    step,
    ...walk('white', 'E2 E3 E4 E5 E6 E7 E8').slice(at, at + 1),
  ]),
  ...walk('black', 'E9'),
];

/** Black's pawn around White's, one step short of its goal. */
export const blackNear = walk('black', 'F9 G9 G8 G7 G6 G5 G4 G3 G2');

/** A command that no engine has. */
export const nothing = 'plywire_no_such_command';

/** The cup's limit for `genmove`, in ms. */
export const moving = 30_000;

/** A line from the engine, as a controller reads it by the text. */
export type Line =
  | { readonly kind: 'blank' }
  | { readonly kind: 'answer'; readonly success: boolean; readonly text: string; readonly whole: string }
  | { readonly kind: 'other'; readonly text: string };

export interface Response {
  readonly success: boolean;
  /** Without the mark, and trimmed. */
  readonly lines: readonly string[];
  /** The first line as received, with its mark. */
  readonly whole: string;
}

function readLine(raw: string): Line {
  const line = withoutControls(raw).replaceAll('\t', ' ');
  if (line.trim() === '') return { kind: 'blank' };
  const mark = line.charAt(0);
  return mark === '=' || mark === '?'
    ? { kind: 'answer', success: mark === '=', text: line.slice(1).trim(), whole: raw }
    : { kind: 'other', text: line };
}

/** Quotes a response, its lines joined into one. */
export const told = ({ lines, whole }: Response): string =>
  quoted([whole.trim(), ...lines.slice(1).filter((line) => line !== '')].join(' | '));

export const isUnknown = ({ success, lines }: Response): boolean =>
  !success && /^unknown command\b/i.test(lines[0] ?? '');

/** Reads the answer to `genmove`. @throws Breach if it is neither a vertex nor a vertex with an orientation */
export function placementOf(response: Response): Placement {
  const [first, second, ...rest] = wordsOf(response.lines);
  const vertex = readVertex(first);
  const orientation = readOrientation(second);
  if (!response.success || vertex === null || rest.length > 0 || (second !== undefined && !orientation)) {
    throw new Breach('a vertex, and an orientation where it is a wall, from `genmove`', told(response));
  }
  return orientation ? { kind: 'wall', vertex, orientation } : { kind: 'pawn', vertex };
}

export const commandFor = (seat: Seat, placement: Placement): string =>
  `${placement.kind === 'pawn' ? 'playmove' : 'playwall'} ${writeColor(seat)} ${writePlacement(placement, 'vertex+word')}`;

export class QtpTalk extends CheckTalk<Line> {
  constructor(wire: CheckWire) {
    super(wire, readLine);
  }

  /**
   * Awaits the response to this command. An answer of one line is complete without its blank line, for which there is
   * another check.
   */
  async response(command: string, milliseconds?: number): Promise<Response> {
    const name = command.split(/\s/)[0]!;
    const due = this.said.length === 0 ? waits.opening : name === 'genmove' ? moving : waits.answer;
    const { success, text, whole } = await this.until(
      (line) => (line.kind === 'answer' ? line : undefined),
      milliseconds ?? due,
      `an answer to \`${command}\``,
    );
    const lines = [text];
    const shape = shapeOf(name);
    if (!success || fitOf(shape, text) !== 'open') return { success, lines, whole };
    for (;;) {
      const said = await this.line(waits.prompt);
      if (said === null || said.message.kind === 'blank') return { success, lines, whole };
      lines.push(said.line.trim());
      if (completes(shape, lines)) return { success, lines, whole };
    }
  }

  /** Sends a command and awaits its response. Lines that arrived earlier, such as a repeated answer, do not count. */
  async ask(command: string, milliseconds?: number): Promise<Response> {
    await this.passOver();
    this.send(command);
    return this.response(command, milliseconds);
  }

  /** @throws Breach if it is refused */
  async accepted(command: string): Promise<Response> {
    const response = await this.ask(command);
    if (!response.success) throw new Breach(`\`=\` for \`${command}\``, told(response));
    return response;
  }

  /** @throws Breach if it is accepted */
  async refused(command: string): Promise<string> {
    const response = await this.ask(command);
    if (response.success) throw new Breach(`\`?\` for \`${command}\``, told(response));
    return response.lines[0] ?? '';
  }

  /**
   * All lines between this command and a silence, without their marks: some engines print the rows of an answer before
   * its mark or after a blank line.
   * @throws Breach if the command is refused
   */
  async printed(command: string): Promise<readonly string[]> {
    await this.passOver();
    const from = this.said.length;
    this.send(command);
    const response = await this.response(command);
    if (!response.success) throw new Breach(`\`=\` for \`${command}\``, told(response));
    await this.listen(waits.thinking);
    return this.said
      .slice(from)
      .map(({ line, message }) => (message.kind === 'answer' ? message.text : line.trim()))
      .filter((line) => line !== '');
  }

  /** Null if the engine does not know the command. @throws Breach if it fails otherwise */
  async offered(command: string): Promise<Response | null> {
    const response = await this.ask(command);
    if (isUnknown(response)) return null;
    if (!response.success) throw new Breach(`\`=\` for \`${command}\``, told(response));
    return response;
  }

  /** Sends commands as in `Steps`. @throws Breach if an answer has another mark or text */
  async follow(...steps: readonly string[]): Promise<void> {
    for (const step of steps) {
      const [command, message] = step.slice(2).split(': ') as [string, string | undefined];
      if (step.startsWith('=')) await this.accepted(command);
      else if (message === undefined) await this.refused(command);
      else await this.refusedWith(command, message);
    }
  }

  /** @throws Breach if one of these lines is answered */
  async expectUnanswered(lines: readonly string[]): Promise<void> {
    await this.ask('name');
    await this.listen(waits.thinking);
    this.send(...lines);
    expectNone(await this.listen(waits.quiet), ({ kind }) => kind === 'answer', 'no response');
  }

  /** A new game on 9x9. */
  async game(walls = 10): Promise<void> {
    await this.follow('= boardsize 9', '= clear_board', `= walls ${walls}`);
  }

  async generated(seat: Seat): Promise<Placement> {
    return placementOf(await this.ask(`genmove ${writeColor(seat)}`));
  }

  /** @throws Breach if the refusal has another text */
  async refusedWith(command: string, message: string): Promise<void> {
    const text = await this.refused(command);
    if (text !== message) throw new Breach(`\`? ${message}\` for \`${command}\``, quoted(`? ${text}`));
  }
}

/** An engine that does not answer unknown commands does not answer optional commands that it lacks either. */
export const optional = { explainedBy: ['unknown-fails'] };
