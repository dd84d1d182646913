/**
 * The fuzzer of all protocols: random conversations until this many inputs were fed, each input a line or what is left
 * of one. A failure names its seed and the smallest conversation that shows it.
 */
import fc from 'fast-check';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game } from '../../app/games/game.ts';
import { makeLine, type Line } from '../../app/games/line.ts';
import { defaultDeadlines, type Driver, type Intent, type Protocol } from '../../app/protocols/protocol.ts';
import type { Recording } from '../../app/protocols/testing/recordings.ts';
import type { Sample } from '../../app/protocols/testing/fixtures.ts';
import { Random } from '../../app/protocols/testing/random.ts';
import { nim } from '../examples/nim/index.ts';
import { anyPiece, corpusOf, pieceText } from './bytes.ts';
import { DriverTrial, type DriverStep, type Manner } from './driver-trial.ts';
import { ResponderTrial, type ResponderStep } from './responder-trial.ts';
import type { Limit } from '../../app/shapes/engines.ts';

export const halves = ['driver', 'responder'] as const;
export type Half = (typeof halves)[number];

/** A protocol and the corpus of its fuzzing. */
export interface Subject {
  readonly protocol: Protocol;
  readonly sample: Sample;
  readonly recordings: readonly Recording[];
}

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Called after every batch. */
  readonly onProgress?: (inputs: number) => void;
}

export interface FuzzOutcome {
  readonly inputs: number;
  readonly conversations: number;
  /** What failed, with its seed and the smallest conversation; null if all held. */
  readonly failure: string | null;
}

/** Conversations in one run of fast-check, whose seed counts up from the given one. */
const BATCH = 200;
const MOST_STEPS = 60;

const luck = fc.record({ move: fc.nat(255), score: fc.nat(255) });

function linesOf(game: Game, foreign: Game): Line[] {
  const random = new Random(1);
  const lines: Line[] = [];
  const grow = (rules: Game, start: unknown, plies: number, key: string): void => {
    const moves: unknown[] = [];
    let position = start;
    for (let legal = rules.moves(position); legal.length > 0 && moves.length < plies;) {
      moves.push(random.pick(legal));
      position = rules.play(position, moves.at(-1));
      legal = rules.moves(position);
    }
    lines.push(makeLine(rules, key, start, moves));
  };
  for (const plies of [0, 0, 1, 2, 5, 9, 15, 1000]) grow(game, game.initial(), plies, `game ${plies % 2}`);
  const large = Object.fromEntries(game.setupFields.map(({ id, max }) => [id, max]));
  for (const plies of [0, 3]) grow(game, game.initial(large), plies, 'large');
  grow(foreign, foreign.initial(), 1, 'foreign');
  return lines;
}

function anyIntent({ game, limits: usual, lines: known }: Sample): fc.Arbitrary<Intent> {
  const lines = fc.constantFrom(...linesOf(game, (game.id === nim.id ? connect4 : nim) as Game));
  const odd: readonly Limit[] = [
    ...[NaN, -1, 0, 1e-9, 1e9, 1e300, Infinity].map((seconds) => ({ kind: 'time', seconds }) as const),
    ...[NaN, -1, 0, 1.5, 3, 1e9].map((plies) => ({ kind: 'depth', plies }) as const),
  ];
  const limit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Limit>(...usual, { kind: 'none' }) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
  const only = fc.constantFrom<unknown[]>(undefined, undefined, undefined, 0, 3, -1, 99, 1e21, 'x', NaN);
  const seat = fc.constantFrom(0 as const, 1 as const);
  const purpose = fc.constantFrom('play' as const, 'analyse' as const);
  const search = fc.record({ id: fc.constant(0), line: lines, limit, purpose, only });
  const words = known.theirs.flatMap((line) => /name (.*?) type/.exec(line)?.[1] ?? []);
  const name = fc.constantFrom(...words, 'Unknown', '', '__proto__', 'a\nstop', 'a\u0085b');
  const value = fc.constantFrom(
    'true',
    'false',
    '12',
    '-1',
    'Solid',
    '',
    '""',
    ' ',
    'a\nquit',
    'x\x1b[2J',
    'é',
    '1e9',
  );
  return fc.oneof(
    { weight: 6, arbitrary: search.map((one) => ({ kind: 'search', search: one }) as const) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('follow' as const), line: lines, seat }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'stop' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'start' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'resynchronise' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'ping' } as const) },
    { weight: 1, arbitrary: fc.boolean().map((on) => ({ kind: 'debug', on }) as const) },
    { weight: 1, arbitrary: name.map((option) => ({ kind: 'press', option }) as const) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, value)
        .map(([key, text]) => ({ kind: 'options', values: { [key]: text } }) as const),
    },
  );
}

