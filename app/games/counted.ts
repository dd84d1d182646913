/** `1 game`, `2 games`. It stands on the lowest floor, since texts of all floors count. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
