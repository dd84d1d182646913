/** Generates docs/conformance.md from the checks, and from the tables of the texts' sentences. */
import { checks } from '../../app/protocols/checks.ts';
import type { Check } from '../../app/protocols/conformance.ts';
import { protocols } from '../../app/protocols/registry.ts';
import { sentencesOf } from '../../app/protocols/testing/fixtures.ts';
import { waits } from '../../app/protocols/check-talk.ts';
import { CheckLevel } from '../../app/shapes/checks.ts';
import { formatted } from '../support/formatted.ts';

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

const introduction = `# The conformance check

<!-- Made from the checks themselves by \`npx vitest run -u --project unit tests/conformance\`. -->

Every GUI runs engines that work. The conformance check explains those that do not: which line is wrong, which clause of
the protocol's text it breaks, and how to reproduce it.

\`\`\`
plywire check ./my-engine --protocol cfp
plywire check ./my-engine --protocol cfp --arg --quiet --level must --jobs 4 --junit report.xml
\`\`\`

Name an engine as for every command: a bundled or registered name, a path, or \`cmd=… protocol=…\`. An engine that is a
script needs its interpreter on the first line and the executable bit, except a file that ends in \`.py\`, \`.js\`,
\`.mjs\`, \`.cjs\` or \`.jar\`: Plywire runs it with the usual interpreter. If it needs the network, or files outside
its own folder, use \`--no-sandbox\`.

In the window the check is _Check against the protocol_ in the engine's menu. It uses the options that you set for the
engine. If the engine's settings say, or its answers have shown, that it reads points as names or enums as strings, the
check uses that notation, and only one check reports that the text has another.

## Reading the report

Each check is one rule as a sentence about an engine, and runs in a fresh process. Its result is

- **pass**: the rule holds, as far as one conversation shows;
- **fail**: with the clause, what was expected, what came instead, what to do, and the whole exchange: seconds since
  the process was started, \`-->\` what was sent, \`<--\` what came from stdout, \`<!!\` from stderr, \`###\` notes by
  Plywire, such as a silence or text without the end of its line (a missing newline, or output that was
  not flushed). If the engine crashed, what to do begins with how it ended and the command that starts it by hand; a
  program that only repeats its input, or a shell, is reported as such;
- **not run**: a check that it depends on has failed, or one that explains why this one failed, too. Fix that first;
- **not offered**: it is about something optional that the engine does not have.

| level | means | a failure |
| --- | --- | --- |
| must | a breach can lose, stall, desynchronise or mislead a partner that follows the text, whatever the text's verb; so can an unexpected answer | exit code 1 |
| should | the other requirements of the text | is reported |
| may | optional features of the text | is reported |
| beyond | what the text does not say but real programs need, or what shows that the engine understood a board | is reported |

To repeat a failure, \`--only stop-answers\` runs that check and those that it depends on.

\`--level\` names the least binding level that is checked. The command exits with 0 if the engine keeps all required rules,
with 1 if it breaks one, and with 3 if the engine could not be started. Results come in the order below, however many run
at a time (\`--jobs\`); with \`--json\` each is one object per line. Two runs of an engine that behaves the same have the
same results except for times.

An engine has ${seconds(waits.opening)} to open the conversation and ${seconds(waits.answer)} for any other answer; an answer that is due at
once may take ${seconds(waits.prompt)}. Where no answer is allowed, the check waits ${seconds(waits.quiet)} for one. An engine that hangs costs only its
deadline. At the end of a check the engine is told to quit, and then ended with all processes that it started.

## Positions and their images

\`plywire check ./my-engine --symmetry\` finds bugs in the evaluation. It asks the engine about 50 positions and about
their images under a symmetry of the rules, such as the mirrored board, and prints those that get different answers:
another score or, if there is no score, another move. Another move of equal score is a tie. No protocol
forbids differences, so they are not failures. Some positions are asked about twice; an engine that answers those
differently is not deterministic, and then a difference means nothing.

## In another project's CI

\`\`\`
plywire check build/my-engine --protocol cfp --no-sandbox --level should --junit conformance.xml
\`\`\`

[ci.md](ci.md) has complete jobs. The exit code fails the job if a required rule is broken. The JUnit file has a suite for
each level and a case for each check; checks that were not run or are not offered are skipped, and a failure contains the
exchange.
`;

function entry({ id, level, sentence, clause, needs, explainedBy = [], advice }: Check): string {
  const idsOf = (ids: readonly string[]): string => ids.map((each) => `\`${each}\``).join(', ');
  const stands = needs.length === 0 ? '' : ` Depends on ${idsOf(needs)}.`;
  const explained =
    explainedBy.length === 0 ? '' : ` A failure may have the cause of a failure of ${idsOf(explainedBy)}.`;
  return `**\`${id}\`** (${level}) An engine ${sentence}. _${clause}._${stands}${explained}\n\nTo do: ${advice}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

async function chapter(protocol: string, all: readonly Check[]): Promise<string> {
  const counts = CheckLevel.options
    .map((level) => [all.filter((check) => check.level === level).length, level] as const)
    .filter(([count]) => count > 0);
  const rows = (await sentencesOf(protocol)).map(({ clause, text, checks: by, unseen }) => {
    const ids = by.map((id) => `\`${id}\``).join(', ');
    const how = [ids, unseen === '' ? '' : `${ids === '' ? 'Not checked: ' : 'Not seen: '}${unseen}`];
    return `| ${cell(clause)} | ${cell(text)} | ${cell(how.filter((part) => part !== '').join('. '))} |`;
  });
  return `## ${protocols.get(protocol)!.name}

${all.length} checks: ${counts.map(([count, level]) => `${count} ${level}`).join(', ')}.

${all.map(entry).join('\n')}
### What the text requires, and where it is checked

Every sentence that binds an engine; sentences that bind only its partner are left out.

| section | sentence | checked by |
| --- | --- | --- |
${rows.join('\n')}
`;
}

export async function documentOf(): Promise<string> {
  const chapters = await Promise.all([...checks].map(([protocol, all]) => chapter(protocol, all)));
  return formatted([introduction, ...chapters].join('\n'));
}
