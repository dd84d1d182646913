/** What is said of a match before its first game. */
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import type { EngineLimits } from '../matches/engine-words.ts';
import type { MatchRecord } from '../matches/match-record.ts';
import type { MatchHead } from '../shapes/matches.ts';

export function headLines(head: MatchHead, record: MatchRecord, players: readonly EngineLimits[]): string[] {
  const { plan, concurrency, cores } = head;
  const kind = { 'round-robin': 'round robin', gauntlet: 'gauntlet', swiss: 'Swiss' }[plan.tournament];
  const busy = concurrency > cores ? `, more than the ${cores} cores` : '';
  return [
    `${gameById(head.game).name}, ${kind}, ${counted(record.schedule.total, 'game')}, ${concurrency} at once${busy}${plan.useAffinity ? ', each on one core' : ''}, seed ${plan.srand}`,
    ...record.players.map(
      ({ name, protocol }, at) => `${name} over ${protocol}: ${limitWords(players[at]!)}`,
    ),
  ];
}

function limitWords({ time, depth }: EngineLimits): string {
  const parts = [
    ...(depth === null ? [] : [`depth ${depth}`]),
    ...told(time?.first, (seconds) => `${seconds} s for the first move`),
    ...told(time?.move, (seconds) => `${seconds} s a move`),
    ...told(time?.game, (seconds) => `${seconds}+${time!.increment} s a game`),
    ...(time === null ? [] : [`margin ${time.margin} s`]),
  ];
  return parts.length === 0 ? 'no limit' : parts.join(', ');
}

const told = (seconds: number | null | undefined, words: (seconds: number) => string): string[] =>
  seconds === null || seconds === undefined ? [] : [words(seconds)];
