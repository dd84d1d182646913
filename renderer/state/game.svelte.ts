/**
 * The game on the screen, derived from the host's record of it, and what a person does with it. Nothing of
 * the game is kept here: every wish goes to the host, and the board shows what comes back.
 */
import {
  BadNotation,
  type Choice,
  type Game,
  type Geometry,
  type MoveLog,
  type Result,
  type Seat,
  type Setup,
  type View,
} from '../../app/games/game.ts';
import { gameById, games } from '../../app/games/registry.ts';
import { fullLine, goTo } from '../../app/records/record.ts';
import { readGameText, readTextOfAny, writeGameLog, writeGameText } from '../../app/records/text.ts';
import type { AnalysisState, GameState, Place, Player } from '../../app/api/contract.ts';
import { auditorOf } from '../analysis/audit.ts';
import { visible } from '../ui/visible.ts';
import { counted } from '../ui/words.ts';
import type { Shared } from './toasts.ts';
import { makeStepper, type Step, type Steps } from './steps.ts';

interface Wanted {
  readonly cursor: number;
  /** The state that was shown when the host answered; null until then. */
  answeredAt: GameState | null;
}

interface Seated {
  readonly player: Player;
  /** As above. */
  answeredAt: GameState | null;
}

/** The same human or engine, regardless of limit, protocol and options. */
const isSamePlayer = (one: Player, other: Player): boolean =>
  one.kind === 'engine' && other.kind === 'engine' ? one.engine === other.engine : one.kind === other.kind;

export class GameView {
  readonly #app: Shared;
  readonly #stepper = makeStepper();
  /** What was asked for last and is not shown yet. */
  #wanted: Wanted | null = null;
  /** The same of the sides. */
  readonly #seated: Partial<Record<Seat, Seated>> = {};

  constructor(app: Shared) {
    this.#app = app;
  }

