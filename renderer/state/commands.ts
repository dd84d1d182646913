/** The table of commands, which feeds the keys, the menus, the command palette and the key help. */
import type { IconName } from '../ui/icons.ts';
import type { DesktopBridge } from '../../app/api/desktop-bridge.ts';

export interface Command {
  readonly id: string;
  /** Sentence case, a verb first. */
  readonly title: string;
  readonly group: 'Game' | 'Moves' | 'Replay' | 'Analysis' | 'View' | 'Console';
  /** As `combination` writes them; the first one is displayed. */
  readonly keys: readonly string[];
  /** Handled by the browser's own event for these keys, because only that one may access the clipboard. */
  readonly native?: boolean;
  /** Starts from the place that was asked for last. Other commands of the moves wait until that place is shown. */
  readonly fromAsked?: boolean;
  /** Not in menus: it has a control of its own, and the command palette finds it. */
  readonly isUnlisted?: boolean;
  readonly icon?: IconName;
  readonly enabled: () => boolean;
  readonly run: () => void;
}

/** Commands whose titles or groups contain every word of the query, best first: those that begin with it. */
export function searchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ title, group }) => {
    const text = `${group} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0];
  if (first === undefined) return found;
  const begins = ({ title }: Command): boolean => title.toLowerCase().startsWith(first);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

export const commandOfKeys = (commands: readonly Command[], keys: string): Command | null =>
  commands.find((command) => !command.native && command.keys.includes(keys)) ?? null;

/** Sends the command table to the native menu. Call it in an effect: it reads what each `enabled` depends on. */
export function tellMenu(bridge: Pick<DesktopBridge, 'setMenu'>, commands: readonly Command[]): void {
  bridge.setMenu(
    commands
      .filter(({ isUnlisted }) => isUnlisted !== true)
      .map(({ id, title, group, keys, enabled }) => ({
        id,
        title,
        group,
        keys: keys[0] ?? null,
        enabled: enabled(),
      })),
  );
}

/** Runs a command that was chosen in the native menu. */
export function runChosen(commands: readonly Command[], id: string): void {
  const command = commands.find((other) => other.id === id);
  if (command?.enabled()) command.run();
}