function driverProperty(
  subject: Subject,
  createDriver: () => Driver,
  count: (inputs: number) => void,
): fc.IProperty<[Manner, DriverStep[]]> {
  const { sample, recordings } = subject;
  const corpus = corpusOf(sample, recordings);
  const milliseconds = fc.constantFrom(0, 1, 50, 200, 999, 5000, 10_000, 60_000);
  const step: fc.Arbitrary<DriverStep> = fc.oneof(
    { weight: 12, arbitrary: anyPiece(corpus.theirs).map((piece) => ({ kind: 'hear', piece }) as const) },
    { weight: 5, arbitrary: anyIntent(sample).map((intent) => ({ kind: 'ask', intent }) as const) },
    // Typed text has no line ends: the console sends whole lines.
    {
      weight: 2,
      arbitrary: anyPiece(corpus.ours).map(
        ({ bytes }) => ({ kind: 'type', line: bytes.toString('utf8').replace(/[\r\n]+/g, '') }) as const,
      ),
    },
    { weight: 3, arbitrary: fc.constant({ kind: 'pass' } as const) },
    { weight: 3, arbitrary: fc.constant({ kind: 'reply' } as const) },
    { weight: 2, arbitrary: luck.map((one) => ({ kind: 'find', luck: one }) as const) },
    { weight: 3, arbitrary: milliseconds.map((time) => ({ kind: 'wait', milliseconds: time }) as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'tick' } as const) },
    {
      weight: 1,
      arbitrary: anyPiece(['Invalid position string', 'error', ...corpus.theirs]).map(
        (piece) => ({ kind: 'complain', piece }) as const,
      ),
    },
  );
  const manner = fc.record({
    open: fc.boolean(),
    prompt: fc.boolean(),
    engine: fc.constantFrom('prompt' as const, 'slow' as const, 'none' as const),
  });
  return fc.property(manner, fc.array(step, { maxLength: MOST_STEPS, size: 'max' }), (how, steps) => {
    count(steps.reduce((sum, { kind }) => sum + (kind === 'hear' ? 1 : 0), 0));
    const trial = new DriverTrial(createDriver(), sample, how);
    for (const one of steps) trial.do(one);
    trial.rest();
  });
}

function responderProperty(
  { protocol, sample, recordings }: Subject,
  count: (inputs: number) => void,
): fc.IProperty<[boolean, boolean, ResponderStep[]]> {
  const corpus = corpusOf(sample, recordings);
  const opening = sample.lines.ours[0]!;
  const step: fc.Arbitrary<ResponderStep> = fc.oneof(
    { weight: 12, arbitrary: anyPiece(corpus.ours).map((piece) => ({ kind: 'hear', piece }) as const) },
    { weight: 1, arbitrary: luck.map((one) => ({ kind: 'progress', luck: one }) as const) },
    { weight: 3, arbitrary: luck.map((one) => ({ kind: 'answer', luck: one }) as const) },
  );
  const steps = fc.array(step, { maxLength: MOST_STEPS, size: 'max' });
  return fc.property(fc.boolean(), fc.boolean(), steps, (open, cancelAtOnce, all) => {
    count(all.reduce((sum, { kind }) => sum + (kind === 'hear' ? 1 : 0), 0));
    const trial = new ResponderTrial(protocol, sample, cancelAtOnce);
    if (open) trial.do({ kind: 'hear', piece: { bytes: Buffer.from(`${opening}\n`), arrival: 'whole' } });
    for (const one of all) trial.do(one);
    trial.rest();
  });
}

/** A step in a counterexample. */
function stepText(step: DriverStep | ResponderStep): string {
  switch (step.kind) {
    case 'hear':
    case 'complain':
      return `${step.kind} ${pieceText(step.piece)}`;
    case 'ask': {
      const { intent } = step;
      if (intent.kind !== 'search') return `ask ${JSON.stringify(intent)}`;
      const { line, ...rest } = intent.search;
      return `ask search ${line.game.id} "${line.game.positionText(line.position)}" ${JSON.stringify(rest)}`;
    }
    default:
      return JSON.stringify(step);
  }
}

/** `createDriver` replaces the protocol's own in tests of the fuzzer itself. */
export function fuzz(
  subject: Subject,
  half: Half,
  { inputs, seed, onProgress }: FuzzOptions,
  createDriver: () => Driver = () => subject.protocol.createDriver(defaultDeadlines),
): FuzzOutcome {
  let fed = 0;
  let conversations = 0;
  const count = (more: number): void => {
    fed += more;
    conversations++;
  };
  const property = (
    half === 'driver' ? driverProperty(subject, createDriver, count) : responderProperty(subject, count)
  ) as fc.IProperty<unknown[]>;
  for (let batch = 0; fed < inputs; batch++) {
    const details = fc.check(property, { numRuns: BATCH, seed: seed + batch });
    if (details.failed) {
      const { counterexample, errorInstance, numRuns, numShrinks } = details;
      const [steps, ...manner] = [...(counterexample ?? [])].reverse() as [
        (DriverStep | ResponderStep)[],
        ...unknown[],
      ];
      const failure = [
        `${subject.protocol.id} ${half}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}`,
        `seed ${seed + batch} (conversation ${numRuns}, made smaller ${numShrinks} times); manner ${JSON.stringify(manner)}`,
        ...steps.map((step) => `  ${stepText(step)}`),
        errorInstance instanceof Error && errorInstance.name !== 'Broken' ? (errorInstance.stack ?? '') : '',
      ].join('\n');
      return { inputs: fed, conversations, failure };
    }
    onProgress?.(fed);
  }
  return { inputs: fed, conversations, failure: null };
}
