/** The tables of the search and of the solver, created on first use. */
import { Solver, tableWithin } from '../../app/truth/connect4/solver.ts';
import { Table } from './table.ts';

/** In bytes: a larger solver table does not fit the processor's cache and is slower. */
const solverMemory = 2 ** 23;

export class Memories {
  /** Ends the solver's turn. */
  solverStops: (nodes: number) => boolean = () => false;
  private mebibytes: number;
  private tables: { readonly table: Table; readonly solver: Solver } | null = null;

  /** @param mebibytes of both tables together */
  constructor(mebibytes: number) {
    this.mebibytes = mebibytes;
  }

  get table(): Table {
    return this.made().table;
  }

  get solver(): Solver {
    return this.made().solver;
  }

  /** The memory of the solver alone, in bytes. */
  get solverBytes(): number {
    return this.tables?.solver.memory ?? 0;
  }

  make(): void {
    this.made();
  }

  resize(mebibytes: number): void {
    if (mebibytes === this.mebibytes) return;
    this.mebibytes = mebibytes;
    this.tables = null;
  }

  clear(): void {
    this.tables?.table.clear();
    this.tables?.solver.clear();
  }

  private made(): { readonly table: Table; readonly solver: Solver } {
    if (this.tables !== null) return this.tables;
    const bytes = this.mebibytes * 2 ** 20;
    const solver = new Solver(tableWithin(Math.min(solverMemory, bytes / 2)), (nodes) =>
      this.solverStops(nodes),
    );
    this.tables = { table: new Table((bytes - solver.memory) / 2 ** 20), solver };
    return this.tables;
  }
}
