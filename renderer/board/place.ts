/** Where things are drawn: the outlines of the geometry, which pictures without a window have too. */
export * from '../../app/games/outline.ts';
