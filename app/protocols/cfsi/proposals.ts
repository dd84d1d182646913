/** Lines that were proposed and are not yet reported as sent, with whatever each of them serves. */
export class Proposals<Owner> {
  readonly #open: { readonly line: string; readonly owner: Owner | null }[] = [];

  add(line: string, owner: Owner | null): void {
    this.#open.push({ line, owner });
  }

  has(line: string): boolean {
    return this.#open.some((proposal) => proposal.line === line);
  }

  /** The line went out: gives what it serves; null where that is nothing, or a person typed it. */
  take(line: string): Owner | null {
    const index = this.#open.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : this.#open.splice(index, 1);
    return proposal?.owner ?? null;
  }
}
