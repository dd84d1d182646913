/** What goes into a bundle, as data: each file with what it is, to be looked at before anything is written. */
import { bundledJournal } from '../replay/bundle-file.ts';
import { exportText } from '../sessions/journal/export.ts';
import type { Case } from './case.ts';
import { endsBytes } from './ends.ts';
import { gameText } from './game-text.ts';
import type { Masker } from './masker.ts';
import { sentLines } from './names.ts';
import { readme } from './readme.ts';
import { maskedEntries, maskersOf, readPart, type Study } from './study.ts';
import { protocols } from '../protocols/registry.ts';
import type { BundleFile } from '../shapes/recordings.ts';

/** Characters of a journal that are shown. */
const shownCharacters = 24 * 1024;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A file name that every system takes, and that says which bundle it is. */
export function bundleName({ title, startedAt, session }: Case, { account }: Study): string {
  const when = startedAt?.slice(0, 19).replaceAll(':', '-') ?? session;
  const words = [
    'plywire',
    title.replace(/^plywire\b/i, ''),
    account.ending?.replace(/^exit code.*/, 'exited') ?? '',
    when,
  ];
  return `${words
    .join('-')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, 100)}.zip`;
}

/**
 * All but the journal's own bytes.
 * @param name of the bundle
 * @param masker whoever it is masks the texts
 */
export async function contentsOf(
  of: Case,
  study: Study,
  name: string,
  masker: () => Masker,
): Promise<readonly BundleFile[]> {
  const file = (name: string, what: string, make: (masker: Masker) => string): BundleFile => {
    const own = masker();
    const text = make(own);
    return { name, what, bytes: Buffer.byteLength(text), text, whole: true, masked: own.places };
  };
  const masked = (value: unknown) => (own: Masker) => json(own.value(value));
  const shown = await headsOf(of, study);
  const isLong = of.journal.bytes > endsBytes;
  return [
    file('README.md', 'what happened, and one command that shows it again', (own) =>
      own.text(readme(of, study, name)),
    ),
    {
      ...{
        name: bundledJournal,
        bytes: of.journal.bytes,
        text: shown.journal,
        whole: false,
        masked: study.places,
      },
      what: `every byte both ways, stderr and Plywire's notes${isLong ? ', whole or its two ends' : ''}`,
    },
    {
      ...{ name: sentLines, bytes: study.account.sentBytes, text: shown.sent, whole: false, masked: 0 },
      what: 'the lines that the engine was sent, for a pipe',
    },
    file('game.txt', of.game ? 'the game on the board' : 'the last position that was spoken of', (own) =>
      own.text(gameText(of, study.account)),
    ),
    file('engine.json', 'its settings, and which program it is', masked(engineFacts(of))),
    file('ending.json', 'how the session ended, and what was odd in it', masked(endingFacts(of, study))),
    file('host.json', 'the machine: versions, processors, memory, nothing of its owner', masked(of.host)),
  ];
}

/** How the masked journal begins, as text, and the lines among it that were sent. */
async function headsOf(of: Case, study: Study): Promise<{ readonly journal: string; readonly sent: string }> {
  const protocol = study.protocol === null ? null : (protocols.get(study.protocol) ?? null);
  const masked = maskedEntries(readPart(of.journal), maskersOf(study, protocol));
  let journal = '';
  for await (const piece of exportText(masked)) {
    journal += piece;
    if (journal.length >= shownCharacters) break;
  }
  journal = journal.slice(0, shownCharacters);
  const sent = [...journal.matchAll(/^ *\d+\.\d+ --> (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
  return { journal, sent };
}

function engineFacts({ title, file, engine, program, interpreter, session }: Case): unknown {
  return {
    ...{ title, session, file, program, interpreter },
    ...engine,
    environment: Object.fromEntries(engine?.environment.map((name) => [name, '<masked>']) ?? []),
  };
}

function endingFacts({ ending, runs }: Case, { account, protocol }: Study): unknown {
  const { lines, requests, answered, oddities, troubles, reason } = account;
  const told = ending ?? (account.ending === null ? null : { word: account.ending, reason });
  return { runs, ending: told, protocol, lines, requests, answered, oddities, troubles };
}
