/** The draft of the position editor in the storage of this tab, where it outlives a reload. */

const KEY = 'plywire.draft';

/** A position, or a draft of one, as text. */
export interface KeptPosition {
  readonly game: string;
  readonly text: string;
}

export interface KeptDraft {
  /** What the draft began with. */
  readonly origin: KeptPosition;
  readonly now: KeptPosition;
  /** What is typed into the field of the text and cannot be read; null if nothing is. */
  readonly typed: string | null;
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param draft null if there is none to be kept */
export function keepDraft(storage: Kept, draft: KeptDraft | null): void {
  if (draft === null) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(draft));
}

/** Null if there is none, or only what another version has kept in another form. */
export function keptDraft(storage: Kept): KeptDraft | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<KeptDraft> | null;
    if (!isPosition(kept?.origin) || !isPosition(kept?.now)) return null;
    return { origin: kept.origin, now: kept.now, typed: typeof kept.typed === 'string' ? kept.typed : null };
  } catch {
    return null;
  }
}

const isPosition = (value: Partial<KeptPosition> | undefined): value is KeptPosition =>
  typeof value?.game === 'string' && typeof value.text === 'string';
