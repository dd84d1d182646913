/** `plywire check`: checks an engine against its protocol's text. */
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { CheckLevel, CheckResult } from '../api/contract.ts';
import {
  headLine,
  notRunLines,
  resultLines,
  resultObject,
  summaryLines,
  summaryObject,
} from '../conformance/report.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import type { EngineFlags } from './flags.ts';
import { keepBuild } from './keep-build.ts';
import { engineMeant } from './probe.ts';
import { resultFile } from './result-file.ts';

export interface CheckFlags extends EngineFlags {
  readonly level: CheckLevel;
  readonly jobs: number;
  /** Empty means all. */
  readonly only: readonly string[];
  readonly junit?: string;
  /** Prints only what fails, and the summary. */
  readonly isBrief?: boolean;
}

/** @throws Exit with 1 if a required check fails, 3 if nothing could be started */
export async function check(
  ask: CommandContext<LocalClient>,
  core: Core,
  text: string,
  flags: CheckFlags,
): Promise<void> {
  const { client, output, signal } = ask;
  const { engine, name, protocol, options } = await engineMeant(ask, text, flags);
  const junit = flags.junit === undefined ? null : await junitFile(flags.junit);
  const build = await keepBuild(core, output, { engine, protocol, name }, { isQuiet: true });
  const results: CheckResult[] = [];
  let total = 0;
  const { level, jobs } = flags;
  const only = flags.only.length > 0 ? [...flags.only] : undefined;
  const asked = { engine, protocol, level, only, jobs, options };
  for await (const event of await client.jobs.check(asked, { signal })) {
    switch (event.kind) {
      case 'begins':
        total = event.checks;
        break;
      case 'running':
        output.passing(`${results.length} of ${total} done, now ${event.id}`);
        break;
      case 'checked':
        if (results.length === 0) output.line(headLine(name, protocol, total));
        results.push(event.result);
        if (flags.isBrief === true && event.result.verdict !== 'fail') break;
        for (const line of resultLines(event.result)) output.line(line);
        if (output.json) output.object(resultObject(event.result));
        break;
      case 'unstartable':
        throw new Exit(exitCodes.unstartable, `unstartable: ${event.reason}. ${event.advice}`);
      case 'summary':
        if (flags.isBrief !== true) for (const line of notRunLines(results)) output.line(line);
        for (const line of summaryLines(event)) output.line(line);
        if (output.json) output.object(summaryObject({ engine: name, protocol, summary: event }));
        if (build !== null && only === undefined) {
          const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
          core.builds.record({
            ...{ kind: 'check', at: Date.now(), build: build.id, level, holds: event.holds, failed },
          });
        }
        await junit?.(name, protocol, results);
        if (!event.holds) throw new Exit(exitCodes.failed, '');
    }
  }
}

/** Before the checks, so that an unwritable file is reported then. @returns writes it @throws Exit, Refused */
async function junitFile(path: string) {
  const { isJunit, junitOf } = await import('../conformance/junit.ts');
  const file = await resultFile(path, { flag: '--junit', name: 'JUnit file', isOne: isJunit });
  return (name: string, protocol: string, results: readonly CheckResult[]): Promise<void> =>
    file.write(junitOf(name, protocol, results));
}
