import { ProcessWire } from '../../conformance/process-wire.ts';
import { jsonOf, resultLines, textOf, type CheckReport } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/run.ts';
import { limitsIn } from '../../library/settings.ts';
import { launchOf, settingsFor } from '../../library/engines.ts';
import { Refused } from '../../shapes/refused.ts';
import { checks } from '../../protocols/checks.ts';
import { spokenBy } from '../engine-launcher.ts';
import { refusing } from '../refusal.ts';
import { os } from './base.ts';

/** The checks with a word of the wanted one in their names, or all. */
function checkNames(wanted: string, all: readonly string[]): string {
  const words = wanted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const near = all.filter((id) => words.some((word) => id.includes(word)));
  return near.length > 0
    ? `Its checks with such a name: ${near.join(', ')}.`
    : `Its checks: ${all.join(', ')}.`;
}

const check = os.jobs.check.handler(({ input, context: { core }, signal }) => {
  const engine = core.engines.get(input.engine);
  const protocol = spokenBy(engine, input.protocol);
  const all = checks.get(protocol.id);
  if (!all) {
    throw new Refused(
      `There are no checks for ${protocol.name} yet.`,
      `These protocols have checks: ${[...checks.keys()].join(', ')}.`,
    );
  }
  const unknown = input.only?.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) {
    throw new Refused(
      `${protocol.name} has no check "${unknown}".`,
      checkNames(
        unknown,
        all.map(({ id }) => id),
      ),
    );
  }
  const { enginesAtOnce } = core.settings.value;
  const open = async (cancelled: AbortSignal) => {
    const leave = await core.checking.place(cancelled);
    if (leave === null) return null;
    try {
      return await ProcessWire.open({
        ...{ launch: launchOf(engine), protocol, caretaker: core.caretaker, confinement: core.confinement },
        limits: limitsIn(core.settings.value),
        settings: settingsFor(engine, protocol),
        values: { ...engine.record.values, ...input.options },
        onClosed: leave,
      });
    } catch (error) {
      leave();
      throw error;
    }
  };
  const jobs = Math.min(input.jobs, enginesAtOnce);
  const { level, only } = input;
  const events = runChecks(all, open, {
    ...{ jobs, level, only, now: () => performance.now() },
    signal: AbortSignal.any([core.checking.closing, ...(signal ? [signal] : [])]),
  });
  const about = { engine: input.engine, protocol: protocol.id, level };
  const order = all.map(({ id }) => id);
  return refusing(core.checking.keeping(about, order, only !== undefined, events));
});

const checked = os.jobs.checked.handler(({ input, context: { core } }) => {
  core.engines.get(input.engine);
  return core.checking.record(input.engine, input.protocol);
});

/** For each form of a report, the extension of its file and the function that writes it. */
const forms = {
  text: { ending: 'txt', write: textOf },
  json: { ending: 'jsonl', write: jsonOf },
  junit: {
    ending: 'xml',
    write: async ({ engine, protocol, results }: CheckReport) => {
      const { junitOf } = await import('../../conformance/junit.ts');
      return junitOf(engine, protocol, results);
    },
  },
};

const checkReport = os.jobs.checkReport.handler(async ({ input, context: { core } }) => {
  const { name } = core.engines.get(input.engine).record;
  const record = core.checking.record(input.engine, input.protocol);
  if (record === null) throw new Refused('That engine has no check results yet.', 'Run the check first.');
  const { protocol, results, summary } = record;
  const { ending, write } = forms[input.form];
  const words = `check-${name}-${protocol}`.replace(/[^A-Za-z0-9._-]+/g, '-');
  const one = results.find(({ id }) => id === input.check);
  const text = one
    ? `${resultLines(one).join('\n').trimEnd()}\n`
    : await write({ engine: name, protocol, results, summary });
  return { name: `${words}.${ending}`, text };
});

export const checkHandlers = { check, checked, checkReport };
