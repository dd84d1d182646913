/** What a person asked to have drawn over the boards, as the settings keep it. Pure. */
import type { Game } from '../../app/games/game.ts';
import type { Settings } from '../../app/api/contract.ts';

export const overlayKey = (game: Pick<Game, 'id'>, overlay: { readonly id: string }): string =>
  `${game.id}/${overlay.id}`;

export const isShown = ({ overlays }: Settings, key: string): boolean => overlays.includes(key);

/** What must change for an overlay to be shown or not. */
export const showing = ({ overlays }: Settings, key: string, shown: boolean): Pick<Settings, 'overlays'> => ({
  overlays: shown ? [...new Set([...overlays, key])] : overlays.filter((other) => other !== key),
});
