/** What clocks show. Pure. */
import type { GameState } from '../../app/api/contract.ts';
import type { Seat } from '../../app/games/game.ts';

/** @param now milliseconds since 1970 */
export function secondsLeft(
  { left, running }: NonNullable<GameState['clocks']>,
  seat: Seat,
  now: number,
): number {
  if (running?.seat !== seat) return left[seat];
  return Math.max(0, running.left - Math.max(0, now - running.since) / 1000);
}

/** `1:02:03`, `4:07`, and `9.3` for less than ten seconds; never more than is left. */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