  readonly state = $derived.by((): GameState | null => this.#app.state?.game ?? null);
  readonly steps = $derived.by((): Steps | null => (this.state === null ? null : this.#stepper(this.state)));
  readonly cursor = $derived.by((): number => this.state?.cursor ?? 0);
  readonly step = $derived.by((): Step | null => this.steps?.steps[this.cursor] ?? null);
  readonly position = $derived.by((): unknown => this.step?.position);
  readonly rules = $derived.by((): Game | null => this.steps?.game ?? null);
  readonly seat = $derived.by((): Seat => (this.rules === null ? 0 : this.rules.seatToMove(this.position)));

  /** As text, so that a snapshot with the same setup makes no new geometry. */
  readonly #shape = $derived.by((): string | null =>
    this.state === null ? null : JSON.stringify([this.state.gameId, this.state.setup]),
  );
  readonly geometry = $derived.by((): Geometry | null => {
    if (this.#shape === null) return null;
    const [id, setup] = JSON.parse(this.#shape) as [string, GameState['setup']];
    return gameById(id).geometry(setup);
  });

  readonly view = $derived.by((): View | null => {
    if (this.rules === null || this.position === undefined) return null;
    const before = this.cursor > 0 ? this.steps?.steps[this.cursor - 1] : undefined;
    const last = before?.move ? { before: before.position, move: before.move.value } : null;
    return this.rules.view(this.position, last);
  });

  readonly result = $derived.by((): Result | null => this.rules?.result(this.position) ?? null);

  /** Why a person may not move here though the rules would allow it; null where one may. */
  readonly blocked = $derived.by((): string | null => {
    if (this.#app.connection !== 'open') return 'the host disconnected: you cannot move';
    const state = this.state;
    if (state === null || !state.running || state.thinking === null || state.thinking !== this.seat)
      return null;
    return `${this.playerName(this.seat)} is thinking: wait for its move, or stop the game`;
  });

  readonly choices = $derived.by((): readonly Choice<unknown>[] =>
    this.rules === null || this.blocked !== null ? [] : this.rules.choices(this.position),
  );

  /** The analysis, where it speaks of the very place that is shown. */
  readonly analysis = $derived.by((): AnalysisState | null => {
    const analysis = this.#app.state?.analysis;
    const place = analysis?.place;
    if (!analysis || !place || !this.state) return null;
    return place.key === this.state.key && place.cursor === this.state.cursor ? analysis : null;
  });

  playerName(seat: Seat): string {
    const player = this.state?.players[seat];
    if (player === undefined || player.kind === 'human') return 'Human';
    const engine = this.#app.state?.engines.find(({ id }) => id === player.engine);
    return engine === undefined ? 'A removed engine' : visible(engine.name);
  }

  #place(cursor = this.cursor): Place | null {
    return this.state === null ? null : { key: this.state.key, cursor };
  }

  async play(move: unknown): Promise<void> {
    const at = this.#place();
    const before = this.state;
    if (at === null || before === null || this.rules === null) return;
    const text = this.rules.moveText(this.position, move);
    const done = await this.#run(this.#app.client.game.play({ at, move: text }));
    const later = before.moves.length - before.cursor;
    if (done && later > 0 && before.moves[before.cursor] !== text) {
      this.#offer(
        before,
        `${counted(later, 'later move')} ${later === 1 ? 'was' : 'were'} replaced by ${text}.`,
      );
    }
  }

  /** Calls the host about the game. Returns whether it succeeded. */
  async #run(call: PromiseLike<unknown>): Promise<boolean> {
    return (
      (await this.#app.run(
        call.then(() => true),
        'game',
      )) ?? false
    );
  }

  /** Says what became of the game as it was, and offers to restore it with all of its moves. */
  #offer(before: GameState, text: string, tone: 'ok' | 'info' = 'info'): void {
    const { key, moves } = before;
    this.#app.toast({
      text,
      tone,
      action: {
        label: 'Undo',
        run: () => void this.#run(this.#app.client.game.restore({ key, moves: [...moves] })),
      },
    });
  }

  /** Where steps add up from: they may come faster than what they lead to is shown. */
  #stepsFrom(): number {
    // The host answers at once and tells of its state a little later: the first change after it has the step.
    const answeredAt = this.#wanted?.answeredAt ?? null;
    if (answeredAt !== null && answeredAt !== this.state) this.#wanted = null;
    return this.#wanted?.cursor ?? this.cursor;
  }

  async goTo(ply: number): Promise<void> {
    const last = this.state?.moves.length ?? 0;
    const cursor = Math.max(0, Math.min(last, ply));
    const at = this.#place(cursor);
    if (at === null || cursor === this.#stepsFrom()) return;
    const wanted: Wanted = { cursor, answeredAt: null };
    this.#wanted = wanted;
    const done = await this.#app.run(this.#app.client.game.goTo(at).then(() => true));
    if (this.#wanted !== wanted) return;
    if (done && this.cursor !== cursor) wanted.answeredAt = this.state;
    else this.#wanted = null;
  }

  stepBy(plies: number): Promise<void> {
    return this.goTo(this.#stepsFrom() + plies);
  }

  /** Who plays a side by the last word of it, shown or not: from there on a part of that is changed. */
  playerWanted(seat: Seat): Player | undefined {
    const answeredAt = this.#seated[seat]?.answeredAt ?? null;
    if (answeredAt !== null && answeredAt !== this.state) delete this.#seated[seat];
    return this.#seated[seat]?.player ?? this.state?.players[seat];
  }

  /** Seats a player. An engine against a person begins at once, for that is what it was chosen for. */
  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const before = this.playerWanted(seat);
    const seated: Seated = { player, answeredAt: null };
    this.#seated[seat] = seated;
    const done = await this.#app.run(this.#app.client.game.setPlayer({ seat, player }).then(() => true));
    if (done) seated.answeredAt = this.state;
    else if (this.#seated[seat] === seated) delete this.#seated[seat];
    const other = this.playerWanted(seat === 0 ? 1 : 0)?.kind;
    if (!done || (before !== undefined && isSamePlayer(before, player))) return;
    if (this.result === null && !this.state?.running) await this.#resume(player.kind, other);
  }

  /** A new game as the dialog asks for it; from the usual start an engine opponent is ready to answer. */
  async create(input: { game: string; setup?: GameState['setup']; text?: string }): Promise<boolean> {
    const before = this.state;
    const done = await this.#run(this.#app.client.game.create(input));
    const [first, second] = before?.players ?? [];
    if (done && before !== null && before.moves.length > 0) {
      const left = counted(before.moves.length, 'move');
      this.#offer(
        before,
        `New game. The game of ${gameById(before.gameId).name} with ${left} was discarded.`,
      );
    }
    // Another game has players of its own, of which this may not have heard yet.
    const same = before?.gameId === input.game;
    if (done && same && input.text === undefined) await this.#resume(first?.kind, second?.kind);
    return done;
  }

  /**
   * Continues play where a human plays an engine, without a button for it. The
   * kinds are given, for the change of state that a call makes may arrive after its answer.
   */
  async #resume(one: Player['kind'] | undefined, other: Player['kind'] | undefined): Promise<void> {
    if (one !== other) await this.#run(this.#app.client.game.start());
  }

  /** Begins an audit of the game, or ends the one under way; no engine that could is told in words. */
  async toggleAudit(): Promise<void> {
    const { state } = this.#app;
    if (state === null) return;
    if (state.audit.state === 'running') return void (await this.#app.run(this.#app.client.audit.stop()));
    const auditor = auditorOf(state);
    if (auditor !== null) await this.#app.run(this.#app.client.audit.start(auditor));
    else {
      this.#app.toast({
        text: 'No engine here can score every move.',
        advice: 'Add one that speaks a protocol with a score for every move.',
        tone: 'warn',
      });
    }
  }

  /** Whether other programs could write this game down: they know no start but the usual one. */
  get hasLog(): boolean {
    return this.state !== null && this.state.start === null && this.state.moves.length > 0;
  }

  /** The moves from the start on, in the usual form or in another program's, or the position shown. */
  text(what: 'moves' | 'position' | MoveLog<unknown, unknown>): string {
    if (this.rules === null || this.state === null) return '';
    if (what === 'position') return this.rules.positionText(this.position);
    const whole = goTo(this.state, fullLine(this.state).moves.length);
    return what === 'moves' ? writeGameText(this.rules, whole) : writeGameLog(what, whole);
  }

  /** A new game, of whichever game it is, from what was pasted; a text that cannot be read is told in words. */
  async paste(text: string): Promise<void> {
    const { rules, state } = this;
    if (rules === null || state === null) return;
    const found = readTextOfAny(games.values(), rules, text, state.setup);
    if (found === null) return this.#refuse(rules, text, state.setup);
    const { game, read } = found;
    const input = { game: game.id, setup: { ...read.setup }, text };
    const done = await this.#run(this.#app.client.game.create(input));
    if (!done) return;
    const words = `The pasted game is on the board${game === rules ? '' : `: ${game.name}`}.`;
    this.#offer(state, words, state.moves.length === 0 ? 'ok' : 'info');
  }

  /** Says why a text is none of the game on the board. */
  #refuse(rules: Game, text: string, setup: Setup): void {
    try {
      readGameText(rules, text, setup);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
      this.#app.toast({
        text: error.message,
        about: 'game',
        advice: `Nothing was changed. Copy a list of moves or a position of ${rules.name}.`,
        tone: 'bad',
      });
    }
  }
}
