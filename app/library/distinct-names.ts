/** Names of engines that stand side by side, in a match, a suite or a report, that tell them apart. Pure. */

export interface Named {
  readonly name: string;
  /** SHA-256 of the program; null if it is not known. */
  readonly program: string | null;
  /** As much of the id of its build as is shown; null or missing if no build is kept. */
  readonly build?: string | null;
}

/** What a user finds an engine by: its build, and of one without a build the beginning of its program's hash. */
const markOf = ({ program, build }: Named): string | null => build ?? program?.slice(0, 4) ?? null;

/** As they are; two of one name as `name@build` or `name@hash4`, or `name (2)` where these are the same. */
export function distinctNames(engines: readonly Named[]): readonly string[] {
  const alike = (one: Named, other: Named): boolean => one.name.toLowerCase() === other.name.toLowerCase();
  const taken = new Set<string>();
  return engines.map((engine) => {
    const others = engines.filter((other) => other !== engine && alike(engine, other));
    const mark = markOf(engine);
    const differs = others.some((other) => markOf(other) !== mark);
    const base = differs && mark !== null ? `${engine.name}@${mark}` : engine.name;
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})`;
    taken.add(name.toLowerCase());
    return name;
  });
}
