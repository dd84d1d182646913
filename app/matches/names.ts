/** Names of players that tell them apart. Pure. */

export interface Named {
  readonly name: string;
  /** SHA-256 of the program; null if it is not known. */
  readonly program: string | null;
}

/** As they are; two of one name as `name@hash4`, or `name (2)` where the program is the same. */
export function distinctNames(players: readonly Named[]): readonly string[] {
  const alike = (one: Named, other: Named): boolean => one.name.toLowerCase() === other.name.toLowerCase();
  const taken = new Set<string>();
  return players.map((player) => {
    const others = players.filter((other) => other !== player && alike(player, other));
    const differs = others.some(({ program }) => program !== player.program);
    const base =
      differs && player.program !== null ? `${player.name}@${player.program.slice(0, 4)}` : player.name;
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})`;
    taken.add(name.toLowerCase());
    return name;
  });
}
