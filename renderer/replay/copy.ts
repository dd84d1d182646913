/** Copies what is selected, or the line that is looked at, in the form of a transcript. */
import type { ReplayRow } from '../../app/api/contract.ts';
import { ofReplay } from '../console/lines.ts';
import type { App } from '../state/app.svelte.ts';
import { copy } from '../state/clipboard.ts';
import type { NewToast } from '../state/toasts.ts';
import { grouped } from '../ui/words.ts';
import type { ReplayModel } from './model.svelte.ts';
import { copiedLine } from './words.ts';

/** Lines and characters that a clipboard is given: what is more belongs into a file. */
const mostLines = 2000;
const mostCharacters = 4_000_000;

/** Rows of a page, or lines of a list of some alone. */
const pageSize = 400;

export async function copyLines(app: App, model: ReplayModel): Promise<void> {
  const { focus, selection, opened } = model;
  if (focus === null || opened === null) return;
  const copied =
    selection === null
      ? { text: copiedLine(focus.line), count: 1, isWhole: true }
      : await app.run(textOf(app, opened.replay, model, selection));
  if (copied === undefined) return;
  const { text, count, isWhole } = copied;
  const said: NewToast = isWhole
    ? { text: `Copied ${count === 1 ? `line ${focus.line.seq}` : `${grouped(count)} lines`}.` }
    : {
        text: `Copied the first ${grouped(count)} of the selected lines.`,
        advice: 'To get all of them, save the session as text in the Sessions window.',
        tone: 'warn',
      };
  await copy(app, text, said, 'Select the text of the line and copy it.');
}

interface Copied {
  readonly text: string;
  readonly count: number;
  /** Nothing of what was selected is left off. */
  readonly isWhole: boolean;
}

async function textOf(
  { client }: App,
  replay: string,
  { filter }: ReplayModel,
  [first, last]: readonly [number, number],
): Promise<Copied> {
  const texts: string[] = [];
  let characters = 0;
  const done = (isWhole: boolean): Copied => ({ text: texts.join('\n'), count: texts.length, isWhole });
  const at =
    filter === null
      ? ((await client.replay.look({ replay, at: { kind: 'line', line: first } }))?.line.row ?? 0)
      : (await client.replay.placeIn({ replay, sought: filter, line: first - 1 })).index + 1;
  for (let from = at; ;) {
    const lines: readonly ReplayRow[] =
      filter === null
        ? await client.replay.page({ replay, from, rows: pageSize })
        : (await client.replay.listed({ replay, sought: filter, from, count: pageSize })).lines;
    for (const line of lines) {
      // A line that begins on one page and ends on the next is on both.
      if (filter === null && line.row < from) continue;
      if (line.line > last) return done(true);
      // A list shortens what it shows.
      const whole =
        line.shortened === 0
          ? line
          : (await client.replay.look({ replay, at: { kind: 'line', line: line.line } }))?.line;
      const text = copiedLine(ofReplay(whole ?? line));
      characters += text.length;
      if (texts.length === mostLines || characters > mostCharacters) return done(false);
      texts.push(text);
    }
    const end = lines.at(-1);
    if (end === undefined) return done(true);
    from = filter === null ? end.row + end.rows : from + lines.length;
  }
}
