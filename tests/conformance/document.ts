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

Every GUI runs engines that work. This explains the ones that do not: which line did it, which clause of the
protocol's text it breaks, and how to see it again.

\`\`\`
plywire check ./my-engine --protocol cfp
plywire check ./my-engine --protocol cfp --arg --quiet --level must --jobs 4 --junit report.xml
\`\`\`

An engine is named as everywhere: a bundled or registered name, a path, or \`cmd=… protocol=…\`. An engine that is a
script needs its interpreter on the first line and the executable bit. One that needs the network, or files outside
its own folder, is started with \`--no-sandbox\`.

In the window it is _Check against the protocol_ in the engine's menu. Options are set as they were chosen for the
engine. Where its settings say, or its answers have shown, that it reads points as names or enums as strings, it is
spoken to in that way, and one check alone tells that the text has it otherwise.

## Reading the report

Each check is one rule as a sentence about an engine, and runs in a fresh process. It ends as

- **pass**: the rule holds, as far as one conversation shows;
- **fail**: with the clause, what was expected, what came instead, what to do, and the whole exchange: seconds since
  the process was started, \`-->\` what was sent, \`<--\` what came from stdout, \`<!!\` from stderr, \`###\` notes of
  Plywire's, such as a silence or words that came without the end of their line (a missing newline, or output that was
  not flushed). Where the engine died, what to do begins with how it ended and the command that starts it by hand; and
  a program that only repeats what it is sent, or is a shell, is told of as that;
- **not run**: a check that it stands on has failed, or one that explains why this one failed, too. Mend that first;
- **not offered**: it is about something that the text leaves to the engine and that this one does not have.

| level | means | a failure |
| --- | --- | --- |
| must | a breach can lose, stall, desynchronise or mislead a partner that keeps the text, whatever the text's verb; an answer where none is due is one | exit code 1 |
| should | the rest of what the text asks | is told |
| may | what the text offers | is told |
| beyond | what the text does not say and real programs need, or what shows that a board was understood | is told |

To see a failure again, \`--only stop-answers\` runs that check and what it stands on.

\`--level\` names the least binding level that is checked. The command exits with 0 when all that must hold holds, with
1 when not, and with 3 when the engine could not be started. Results come in the order below, however many run at a
time (\`--jobs\`); with \`--json\` each is an object on a line of its own, the same at every run of an engine that
behaves the same, times apart.

An engine has ${seconds(waits.opening)} to open the conversation and ${seconds(waits.answer)} for any other answer; what is to come at
once may take ${seconds(waits.prompt)}. Where nothing may come, nothing comes for ${seconds(waits.quiet)}. An engine that hangs costs its deadline
and no more. When a check is over, the engine is told to leave and then ended with all that it started.

## Positions and their images

\`plywire check ./my-engine --symmetry\` finds bugs of the evaluation. It asks the engine about 50 positions and about
their images under a symmetry of the rules, such as the mirrored board, and prints those that it answers differently:
with another score or, where it gives no score, with another move. Another move of equal score is a tie. No protocol
forbids differences, so they are not failures. Some positions are asked about twice, and an engine that answers those
differently is not deterministic; then a difference means nothing.

## In another project's CI

\`\`\`
plywire check build/my-engine --protocol cfp --no-sandbox --level should --junit conformance.xml
\`\`\`

[ci.md](ci.md) has whole jobs. The exit code fails the job when something that must hold does not. The JUnit file has a suite for each level and a
case for each check; what was not run or is not offered is skipped, and a failure holds the exchange.
`;

function entry({ id, level, sentence, clause, needs, explainedBy = [], advice }: Check): string {
  const idsOf = (ids: readonly string[]): string => ids.map((each) => `\`${each}\``).join(', ');
  const stands = needs.length === 0 ? '' : ` Stands on ${idsOf(needs)}.`;
  const explained =
    explainedBy.length === 0 ? '' : ` A failure may be explained by that of ${idsOf(explainedBy)}.`;
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
### What the text asks, and where it is checked

Every sentence that binds an engine; what binds its partner alone is left out.

| section | sentence | checked by |
| --- | --- | --- |
${rows.join('\n')}
`;
}

export async function documentOf(): Promise<string> {
  const chapters = await Promise.all([...checks].map(([protocol, all]) => chapter(protocol, all)));
  return formatted([introduction, ...chapters].join('\n'));
}
