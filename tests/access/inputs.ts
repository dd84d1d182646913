/**
 * The contract as an attacker sees it: every call with a valid input, and where in it ids stand. All of it is read from
 * the schemas, so new calls are covered automatically.
 */
import { isContractProcedure } from '@orpc/contract';
import { contract, schemas } from '../../app/api/contract.ts';
import { localContract } from '../../app/api/contract/local.ts';

interface Schema {
  readonly kind: 'schema';
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly items?: readonly Schema[];
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

export type Path = readonly (string | number)[];

/** A call with a valid input that includes every optional part; each variant of an input is a separate entry. */
export interface SampleCall {
  readonly path: string;
  readonly input: unknown;
  /** Where ids stand in it. */
  readonly ids: readonly Path[];
  /** Where other text stands, with the name of its field. */
  readonly texts: readonly Path[];
  /** Where objects stand. */
  readonly objects: readonly Path[];
}

/** Values for fields that only accept certain words. */
const words: Readonly<Record<string, string>> = {
  game: 'connect4',
  protocol: 'cfp',
  move: '4',
  moves: '44',
  text: '44',
  name: 'x',
  line: 'ping',
  option: 'Hash',
  /** A hash of the right shape. */
  teller: '0'.repeat(64),
};

/** An id of the right shape that identifies nothing. */
export const nothing = 'nothing-0123456789';

interface Sample {
  readonly value: unknown;
  readonly ids: readonly Path[];
  readonly texts: readonly Path[];
  readonly objects: readonly Path[];
}

const leaf = (value: unknown): Sample => ({ value, ids: [], texts: [], objects: [] });

const below = (key: string | number, { ids, texts, objects }: Sample) => ({
  ids: ids.map((path) => [key, ...path]),
  texts: texts.map((path) => [key, ...path]),
  objects: objects.map((path) => [key, ...path]),
});

function joined(
  value: unknown,
  parts: readonly (readonly [string | number, Sample])[],
  self: readonly Path[],
): Sample {
  const found = parts.map(([key, part]) => below(key, part));
  return {
    value,
    ids: found.flatMap(({ ids }) => ids),
    texts: found.flatMap(({ texts }) => texts),
    objects: [...self, ...found.flatMap(({ objects }) => objects)],
  };
}

/** Every list of one choice from each. */
const product = <T>(choices: readonly (readonly T[])[]): T[][] =>
  choices.reduce<T[][]>((all, some) => all.flatMap((one) => some.map((choice) => [...one, choice])), [[]]);

/** One sample per variant. @throws Error for a kind of schema that the contract has not used so far */
function samples(schema: Schema, name: string): Sample[] {
  if (schema === (schemas.Id as unknown)) return [{ ...leaf(nothing), ids: [[]] }];
  switch (schema.type) {
    case 'string': {
      // The start is left out (the initial position): a text would need the game's own notation.
      return [{ ...leaf(words[name] ?? ''), texts: [[]] }];
    }
    case 'number': {
      const least = schema.pipe?.find(({ type }) => type === 'min_value')?.requirement;
      return [leaf(typeof least === 'number' ? Math.ceil(least) : 7)];
    }
    case 'boolean':
      return [leaf(true)];
    case 'literal':
      return [leaf(schema.literal)];
    case 'picklist':
      return [leaf(schema.options![0])];
    case 'record':
      return [{ ...leaf({}), objects: [] }];
    case 'optional':
    case 'exact_optional':
      return name === 'position' ? [leaf(undefined)] : samples(schema.wrapped!, name);
    case 'nullable':
      return samples(schema.wrapped!, name);
    case 'array':
      return samples(schema.item!, name).map((item) => joined([item.value], [[0, item]], []));
    case 'strict_tuple':
    case 'tuple':
      return product(schema.items!.map((item) => samples(item, name).slice(0, 1))).map((items) =>
        joined(
          items.map(({ value }) => value),
          items.map((item, at) => [at, item] as const),
          [],
        ),
      );
    case 'variant':
      return (schema.options as readonly Schema[]).flatMap((option) => samples(option, name));
    case 'strict_object': {
      const keys = Object.keys(schema.entries!);
      return product(keys.map((key) => samples(schema.entries![key]!, key))).map((parts) =>
        joined(
          Object.fromEntries(keys.map((key, at) => [key, parts[at]!.value])),
          keys.map((key, at) => [key, parts[at]!] as const),
          [[]],
        ),
      );
    }
    default:
      throw new Error(`an input with a ${schema.type}: say in tests/access/inputs.ts what one looks like`);
  }
}

function procedures(router: object, path = ''): [string, unknown][] {
  return Object.entries(router).flatMap(([name, value]) =>
    isContractProcedure(value)
      ? [[`${path}/${name}`, value['~orpc'].inputSchema] as [string, unknown]]
      : procedures(value as object, `${path}/${name}`),
  );
}

/** Every call that a socket may make, as `/game/play`. */
export const callPaths: readonly string[] = procedures(contract).map(([path]) => path);

/** Every call that is only reachable in process. */
export const localPaths: readonly string[] = procedures({ local: localContract.local }).map(([path]) => path);

/** Every call with an input, in each of its variants. */
export const asked: readonly SampleCall[] = procedures(contract).flatMap(([path, schema]) =>
  schema === undefined
    ? []
    : samples(schema as Schema, '').map(({ value, ids, texts, objects }) => ({
        path,
        input: value,
        ids,
        texts,
        objects,
      })),
);

/** The input with another value at a path. */
export function withValue(
  input: unknown,
  [key, ...rest]: Path,
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(input);
  if (Array.isArray(input)) {
    return input.map((item: unknown, at) => (at === key ? withValue(item, rest, change) : item));
  }
  const object = input as Record<string, unknown>;
  return { ...object, [key]: withValue(object[key], rest, change) };
}
