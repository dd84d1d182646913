/** The long form of the fuzzer, as `npm run fuzz` runs it. */
import { parseArgs } from 'node:util';
import { protocols } from '../../app/protocols/registry.ts';
import { recordingsOf } from '../../app/protocols/testing/recordings.ts';
import { sampleOf } from '../../app/protocols/testing/fixtures.ts';
import { fuzz, halves, type Half, type Subject } from './fuzz.ts';
import { growth, MOST_GROWTH } from './memory.ts';

const USAGE = `npm run fuzz -- [--inputs N] [--seed S] [PROTOCOL …]
  --inputs  lines fed to each half of each protocol (default 1000000)
  --seed    where chance begins (default 1); a failure names the seed that shows it again
  PROTOCOL  ${[...protocols.keys()].join(', ')} (default all)`;

/** In milliseconds, between two lines of progress. */
const TELL_EVERY = 2000;

const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

/** @returns the exit code: 0 all held, 1 something broke, 2 usage */
export async function main(words: readonly string[]): Promise<number> {
  const asked = ask(words);
  if (typeof asked === 'string') {
    console.error(`${asked}\n\n${USAGE}`);
    return 2;
  }
  let failed = 0;
  let fed = 0;
  const began = performance.now();
  for (const protocol of asked.protocols) {
    const subject = { protocol, sample: await sampleOf(protocol), recordings: recordingsOf(protocol) };
    for (const half of halves) {
      const { inputs, failure } = runHalf(subject, half, asked.inputs, asked.seed);
      fed += inputs;
      if (failure === null) continue;
      console.error(failure);
      failed++;
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${countText(fed)} inputs in ${seconds} s from seed ${asked.seed}: ${failed === 0 ? 'all held' : `${failed} failed`}`,
  );
  return failed > 0 ? 1 : 0;
}

function ask(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
      allowPositionals: true,
    });
    for (const [name, text] of Object.entries(values)) {
      if (!/^\d{1,9}$/.test(text)) return `--${name} takes a whole number, not "${text}"`;
    }
    const unknown = positionals.find((id) => !protocols.has(id));
    if (unknown !== undefined) return `there is no protocol "${unknown}"`;
    const chosen = [...protocols.values()].filter(
      ({ id }) => positionals.length === 0 || positionals.includes(id),
    );
    return { inputs: Number(values.inputs), seed: Number(values.seed), protocols: chosen };
  } catch (error) {
    return (error as Error).message;
  }
}

function runHalf(
  subject: Subject,
  half: Half,
  inputs: number,
  seed: number,
): { inputs: number; failure: string | null } {
  const name = `${subject.protocol.id} ${half}`.padEnd(16);
  const began = performance.now();
  let told = began;
  const outcome = fuzz(subject, half, {
    inputs,
    seed,
    onProgress(fed) {
      if (performance.now() - told < TELL_EVERY) return;
      told = performance.now();
      console.log(`${name} ${Math.min(100, Math.floor((100 * fed) / inputs))} %`);
    },
  });
  if (outcome.failure !== null) return outcome;
  const seconds = (performance.now() - began) / 1000;
  const grown = growth(subject, half, 6000, 16_384);
  const kept = `keeps ${(Math.max(0, grown) / 2 ** 20).toFixed(1)} MiB of 100 MB`;
  console.log(
    `${name} ${countText(outcome.inputs)} inputs in ${countText(outcome.conversations)} conversations, ${seconds.toFixed(1)} s; ${kept}`,
  );
  return { inputs: outcome.inputs, failure: grown > MOST_GROWTH ? `${name} ${kept}` : null };
}
