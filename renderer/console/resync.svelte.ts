/** That lines typed by hand may leave an engine elsewhere than the board shows: said once in a window. */
import type { SessionState } from '../../app/api/contract.ts';

class Warning {
  /** A person has read it. */
  read = $state(false);
}

export const warning = new Warning();

/** Sessions that are brought to a place of the game on the board, over and over. */
export const followsAPlace = ({ purpose }: Pick<SessionState, 'purpose'>): boolean =>
  purpose !== 'contact' && purpose !== 'command line';
