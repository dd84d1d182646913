/** Where things are drawn: as in pictures, so that a board looks the same everywhere. */
export * from '../../app/games/outline.ts';
