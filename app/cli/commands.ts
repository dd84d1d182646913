/** The commands that ask the house something, each over the contract. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { auditSeconds } from '../analysis/audit.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { gameById } from '../games/registry.ts';
import { bundleOffer, Exit, exitCodes, exitOf } from './exit.ts';
import {
  engineWords,
  limitOf,
  positionOf,
  settingsOf,
  type EngineFlags,
  type GameFlag,
  type LimitFlags,
  type PositionFlags,
} from './flags.ts';
import type { Asking } from './asking.ts';
import { protocolSpoken } from './probe.ts';
import { columns, progressWords, reportWords, scoreWords, truthWords, turnWords } from './words.ts';

type Ask = Asking<LocalClient>;

export async function analyse(
  { client, output, signal }: Ask,
  text: string,
  flags: EngineFlags & GameFlag & PositionFlags & LimitFlags,
) {
  const { engine, protocol, options, game, limited } = await client.local.engine(engineWords(text, flags));
  const events = await client.jobs.analyse(
    { engine, protocol, options, limit: limitOf(flags, limited), ...positionOf(flags.game ?? game, flags) },
    { signal },
  );
  let told = '';
  for await (const event of events) {
    switch (event.kind) {
      case 'info':
        output.line(`info: ${event.text}`);
        if (output.json) output.object(event);
        break;
      case 'progress':
        output.passing(progressWords(event.nodes, event.score));
        if (output.json) output.object(event);
        break;
      case 'oddity':
        output.line(`oddity: ${event.oddity.text} (${event.oddity.clause})`);
        if (output.json) output.object(event);
        break;
      case 'report': {
        const { report, final, fault } = event;
        // The final report may be the deepest round over again, which has been told.
        const words = reportWords(report);
        if (words !== told) {
          output.line(words);
          if (output.json) output.object({ kind: 'report', ...report });
          told = words;
        }
        if (!final) break;
        output.line(`bestmove ${turnWords(report) ?? 'none'}  ${scoreWords(report.score, report)}`);
        for (const [move, score] of Object.entries(report.scores ?? {})) {
          output.line(`  ${move}: ${scoreWords(score, report)}`);
        }
        if (output.json) {
          const { bestmove, turn, score, scores } = report;
          const whole = turn.length > 1 ? { turn } : {};
          output.object({ kind: 'bestmove', bestmove, ...whole, score, scores });
        }
        if (fault !== null) throw new Exit(exitCodes.failed, `${fault}: ${report.fault}.`);
        break;
      }
      case 'failed':
        throw new Exit(exitCodes.failed, `malformed: ${event.reason}`);
      case 'ended':
        throw exitOf(event.ending);
    }
  }
}

/** Every move of the list held against what the engine proves; `--time` is for each position. */
export async function audit(
  { client, output, signal }: Ask,
  text: string,
  flags: EngineFlags & GameFlag & PositionFlags & LimitFlags,
) {
  if (flags.depth !== undefined)
    throw new Exit(exitCodes.usage, '--audit goes to the end; leave --depth out.');
  const { engine, protocol, options, ...plays } = await client.local.engine(engineWords(text, flags));
  const game = flags.game ?? plays.game;
  const { seats } = gameById(game);
  const limit = { kind: 'time', seconds: flags.time ?? auditSeconds } as const;
  for await (const event of await client.jobs.audit(
    { engine, protocol, options, limit, ...positionOf(game, flags) },
    { signal },
  )) {
    switch (event.kind) {
      case 'move': {
        const { ply, seat, move, was, is, best, turn } = event.audited;
        const [before, after] = [truthWords(was), truthWords(is)];
        output.line(`${ply}. ${seats[seat].token} ${move}  ${before} -> ${after}${turn ? `  ${turn}` : ''}`);
        if (output.json) output.object({ kind: 'move', ply, move, was: before, is: after, best });
        break;
      }
      case 'summary': {
        event.sides.forEach(({ moves, proven, turns }, at) => {
          const counts = Object.entries(turns).map(([turn, count]) => `${turn} ${count}`);
          output.line(`${seats[at as 0 | 1].token}: ${moves} moves, ${proven} proven, ${counts.join(', ')}`);
        });
        if (output.json) {
          const sides = Object.fromEntries(event.sides.map((side, at) => [seats[at as 0 | 1].token, side]));
          output.object({ kind: 'summary', moves: event.sides[0].moves + event.sides[1].moves, sides });
        }
        break;
      }
      case 'failed':
        throw new Exit(exitCodes.failed, `malformed: ${event.reason}`);
      case 'ended':
        throw exitOf(event.ending);
    }
  }
}

