/** A comparison for a reader: what is the same in a line, what differs line by line. */
import type { AgainstEvent } from './against.ts';
import type { Compared } from '../shapes/recordings.ts';

const secondsOf = (milliseconds: number | null): string =>
  milliseconds === null ? 'no answer' : `${(milliseconds / 1000).toFixed(3)} s`;

/** Each without a line end. */
export function againstLines(event: AgainstEvent): readonly string[] {
  if (event.kind === 'answer') return comparedLines(event);
  const { requests, same, differs, missing, ending } = event;
  const counts = `${same} the same, ${differs} different, ${missing} missing, ${event.new} new`;
  return ['', `${requests} requests: ${counts}`, ...(ending === null ? [] : [`the engine left: ${ending}`])];
}

function comparedLines({ request, asked, verdict, recorded, live, took }: Compared): readonly string[] {
  const times = `${secondsOf(took.recorded)}, now ${secondsOf(took.live)}`;
  const head = `${String(request).padStart(6)} ${verdict.padEnd(8)} ${asked}  (${times})`;
  return verdict === 'same' ? [head] : [head, ...difference(recorded, live)];
}

/** `-` stands before lines of the first only, `+` before those of the second only. */
export function difference(one: readonly string[], other: readonly string[]): readonly string[] {
  // The length of the longest common part of the rest of both, from each pair of places on.
  const common = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      common[i]![j] =
        one[i] === other[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push(`         ${one[i++]}`);
      j++;
    } else if (j === other.length || (i < one.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push(`       - ${one[i++]}`);
    } else lines.push(`       + ${other[j++]}`);
  }
  return lines;
}
