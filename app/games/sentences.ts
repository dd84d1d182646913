/** Parts of sentences. They stand on the lowest floor, since texts of all floors are made of them. */

/** `1 game`, `2 games` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A part of a text as its own sentence. */
export const fullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