export async function play(
  { client, output, signal }: Ask,
  texts: readonly [string, string],
  flags: EngineFlags & GameFlag & PositionFlags & LimitFlags,
) {
  const asked = [
    await client.local.engine(engineWords(texts[0], flags)),
    await client.local.engine(engineWords(texts[1], flags)),
  ] as const;
  const player = ({ engine, protocol, options, limited }: (typeof asked)[number]) => ({
    engine,
    protocol,
    options,
    limit: limitOf(flags, limited),
  });
  const game = flags.game ?? asked[0].game;
  const { seats } = gameById(game);
  for await (const event of await client.jobs.play(
    { players: [player(asked[0]), player(asked[1])], ...positionOf(game, flags) },
    { signal },
  )) {
    if (event.kind === 'move') {
      const { ply, seat, move, report } = event;
      output.line(
        `${ply}. ${seats[seat].token} ${move}  ${scoreWords(report.score, report)}  ${report.seconds.toFixed(2)} s`,
      );
      if (output.json)
        output.object({ kind: 'move', ply, seat, move, score: report.score, seconds: report.seconds });
      continue;
    }
    const { moves, ending, session, journals } = event;
    const result = resultWords(ending.winner, ending.word);
    output.line(`${result}  ${ending.word}: ${ending.reason}`);
    if (output.json) {
      output.object({ kind: 'result', moves, result, ending: ending.word, reason: ending.reason });
    }
    const journal = ending.fault === null ? null : journals[ending.fault];
    if (session) throw exitOf(session, journal ?? undefined);
    if (ending.word !== 'win' && ending.word !== 'draw') {
      const offer = journal === null ? '' : ` ${bundleOffer(journal)}`;
      throw new Exit(exitCodes.failed, `${ending.word}: ${ending.reason}${offer}`);
    }
  }
}

/** Every executable in a folder; those that are registered already are left as they are. */
async function addFolder(
  { client, output }: Ask,
  folder: string,
  { protocol, arg, sandbox, setting, name }: EngineFlags & { readonly name?: string },
) {
  if (name !== undefined) {
    throw new Exit(exitCodes.usage, '--name is for one engine; those of a folder are called as their files.');
  }
  const { added, known, omitted } = await client.local.addFolder({
    folder,
    protocol,
    args: [...arg],
    sandbox,
    dialect: settingsOf(setting),
  });
  for (const one of added) {
    output.line(`added ${one.name} (${one.engine})`);
    if (output.json) output.object({ kind: 'added', id: one.engine, name: one.name });
  }
  if (known > 0) output.line(`${known} known already`);
  if (omitted > 0) output.line(`${omitted} left out: at most ${added.length} are added at once`);
}

/** Whether an engine goes by this name or id already. */
async function isRegistered({ client }: Ask, text: string): Promise<boolean> {
  const names = (await client.local.engines()).flatMap(({ id, name }) => [id, name.toLowerCase()]);
  return names.includes(text) || names.includes(text.toLowerCase());
}

/** As in PGN's result tag. */
function resultWords(winner: 0 | 1 | null, word: string): string {
  if (winner !== null) return winner === 0 ? '1-0' : '0-1';
  return word === 'draw' ? '1/2-1/2' : '*';
}

export const engines = {
  async list({ client, output }: Ask) {
    const rows = await client.local.engines();
    for (const { id, name, protocols, bundled, location, args } of output.json ? rows : []) {
      output.object({ kind: 'engine', id, name, protocols, bundled, location, args });
    }
    const cells = rows.map(({ id, name, protocols, bundled, location, args }) => [
      name,
      protocols.join(', '),
      id,
      bundled ? 'bundled' : [location, ...args].join(' '),
    ]);
    for (const line of columns([['NAME', 'PROTOCOLS', 'ID', 'RUNS'], ...cells])) output.line(line);
  },
  async add(ask: Ask, text: string, flags: EngineFlags & { readonly name?: string }) {
    const { client, output } = ask;
    const folder = resolve(text);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return addFolder(ask, folder, flags);
    const said = flags.protocol ?? /(?:^|\s)protocol=/.exec(text)?.[0];
    const isKnown = said === undefined && (await isRegistered(ask, text));
    const protocol = said !== undefined || isKnown ? flags.protocol : await protocolSpoken(ask, text, flags);
    const words = engineWords(text, { ...flags, ...(protocol !== undefined && { protocol }) });
    const { engine, name } = await client.local.addEngine({ ...words, name: flags.name });
    output.line(`added ${name} (${engine})`);
    if (output.json) output.object({ kind: 'added', id: engine, name });
  },
  async remove({ client, output }: Ask, name: string) {
    const { engine } = await client.local.removeEngine({ name });
    output.line(`removed ${name} (${engine})`);
    if (output.json) output.object({ kind: 'removed', id: engine });
  },
};
