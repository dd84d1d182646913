/** The commands of a shown recording; the keys of the game are disabled meanwhile. */
import type { ReplayRow } from '../../app/api/contract.ts';
import { ofReplay } from '../console/lines.ts';
import type { App } from '../state/app.svelte.ts';
import { copy } from '../state/clipboard.ts';
import type { Command } from '../state/commands.ts';
import type { NewToast } from '../state/toasts.ts';
import { grouped } from '../ui/words.ts';
import type { ReplayModel } from './model.svelte.ts';
import { closeReplay, putOnBoard } from './open.svelte.ts';
import { copiedLine } from './words.ts';

/** The number of rows that a page key moves. */
const pageRows = 20;

export function replayCommands(app: App, model: ReplayModel): readonly Command[] {
  const open = (): boolean => model.focus !== null;
  const command = (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ id: `replay-${id}`, title, group: 'Replay', keys, enabled: open, run, ...more });

  return [
    command('play', 'Play or pause', ['Space'], () => model.player.toggle(), { icon: 'play' }),
    command('next', 'Next line', ['Right', 'Down'], () => model.step(1), { icon: 'next' }),
    command('previous', 'Previous line', ['Left', 'Up'], () => model.step(-1), { icon: 'previous' }),
    command('page-down', 'Page down', ['PageDown'], () => model.stepRows(pageRows)),
    command('page-up', 'Page up', ['PageUp'], () => model.stepRows(-pageRows)),
    command('first', 'First line', ['Home'], () => model.end(-1), { icon: 'first' }),
    command('last', 'Last line', ['End'], () => model.end(1), { icon: 'last' }),
    command('select-next', 'Select to the next line', ['Shift+Down', 'Shift+Right'], () =>
      model.step(1, 'line', true),
    ),
    command('select-previous', 'Select to the previous line', ['Shift+Up', 'Shift+Left'], () =>
      model.step(-1, 'line', true),
    ),
    command('select-page-down', 'Select to the next page', ['Shift+PageDown'], () =>
      model.stepRows(pageRows, true),
    ),
    command('select-page-up', 'Select to the previous page', ['Shift+PageUp'], () =>
      model.stepRows(-pageRows, true),
    ),
    command('select-first', 'Select to the first line', ['Shift+Home'], () => model.end(-1, true)),
    command('select-last', 'Select to the last line', ['Shift+End'], () => model.end(1, true)),
    command('select-all', 'Select all lines', ['Ctrl+A'], () => model.selectAll()),
    command(
      ...(['next-notable', 'Next oddity, silence, illegal move or fault', ['N']] as const),
      () => model.step(1, 'trouble'),
      // Enabled before any line is read: the replay goes there as soon as such a line is known.
      { enabled: () => model.trouble === null },
    ),
    command('previous-notable', 'Previous oddity, silence, illegal move or fault', ['P'], () =>
      model.step(-1, 'trouble'),
    ),
    command('next-place', 'Next position', ['.'], () => model.step(1, 'place')),
    command('previous-place', 'Previous position', [','], () => model.step(-1, 'place')),
    command('pair', 'Go from a request to its answer, or back', ['Enter'], () => model.goToPair()),
    command('search', 'Search the lines', ['Ctrl+F'], () => model.search.show(), { icon: 'search' }),
    command('copy', 'Copy the selected lines', ['Ctrl+C'], () => void copyLines(app, model), {
      native: true,
      icon: 'copy',
    }),
    command('put', 'Open the position on the board', ['B'], () => void putOnBoard(app, model), {
      icon: 'board',
    }),
    command('close', 'Back to the board', ['Esc'], () => closeSearchOr(model), {
      icon: 'return',
      enabled: () => true,
    }),
  ];
}

/** Esc closes the search first. */
function closeSearchOr({ search }: ReplayModel): void {
  if (search.open) search.close();
  else closeReplay();
}

/** The most lines and characters to copy; more of them belong in a file. */
const mostLines = 2000;
const mostCharacters = 4_000_000;

/** The number of rows in a page, or of lines if the list is filtered. */
const pageSize = 400;

/** @param cut the number of lines that are cut, of `count` */
const cutWords = (cut: number, count: number): string =>
  cut === 0 ? '' : cut === count ? ', cut at 64 KiB' : `; ${grouped(cut)} of them cut at 64 KiB`;

const cutAdvice: Pick<NewToast, 'advice' | 'tone'> = {
  advice: 'A note below each says how many bytes are missing. The journal has all of them.',
  tone: 'warn',
};

/** Copies the selected lines, or the line in focus, in the form of a transcript. */
export async function copyLines(app: App, model: ReplayModel): Promise<void> {
  const { focus, selection, opened } = model;
  if (focus === null || opened === null) return;
  const copied =
    selection === null
      ? { text: copiedLine(focus.line), count: 1, cut: Math.sign(focus.line.cut), isWhole: true }
      : await app.run(textOf(app, opened.replay, model, selection));
  if (copied === undefined) return;
  const { text, count, cut, isWhole } = copied;
  const which = count === 1 ? `line ${grouped(focus.line.seq)}` : `${grouped(count)} lines`;
  const said: NewToast = isWhole
    ? { text: `Copied ${which}${cutWords(cut, count)}.`, ...(cut > 0 && cutAdvice) }
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
  /** The number of lines that are cut, since a recording is read up to 64 KiB of each. */
  readonly cut: number;
  /** Whether no selected line is missing. */
  readonly isWhole: boolean;
}

async function textOf(
  { client }: App,
  replay: string,
  { filter }: ReplayModel,
  [first, last]: readonly [number, number],
): Promise<Copied> {
  const texts: string[] = [];
  let [characters, cut] = [0, 0];
  const done = (isWhole: boolean): Copied => ({
    ...{ text: texts.join('\n'), count: texts.length },
    ...{ cut, isWhole },
  });
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
      // The list shortens long lines: fetch the whole line.
      const whole =
        line.shortened === 0
          ? line
          : (await client.replay.look({ replay, at: { kind: 'line', line: line.line } }))?.line;
      const text = copiedLine(ofReplay(whole ?? line));
      characters += text.length;
      if (texts.length === mostLines || characters > mostCharacters) return done(false);
      texts.push(text);
      if (line.cut > 0) cut++;
    }
    const end = lines.at(-1);
    if (end === undefined) return done(true);
    from = filter === null ? end.row + end.rows : from + lines.length;
  }
}
