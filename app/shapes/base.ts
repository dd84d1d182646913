/**
 * Shapes: data that crosses the contract or is stored, each as one schema. Types are inferred from it, so that a field
 * is declared once.
 */
import * as v from 'valibot';

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** The output type of a schema, deeply read-only. */
export type Shape<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>;

/** A list of these, read-only as input and output. */
export const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.array(item) as v.GenericSchema as v.GenericSchema<
    readonly v.InferInput<Item>[],
    readonly v.InferOutput<Item>[]
  >;

/** Two of these, one per seat. */
export const pair = <const Item extends v.GenericSchema>(item: Item) =>
  v.tuple([item, item]) as v.GenericSchema as v.GenericSchema<
    readonly [v.InferInput<Item>, v.InferInput<Item>],
    readonly [v.InferOutput<Item>, v.InferOutput<Item>]
  >;

/** A number of items. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const SeatIndex = v.picklist([0, 1]);

/** Ids are made by the host: short, and never a path. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'not an id'));

/** Text of at most `most` characters. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
