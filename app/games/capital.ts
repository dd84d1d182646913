/** The case of a first letter. They stand on the lowest floor, since texts of all floors change it. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
