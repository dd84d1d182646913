/**
 * Where the evaluations of a file are: 16 bytes for each, in columns of 32 bits, so that a million of them take 16 MB and
 * no object. `Run` is sorted and never changes; `Young` takes what is new.
 */

/** The teller's number and, above 16 bits, the kind of the measure: an entry replaces an earlier one with the same tag. */
export const tagOf = (teller: number, kind: number): number => (kind << 16) | teller;

/** @param at the offset of the frame in the file */
export type Visit = (tag: number, at: number, high: number, low: number) => void;

export class Run {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly at: Uint32Array;
  readonly tag: Uint32Array;

  constructor(high: Uint32Array, low: Uint32Array, at: Uint32Array, tag: Uint32Array) {
    this.high = high;
    this.low = low;
    this.at = at;
    this.tag = tag;
  }

  /** Columns one after the other in memory that begins at a multiple of four. */
  static over(bytes: Buffer, from: number, count: number): Run {
    const column = (index: number): Uint32Array =>
      new Uint32Array(bytes.buffer, bytes.byteOffset + from + index * count * 4, count);
    return new Run(column(0), column(1), column(2), column(3));
  }

  get length(): number {
    return this.at.length;
  }

  /** As `Run.over` reads them. */
  get bytes(): Buffer {
    return Buffer.concat(
      [this.high, this.low, this.at, this.tag].map((column) =>
        Buffer.from(column.buffer, column.byteOffset, column.byteLength),
      ),
    );
  }

  find(high: number, low: number, visit: Visit): void {
    let from = 0;
    let to = this.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const other = this.high[middle]!;
      if (other < high || (other === high && this.low[middle]! < low)) from = middle + 1;
      else to = middle;
    }
    for (; from < this.length && this.high[from] === high && this.low[from] === low; from++) {
      visit(this.tag[from]!, this.at[from]!, high, low);
    }
  }

  each(visit: Visit): void {
    for (let index = 0; index < this.length; index++) {
      visit(this.tag[index]!, this.at[index]!, this.high[index]!, this.low[index]!);
    }
  }
}

/** Both in one; where both have an entry, that of `newer` counts. */
export function merged(older: Run, newer: Run): Run {
  const most = older.length + newer.length;
  const columns = [0, 1, 2, 3].map(() => new Uint32Array(most)) as unknown as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const [high, low, at, tag] = columns;
  let [one, other, count] = [0, 0, 0];
  const take = (run: Run, index: number): void => {
    high[count] = run.high[index]!;
    low[count] = run.low[index]!;
    at[count] = run.at[index]!;
    tag[count] = run.tag[index]!;
    count++;
  };
  while (one < older.length && other < newer.length) {
    const order =
      older.high[one]! - newer.high[other]! ||
      older.low[one]! - newer.low[other]! ||
      older.tag[one]! - newer.tag[other]!;
    if (order < 0) take(older, one++);
    else {
      if (order === 0) one++;
      take(newer, other++);
    }
  }
  while (one < older.length) take(older, one++);
  while (other < newer.length) take(newer, other++);
  return new Run(high.slice(0, count), low.slice(0, count), at.slice(0, count), tag.slice(0, count));
}

/** An open hash table. A slot is empty if its offset is 0, where no frame begins. */
export class Young {
  #slots: Run = emptySlots(1024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  set(high: number, low: number, tag: number, at: number): void {
    if (this.#count * 2 >= this.#slots.length) this.#grow();
    this.#put(high, low, tag, at);
  }

  find(high: number, low: number, visit: Visit): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = low & mask; slots.at[slot] !== 0; slot = (slot + 1) & mask) {
      if (slots.low[slot] === low && slots.high[slot] === high)
        visit(slots.tag[slot]!, slots.at[slot]!, high, low);
    }
  }

  sorted(): Run {
    const { high, low, at, tag } = this.#slots;
    const order = new Uint32Array(this.#count);
    let count = 0;
    for (let slot = 0; slot < at.length; slot++) if (at[slot] !== 0) order[count++] = slot;
    order.sort(
      (one, other) => high[one]! - high[other]! || low[one]! - low[other]! || tag[one]! - tag[other]!,
    );
    const column = (of: Uint32Array): Uint32Array => Uint32Array.from(order, (slot) => of[slot]!);
    return new Run(column(high), column(low), column(at), column(tag));
  }

  #put(high: number, low: number, tag: number, at: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = low & mask;
    for (; slots.at[slot] !== 0; slot = (slot + 1) & mask) {
      if (slots.low[slot] === low && slots.high[slot] === high && slots.tag[slot] === tag) {
        slots.at[slot] = at;
        return;
      }
    }
    slots.high[slot] = high;
    slots.low[slot] = low;
    slots.tag[slot] = tag;
    slots.at[slot] = at;
    this.#count++;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = emptySlots(before.length * 2);
    this.#count = 0;
    before.each((tag, at, high, low) => {
      if (at !== 0) this.#put(high, low, tag, at);
    });
  }
}

/** @param size a power of two */
const emptySlots = (size: number): Run =>
  new Run(new Uint32Array(size), new Uint32Array(size), new Uint32Array(size), new Uint32Array(size));
