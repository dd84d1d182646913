/** Numbers and the host's sentences, in words. */
import { capital } from '../../app/games/sentences.ts';

/** `3.1 MiB`; units of 1024, as in the settings and on the command line. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  let value = count;
  let unit = 'B';
  for (unit of ['KiB', 'MiB', 'GiB']) {
    value /= 1024;
    // A value that would be rounded up to 1024 gets the next unit.
    if (value < 1023.95) break;
  }
  return `${value.toFixed(1)} ${unit}`;
}

/** `12 345`, with narrow non-breaking spaces; `toLocaleString` takes 15 ms the first time. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');

/** A time since a session began, as the console, the replay and texts of sessions write it: `207.623`. */
export const clock = (seconds: number): string => seconds.toFixed(3);

/** A time with three digits in a suitable unit: `12.3 ms`. */
export function seconds(value: number): string {
  const [amount, unit] =
    value < 0.000_999_5 ? [value * 1e6, 'µs'] : value < 0.9995 ? [value * 1e3, 'ms'] : [value, 's'];
  if (amount >= 99.95) return `${grouped(Math.round(amount))} ${unit}`;
  return `${amount.toFixed(amount < 9.995 ? 2 : 1)} ${unit}`;
}

/** `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min` */
export function lasted(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * `about 40 s left`, estimated from the part that is done; empty before any is done, and below one second.
 * @param done in the unit of `total`
 * @param took seconds that the part done took
 * @param elapsed seconds since the start
 */
export function remainingWords(done: number, total: number, took: number, elapsed: number): string {
  if (done === 0 || done >= total) return '';
  const left = Math.max(0, (took / done) * total - elapsed);
  return left < 1 ? '' : `about ${lasted(left)} left`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:03`, in local time and 24 hours. */
export const hourAndMinute = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** `14:03:09` */
export const timeOfDay = (date: Date): string => `${hourAndMinute(date)}:${two(date.getSeconds())}`;

/** `12 345 journals`, `1 journal` */
export const countedGrouped = (count: number, one: string, several = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : several}`;

/** A host's words about a failure, as a sentence. */
export function sentence(text: string): string {
  const first = capital(text.trim());
  return /[.?:…]$/.test(first) || first === '' ? first : `${first}.`;
}
