/**
 * How near the end of a game its positions are proven in a given time: of Quoridor, nine men's morris and the Game of
 * Stones, in a hundred games each of two bundled engines of unequal strength after some random moves
 * (`tests/data/games`). Every tenth position from the end is asked about. Times are processor time, so that a busy
 * machine proves as much as a quiet one. The short form takes fewer games and less time; the long one takes up to two
 * hours of an own core.
 */
import { readFileSync } from 'node:fs';
import { gameById } from '../../app/games/registry.ts';
import { makeProver } from '../../app/truth/registry.ts';
import { long, type BenchRow } from './harness.ts';

const games = long ? 100 : 5;
/** For each position. */
const seconds = long ? 10 : 1;
/** A shorter time is tried first: what is proven in it is proven in the whole time too. */
const times = long ? [1, seconds] : [seconds];
/** Plies before the end. */
const distances = [10, 20, 30] as const;

/** The positions of a game; `text` has its moves. */
function positionsOf(id: string, text: string): unknown[] {
  const game = gameById(id);
  const positions = [game.initial()];
  for (const move of game.parseMoves(positions[0], text)) positions.push(game.play(positions.at(-1), move));
  return positions;
}

/** @param time in seconds of processor time */
function isProven(id: string, position: unknown, time: number): boolean {
  const used = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const until = used() + time;
  // A prover of its own: nothing is known from a later position.
  const { verdict } = makeProver(id).prove(position, () => used() > until);
  return verdict.value !== 'unknown';
}

function rowsOf(id: string): BenchRow[] {
  const texts = readFileSync(`tests/data/games/${id}.txt`, 'utf8').trim().split('\n').slice(0, games);
  const { name } = gameById(id);
  const played = texts.map((text) => positionsOf(id, text));
  return distances.map((distance) => {
    let proven = 0;
    const asked = played.flatMap((positions) => positions.at(-1 - distance) ?? []);
    for (const [at, position] of asked.entries()) {
      if (times.some((time) => isProven(id, position, time))) proven++;
      if (long) console.log(`  ${name}, ${distance} plies before the end: ${proven} of ${at + 1}`);
    }
    const share = (100 * proven) / asked.length;
    const work = `${name}, proven in ${seconds} s, ${distance} plies before the end`;
    return { work, unit: '% of games', ours: share, reference: null, target: null };
  });
}

export const run = (): BenchRow[] => ['quoridor', 'morris', 'stones'].flatMap(rowsOf);
