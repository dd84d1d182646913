/**
 * Opens files that the desktop app was given, one after another: a file may open a dialog, which the next one would
 * replace, and the last one is to stay on the board.
 */
import type { ChosenFile, GivenFiles } from '../../app/api/desktop-bridge.ts';
import type { App } from '../state/app.svelte.ts';
import { dialogs, type DialogName } from '../state/dialogs.svelte.ts';
import { visible } from '../ui/visible.ts';
import { countedGrouped } from '../ui/words.ts';
import { openGames, showRecording, type Recording } from './opening.ts';

/** The dialogs that a file with games may open. */
const asking: readonly DialogName[] = ['ask-form', 'file-games'];

export class GivenQueue {
  readonly #app: App;
  readonly #files = new Line();
  /** Of its own: a game need not wait until engines are added. */
  readonly #engines = new Line();

  constructor(app: App) {
    this.#app = app;
  }

  /** Resolves when all of it is open. */
  async take({ files, engines, omitted }: GivenFiles): Promise<void> {
    if (omitted > 0)
      this.#app.toast({
        text: `${countedGrouped(omitted, 'file')} ${omitted === 1 ? 'was' : 'were'} left out: there were too many at once.`,
        advice: 'Open the others a few at a time.',
        tone: 'warn',
      });
    await this.#files.run(() => this.#open(files));
    if (engines.length > 0) await this.#engines.run(() => this.#add(engines));
  }

  async #open(files: readonly ChosenFile[]): Promise<void> {
    const recordings: Recording[] = [];
    for (const { entry } of files) {
      await this.#whenClosed(entry.name, asking);
      const found = await openGames(this.#app, { file: entry.id });
      if (found !== null && found !== 'games') recordings.push(found);
    }
    const [recording, ...others] = recordings;
    if (recording === undefined) return;
    // After the games, which would take its place.
    await this.#whenClosed(recording.name, asking);
    showRecording(recording);
    if (others.length > 0)
      this.#app.toast({
        text: `Of ${recordings.length} recordings, only ${recording.name} is opened.`,
        advice: 'Open one at a time.',
      });
  }

  async #add(engines: readonly ChosenFile[]): Promise<void> {
    for (const engine of engines) {
      // A dialog without a file is one that the user has opened for this one.
      if (dialogs.inputOf('add-engine') !== undefined)
        await this.#whenClosed(engine.entry.name, ['add-engine']);
      dialogs.open('add-engine', engine);
    }
  }

  /** Resolves when the dialogs are closed, and says meanwhile what follows. */
  async #whenClosed(name: string, names: readonly DialogName[]): Promise<void> {
    if (!names.some((each) => dialogs.isOpen(each))) return;
    const dismiss = this.#app.toast({
      text: `${visible(name)} follows when this dialog is closed.`,
      lasts: true,
    });
    await dialogs.whenClosed(...names);
    dismiss();
    // The dialog is removed and gives the focus back before the next one is shown.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Work that is done in the order in which it came. */
class Line {
  #last: Promise<unknown> = Promise.resolve();

  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
