/** Which evaluations to delete, in words. Pure. */
import type { Teller } from '../../app/api/contract.ts';
import { visible } from '../ui/visible.ts';

export interface KeptTeller {
  readonly teller: Teller;
  readonly evaluations: number;
}

export interface Selection {
  readonly engine?: string;
  readonly teller?: string;
  readonly days?: number;
}

export interface TellerChoice {
  /** `all`, `engine ID` or `teller ID`. */
  readonly value: string;
  readonly title: string;
  readonly evaluations: number;
}

export const evaluationAges: readonly { readonly value: string; readonly title: string }[] = [
  { value: '0', title: 'At any time' },
  { value: '7', title: 'At least 7 days ago' },
  { value: '30', title: 'At least 30 days ago' },
  { value: '365', title: 'At least a year ago' },
];

const sumOf = (kept: readonly KeptTeller[]): number =>
  kept.reduce((sum, { evaluations }) => sum + evaluations, 0);

/** `build 3fa2c0de, --level 3, Hash=64` */
function buildWords({ files, args, options, settings, origin }: Teller): string {
  // The last file is what distinguishes builds that one interpreter runs.
  const hash = files.at(-1)?.sha256.slice(0, 8);
  const build = origin === 'file' ? 'from files' : hash === undefined ? 'unknown build' : `build ${hash}`;
  const values = [...Object.entries(options), ...Object.entries(settings)].map(
    ([id, value]) => `${id}=${value}`,
  );
  return [build, args.join(' '), ...values].filter((word) => word !== '').join(', ');
}

/** All; each engine of the library; each build with its options, where an engine has several or is none of the library. */
export function tellerChoices(kept: readonly KeptTeller[]): TellerChoice[] {
  const engines = new Map<string, KeptTeller[]>();
  for (const each of kept) {
    const { engine } = each.teller;
    if (engine !== null) engines.set(engine, [...(engines.get(engine) ?? []), each]);
  }
  const ofEngines = [...engines].flatMap(([engine, tellers]) => [
    { value: `engine ${engine}`, title: visible(tellers.at(-1)!.teller.name), evaluations: sumOf(tellers) },
    ...(tellers.length > 1 ? tellers.map(ofTeller) : []),
  ]);
  const others = kept.filter(({ teller }) => teller.engine === null).map(ofTeller);
  return [{ value: 'all', title: 'All engines', evaluations: sumOf(kept) }, ...ofEngines, ...others];
}

const ofTeller = ({ teller, evaluations }: KeptTeller): TellerChoice => ({
  value: `teller ${teller.id}`,
  title: visible(`${teller.name}: ${buildWords(teller)}`).slice(0, 120),
  evaluations,
});

export function selectionOf(value: string, age: string): Selection {
  const [kind, id] = value.split(' ');
  const days = age === '0' ? {} : { days: Number(age) };
  if (kind === 'engine') return { engine: id!, ...days };
  return kind === 'teller' ? { teller: id!, ...days } : days;
}
