/** The engines that can analyse, and the calls that let them. */
import type { AnalysisState, HostState, Limit } from '../../app/api/contract.ts';
import { shortProtocol } from '../engines/words.ts';
import type { App } from '../state/app.svelte.ts';
import { visible } from '../ui/visible.ts';
import { isOn } from './letters.ts';

export interface Analyst {
  readonly engine: string;
  readonly protocol: string;
}

export interface NamedAnalyst extends Analyst {
  readonly name: string;
  /** The short name of the protocol. */
  readonly over: string;
  /** Its connection test failed. */
  readonly failed: boolean;
}

/** Engines that may play a kind of game, once per protocol that they speak. */
export const analystsOf = (
  state: Pick<HostState, 'about' | 'engines'>,
  game: string,
): readonly NamedAnalyst[] =>
  state.engines
    .filter(({ games }) => games.length === 0 || games.includes(game))
    .flatMap((engine) =>
      engine.protocols.map((protocol) => ({
        engine: engine.id,
        name: visible(engine.name),
        protocol,
        over: shortProtocol(state, protocol),
        failed: engine.contact.state === 'failed',
      })),
    );

/** The one of an engine over a protocol that runs. */
export const runningOf = (
  { analyses }: Pick<HostState, 'analyses'>,
  { engine, protocol }: Analyst,
): AnalysisState | undefined =>
  analyses.find((one) => one.engine === engine && one.protocol === protocol && isOn(one));

/** Lets an engine analyse beside those that do; one that does already is stopped. */
export async function toggleAnalyst(app: App, { engine, protocol }: Analyst): Promise<void> {
  const { client, state } = app;
  const running = state === null ? undefined : runningOf(state, { engine, protocol });
  if (running !== undefined) await app.run(client.analysis.stop({ analysis: running.id }));
  else if (!app.game.lesson.declinesEngines()) await app.run(client.analysis.start({ engine, protocol }));
}

/** `connect4 over CFSI`, with a word if it did not start. */
export const analystWords = ({ name, over, failed }: NamedAnalyst): string =>
  `${name} over ${over}${failed ? ' (did not start)' : ''}`;

/** The limit of an analysis for a position: empty if there is none. */
export function positionLimitWords(limit: Limit): string {
  if (limit.kind === 'none') return '';
  return limit.kind === 'time' ? `up to ${limit.seconds} s` : `up to depth ${limit.plies}`;
}
