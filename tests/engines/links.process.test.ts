/** Which line answers which, over the real drivers with the bundled engines as processes. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import { makeLine } from '../../app/games/line.ts';
import { protocols } from '../../app/protocols/registry.ts';
import { launchOf, makeBench, type Bench } from './support.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const deadlines = { handshake: 20_000, ready: 20_000, stop: 20_000, move: 20_000 };

/** The pairs that a first search always has: the beginnings of a line and of its answer. */
const pairs: Readonly<Record<string, readonly (readonly [request: string, answer: string])[]>> = {
  cfp: [
    ['cfp', 'cfpok'],
    ['isready', 'readyok'],
    ['go', 'bestmove'],
  ],
  cfsi: [
    ['start', 'started'],
    ['play', 'bestmove'],
  ],
  qtp: [
    ['name', ''],
    ['genmove', ''],
  ],
  nmm: [['go', 'bestmove']],
  gos: [['{', '{']],
};

describe.each(Object.keys(pairs))('lines over %s', (id) => {
  it('are linked to what they answer', async () => {
    const protocol = protocols.get(id)!;
    const game = gameById(protocol.games[0]!);
    const file = fileURLToPath(new URL(`../../dist/engines/${game.id}/main.cjs`, import.meta.url));
    const running = bench.open(launchOf(file, [], { bundled: true }), { protocol, deadlines });
    const { session } = running;
    await running.until('ready');
    const line = makeLine(game, 'a game', game.initial(), []);
    const search = { id: 1, line, limit: { kind: 'time', seconds: 0.2 }, purpose: 'play' } as const;
    session.request({ kind: 'follow', line, seat: 0 });
    session.request({ kind: 'search', search });
    await running.until('report', ({ final }) => final);
    await session.close();

    const { lines } = session.traffic.read(0, 100_000);
    const linked = lines.flatMap((answer) => answer.answers.map((seq) => ({ request: lines[seq]!, answer })));
    for (const { request, answer } of linked) {
      expect(request).toMatchObject({ direction: 'sent', asks: true });
      expect(answer.seq).toBeGreaterThan(request.seq);
      expect(answer.at).toBeGreaterThanOrEqual(request.at);
    }
    const found = linked.map(({ request, answer }) => [request.text, answer.text] as const);
    for (const [request, answer] of pairs[id]!) {
      expect(
        found.some(([asked, said]) => asked.startsWith(request) && said.startsWith(answer)),
        `${request} is answered by ${answer} in ${JSON.stringify(found)}`,
      ).toBe(true);
    }
    // Each line is answered once, and each request is answered, except those at the end.
    const answered = linked.map(({ request }) => request.seq);
    expect(new Set(answered).size).toBe(answered.length);

    const heard = linked.filter(({ answer }) => answer.direction === 'heard');
    const summary = session.latencies.summary()!;
    expect(summary.count).toBe(heard.length);
    const times = heard.map(({ request, answer }) => answer.at - request.at);
    expect(summary.slowest.seconds).toBeCloseTo(Math.max(...times), 6);
    expect(summary.bars.counts.reduce((sum, count) => sum + count, 0)).toBe(heard.length);
  });
});
