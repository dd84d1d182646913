/** Commands about the moves of the game shown: steps, variations, edits, glyphs and marks. */
import { demoted, madeMain, nextFork, previousFork, promoted } from '../../app/records/edits.ts';
import { clearMarks, keepLine, marksOf, toggleGlyph } from '../game/edits.ts';
import { glyphs } from '../../app/records/glyphs.ts';
import { copyText } from '../state/clipboard.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';

/** @param open whether the host can be reached */
export function moveCommands(app: App, open: () => boolean): readonly Command[] {
  const { game } = app;
  const last = (): number => game.last;
  /** Whether a node after the start is shown. */
  const atMove = (): boolean => open() && game.cursor > 0;

  return [
    {
      id: 'back',
      title: 'Step back',
      group: 'Moves',
      keys: ['Left', 'Alt+Left'],
      icon: 'previous',
      enabled: () => open() && game.hasStep(-1),
      run: () => void game.stepBy(-1),
    },
    {
      id: 'forward',
      title: 'Step forward',
      group: 'Moves',
      keys: ['Right', 'Alt+Right'],
      icon: 'next',
      enabled: () => open() && game.hasStep(1),
      run: () => void game.stepBy(1),
    },
    {
      id: 'first',
      title: 'Go to the start',
      group: 'Moves',
      keys: ['Home'],
      icon: 'first',
      enabled: () => open() && game.hasStep(-1),
      run: () => void game.goTo(0),
    },
    {
      id: 'last',
      title: 'Go to the end',
      group: 'Moves',
      keys: ['End'],
      icon: 'last',
      enabled: () => open() && game.hasStep(1),
      run: () => void game.goTo(last()),
    },
    {
      id: 'variation-up',
      title: 'Previous variation',
      group: 'Moves',
      keys: ['Up'],
      enabled: open,
      run: () => void game.chooseVariation(-1),
    },
    {
      id: 'variation-down',
      title: 'Next variation',
      group: 'Moves',
      keys: ['Down'],
      enabled: open,
      run: () => void game.chooseVariation(1),
    },
    {
      id: 'fork-back',
      title: 'Go to the choice before',
      group: 'Moves',
      keys: ['Shift+Left'],
      enabled: atMove,
      run: () => void game.walk(previousFork),
    },
    {
      id: 'fork-forward',
      title: 'Go to the next choice',
      group: 'Moves',
      keys: ['Shift+Right'],
      enabled: () => open() && game.cursor < last(),
      run: () => void game.walk(nextFork),
    },
    {
      id: 'promote',
      title: 'Promote the variation',
      group: 'Moves',
      keys: ['Ctrl+Up'],
      enabled: atMove,
      run: () => void game.edit(promoted),
    },
    {
      id: 'demote',
      title: 'Demote the variation',
      group: 'Moves',
      keys: ['Ctrl+Down'],
      enabled: atMove,
      run: () => void game.edit(demoted),
    },
    {
      id: 'make-main',
      title: 'Make this line the main line',
      group: 'Moves',
      keys: [],
      enabled: atMove,
      run: () => void game.edit(madeMain),
    },
    {
      id: 'delete-from',
      title: 'Delete from this move',
      group: 'Moves',
      keys: ['Delete'],
      enabled: atMove,
      run: () => void game.deleteFrom(),
    },
    {
      id: 'take-back',
      title: 'Take back',
      group: 'Moves',
      keys: ['Backspace'],
      icon: 'return',
      enabled: atMove,
      run: () => void game.takeBack(),
    },
    {
      id: 'undo',
      title: 'Undo the last change to the game',
      group: 'Moves',
      keys: ['Ctrl+Z'],
      icon: 'undo',
      enabled: () => open() && (game.state?.canUndo ?? false),
      run: () => void game.undo(),
    },
    {
      id: 'redo',
      title: 'Redo',
      group: 'Moves',
      keys: ['Ctrl+Y', 'Ctrl+Shift+Z'],
      icon: 'redo',
      enabled: () => open() && (game.state?.canRedo ?? false),
      run: () => void game.redo(),
    },
    {
      id: 'copy-line',
      title: 'Copy the line up to here',
      group: 'Moves',
      keys: [],
      icon: 'copy',
      enabled: atMove,
      run: () => void copyText(app, { upTo: game.state?.shown ?? 0 }),
    },
    {
      id: 'keep-line',
      title: 'Keep the best line as a variation',
      group: 'Moves',
      keys: ['K'],
      enabled: () => open() && game.foreseen.moves.length > 0,
      run: () => void keepLine(app),
    },
    {
      id: 'next-disagreement',
      title: 'Go to the next disagreement of engines',
      group: 'Moves',
      keys: ['X'],
      enabled: open,
      run: () => void app.graph.goToDisagreement(1),
    },
    {
      id: 'previous-disagreement',
      title: 'Go to the disagreement of engines before',
      group: 'Moves',
      keys: ['Shift+X'],
      enabled: open,
      run: () => void app.graph.goToDisagreement(-1),
    },
    {
      id: 'draw',
      title: 'Draw rings and arrows, or move again',
      group: 'Moves',
      keys: ['D'],
      icon: 'edit',
      enabled: open,
      run: () => (game.pencil = !game.pencil),
    },
    {
      id: 'clear-marks',
      title: 'Remove the rings and arrows of this position',
      group: 'Moves',
      keys: ['Shift+D'],
      enabled: () => open() && marksOf(game).length > 0,
      run: () => void clearMarks(game),
    },
    ...glyphs.map(({ number, text, name }, index): Command => ({
      id: `glyph-${number}`,
      title: `Glyph ${text}: ${name}`,
      group: 'Moves',
      keys: [`Alt+${(index + 1) % 10}`],
      enabled: () => open() && (game.cursor > 0 || number >= 10),
      run: () => void toggleGlyph(game, number),
    })),
  ];
}
