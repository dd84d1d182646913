/** NMM without processes: the cost of a question and its answer on the engine's side, and on both sides together. */
import { morris } from '../../app/games/morris/index.ts';
import type { Game } from '../../app/games/game.ts';
import { makeLine } from '../../app/games/line.ts';
import { createNmmResponder, nmm } from '../../app/protocols/nmm/index.ts';
import { defaultDeadlines, type DriverEvent } from '../../app/protocols/protocol.ts';
import type { Responder } from '../../app/protocols/responder.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const COUNT = 20_000;
const POSITION = 'w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0';
const TOLD = 'newgame w:0,1,5,10,14,19;b:2,4,6,9,17,20;w;18;0';

const makeResponder = (): Responder =>
  createNmmResponder({ notation: 'index', limit: () => ({ kind: 'none' }), now: () => 0 });

/** The engine's answer to a line, with a search that finishes at once. */
function answersOf(responder: Responder, line: string): string[] {
  const said: string[] = [];
  for (const event of responder.receive(line)) {
    if (event.kind === 'send') said.push(event.line);
    if (event.kind !== 'search') continue;
    const [bestmove] = morris.moves(event.job.position as never);
    const finding = { bestmove, score: null, scores: [], line: [], depth: 1, nodes: 1 };
    for (const more of responder.answer(event.job.id, finding))
      if (more.kind === 'send') said.push(more.line);
  }
  return said;
}

function askResponder(): void {
  const responder = makeResponder();
  responder.receive('init');
  for (let count = 0; count < COUNT; count++) {
    responder.receive(TOLD);
    if (answersOf(responder, 'go noplay').length !== 2) throw new Error('no bestmove');
  }
}

function askThroughDriver(): void {
  const responder = makeResponder();
  const driver = nmm.createDriver(defaultDeadlines, { moves: 'index', positions: 'index' });
  let reports = 0;
  const take = (events: readonly DriverEvent[]): void => {
    for (const event of events) {
      if (event.kind === 'report') reports++;
      if (event.kind !== 'send') continue;
      const said = answersOf(responder, event.line);
      take(driver.sent(event.line, 0));
      for (const line of said) take(driver.receive(line, 0));
    }
  };
  take(driver.request({ kind: 'start' }, 0));
  take(driver.receive('ready', 0));
  // Two alternating positions, so that each is sent anew.
  const lines = [POSITION, POSITION.replace('a7', 'a1')].map((text) =>
    makeLine(morris as Game, 'g', morris.parsePosition(text), []),
  );
  for (let id = 1; id <= COUNT; id++) {
    const line = lines[id % 2]!;
    take(
      driver.request(
        { kind: 'search', search: { id, line, limit: { kind: 'none' }, purpose: 'analyse' } },
        0,
      ),
    );
  }
  if (reports !== COUNT) throw new Error(`${reports} reports of ${COUNT}`);
}

export async function run(): Promise<BenchRow[]> {
  const row = (work: string, ask: () => void) =>
    compare({
      work,
      unit: 'round trips/s',
      reference: null,
      target: null,
      rounds: 3,
      ours: () => perSecond(COUNT, ask),
    });
  return [
    await row('NMM: a position told and answered, engine’s side', askResponder),
    await row('NMM: the same with our side before it', askThroughDriver),
  ];
}
