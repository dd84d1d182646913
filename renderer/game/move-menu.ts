/** The menu of a move in the list. */
import { demoted, forkOf, madeMain, promoted } from '../../app/records/edits.ts';
import { rootId } from '../../app/records/tree.ts';
import { copyText } from '../state/clipboard.ts';
import type { App } from '../state/app.svelte.ts';
import { nodesOf } from '../state/nodes.ts';
import type { MenuItem } from '../ui/menu.ts';

/**
 * @param folded first nodes of folded variations
 * @param toggle folds or unfolds the variation that begins with a node
 */
export function moveMenu(
  app: App,
  node: number,
  folded: ReadonlySet<number>,
  toggle: (first: number) => void,
): readonly MenuItem[] {
  const { game } = app;
  if (game.state === null || node === rootId) return [];
  const tree = nodesOf(game.state);
  const fork = forkOf(tree, node);
  const isVariation = fork !== null && tree.nodes.get(fork.parent!)!.children[0] !== fork.id;
  const isOpen = app.connection === 'open';
  return [
    {
      id: 'promote',
      title: 'Promote the variation',
      icon: 'up',
      keys: 'Ctrl+Up',
      enabled: isOpen && promoted(tree, node).length > 0,
      run: () => void game.edit(promoted, node),
    },
    {
      id: 'demote',
      title: 'Demote the variation',
      icon: 'down',
      keys: 'Ctrl+Down',
      enabled: isOpen && demoted(tree, node).length > 0,
      run: () => void game.edit(demoted, node),
    },
    {
      id: 'make-main',
      title: 'Make this line the main line',
      enabled: isOpen && madeMain(tree, node).length > 0,
      run: () => void game.edit(madeMain, node),
    },
    {
      id: 'fold',
      title: isVariation && folded.has(fork.id) ? 'Unfold the variation' : 'Fold the variation',
      icon: 'fold',
      enabled: isVariation,
      run: () => isVariation && toggle(fork.id),
    },
    'separator',
    {
      id: 'copy-line',
      title: 'Copy the line up to here',
      icon: 'copy',
      run: () => void copyText(app, { upTo: node }),
    },
    'separator',
    {
      id: 'delete',
      title: 'Delete from here',
      icon: 'trash',
      keys: 'Delete',
      danger: true,
      enabled: isOpen,
      run: () => void game.deleteFrom(node),
    },
  ];
}
