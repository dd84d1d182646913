/** A part of a text as its own sentence. It stands on the lowest floor, since texts of all floors are ended. */
export const fullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
