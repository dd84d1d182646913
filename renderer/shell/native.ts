/** The desktop's native menu: told of the command table, and heard when a line of it is chosen. */
import type { DesktopBridge } from '../../app/api/desktop-bridge.ts';
import type { Command } from '../state/commands.ts';

/** Call it in an effect: it reads what each command's `enabled` depends on. */
export function tellMenu(bridge: DesktopBridge, commands: readonly Command[]): void {
  bridge.setMenu(
    commands.map(({ id, title, group, keys, enabled }) => ({
      id,
      title,
      group,
      keys: keys[0] ?? null,
      enabled: enabled(),
    })),
  );
}

export function runChosen(commands: readonly Command[], id: string): void {
  const command = commands.find((other) => other.id === id);
  if (command?.enabled()) command.run();
}
