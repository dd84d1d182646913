/** The picture of the position shown, as it is chosen, and what can be done with it: copy it, or save it as a file. */
import { boardDrawing } from '../../app/pictures/board-svg.ts';
import type { Theme } from '../../app/pictures/palette.ts';
import { markPlaces } from '../../app/pictures/drawn-marks.ts';
import { svgText, type Drawing } from '../../app/pictures/svg.ts';
import { marksOf } from '../game/edits.ts';
import type { App } from '../state/app.svelte.ts';
import { download } from '../ui/browser.ts';
import { pngOf } from './canvas.ts';

export type PictureForm = 'png' | 'svg';

/** The range of a picture's width, in pixels. */
export const NARROWEST = 64;
export const WIDEST = 4096;

/** What a picture has; kept while the window is open, so that the next one is like the last. */
class PictureOptions {
  hasCoordinates = $state(true);
  hasMarks = $state(true);
  hasLast = $state(true);
  /** Null: that of the window. */
  theme = $state<Theme | null>(null);
  /** In pixels. */
  width = $state(960);
  form = $state<PictureForm>('png');
}

export const pictureOptions = new PictureOptions();

/** The theme that the window has now. */
function themeOf({ settings }: Pick<App, 'settings'>): Theme {
  const chosen = settings?.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The position shown as a picture by the options; null if there is no game. */
export function pictureOf(app: App): Drawing | null {
  const { game } = app;
  const { rules, position, steps, cursor } = game;
  if (rules === null || position === undefined) return null;
  const { hasCoordinates, hasLast, hasMarks, theme, width } = pictureOptions;
  const before = cursor > 0 ? steps?.steps[cursor - 1] : undefined;
  const last =
    hasLast && before?.move ? { before: before.position, move: before.move.value as unknown } : null;
  const { spots } = rules.geometry(rules.setupOf(position));
  // A file may have marks of spots that this board does not have.
  const drawn = hasMarks ? marksOf(game).filter((mark) => markPlaces(mark, spots, (at) => at) !== null) : [];
  return boardDrawing(rules, position, {
    ...{ last, drawn, hasCoordinates, width, theme: theme ?? themeOf(app) },
    isFlipped: app.settings?.flipped ?? false,
    title: `${rules.name}. ${rules.view(position, last).spoken}`,
  });
}

/** `quoridor-ply-12` */
const nameOf = ({ game }: App): string => `${game.rules?.id ?? 'board'}-ply-${game.cursor}`;

export async function savePicture(app: App, form: PictureForm): Promise<boolean> {
  const drawing = pictureOf(app);
  if (drawing === null) return false;
  if (form === 'svg') {
    download(`${nameOf(app)}.svg`, new Blob([`${svgText(drawing)}\n`], { type: 'image/svg+xml' }));
    return true;
  }
  const png = await made(app, drawing);
  if (png === null) return false;
  download(`${nameOf(app)}.png`, png);
  return true;
}

/** Puts the picture on the clipboard; where the browser does not allow it, it is saved as a file, and a message says so. */
export async function copyPicture(app: App): Promise<void> {
  const drawing = pictureOf(app);
  if (drawing === null) return;
  const png = pngOf(drawing, pictureOptions.width);
  try {
    // Given as a promise: some browsers allow it only right after the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    app.toast({ text: 'Copied the board as an image.', tone: 'ok' });
  } catch {
    const done = await made(app, drawing, png);
    if (done === null) return;
    const name = `${nameOf(app)}.png`;
    download(name, done);
    app.toast({
      text: 'The browser does not allow Plywire to copy images.',
      advice: `The image was saved as ${name} instead.`,
      tone: 'warn',
    });
  }
}

/** The picture as PNG; null with a message if it cannot be made. */
async function made(
  app: App,
  drawing: Drawing,
  png = pngOf(drawing, pictureOptions.width),
): Promise<Blob | null> {
  try {
    return await png;
  } catch {
    app.toast({
      text: 'The browser cannot make an image of this size.',
      advice: 'Choose a smaller width, or save the picture as SVG.',
      tone: 'bad',
    });
    return null;
  }
}
