/** Names of engines that stand side by side, in a match, a suite or a report, that tell them apart. Pure. */

export interface Named {
  readonly name: string;
  /** SHA-256 of the program; null if it is not known. */
  readonly program: string | null;
}

/** As they are; two of one name as `name@hash4`, or `name (2)` where the program is the same. */
export function distinctNames(engines: readonly Named[]): readonly string[] {
  const alike = (one: Named, other: Named): boolean => one.name.toLowerCase() === other.name.toLowerCase();
  const taken = new Set<string>();
  return engines.map((engine) => {
    const others = engines.filter((other) => other !== engine && alike(engine, other));
    const differs = others.some(({ program }) => program !== engine.program);
    const base =
      differs && engine.program !== null ? `${engine.name}@${engine.program.slice(0, 4)}` : engine.name;
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})`;
    taken.add(name.toLowerCase());
    return name;
  });
}
