/** A summary of a session, folded from its driver's events. */
import type { Forfeit } from './forfeit.ts';
import type { DriverEvent } from '../protocols/protocol.ts';
import type { EngineOption } from '../shapes/engines.ts';

export interface Identity {
  readonly name: string | null;
  readonly author: string | null;
}

export class Status {
  identity: Identity = { name: null, author: null };
  options: readonly EngineOption[] = [];
  /** The handshake was completed. */
  opened = false;
  /** A search was answered. */
  answered = false;
  /** The number of occurrences of each oddity, by name. */
  readonly oddities = new Map<string, number>();
  forfeit: Forfeit | null = null;

  event(event: DriverEvent): void {
    switch (event.kind) {
      case 'ready':
        this.opened = true;
        break;
      case 'report':
        this.answered = true;
        break;
      case 'identity':
        this.identity = {
          name: event.name ?? this.identity.name,
          author: event.author ?? this.identity.author,
        };
        break;
      case 'oddity':
        this.oddities.set(event.oddity.name, (this.oddities.get(event.oddity.name) ?? 0) + 1);
        break;
      case 'option':
        // The later declaration of an option replaces the earlier one.
        this.options = [...this.options.filter((option) => !sameOption(option, event.option)), event.option];
        break;
      default:
        break;
    }
  }
}

function sameOption(a: EngineOption, b: EngineOption): boolean {
  if (a.type === 'unreadable' || b.type === 'unreadable') return false;
  return a.name.toLowerCase() === b.name.toLowerCase();
}
