/**
 * The game on the screen, derived from the host's state, and the actions of the user. Nothing of the game is stored
 * here: every action is a call to the host, and the board shows the resulting state.
 */
import {
  type Choice,
  type Game,
  type Geometry,
  type MoveLog,
  type Result,
  type Seat,
  type View,
} from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { sibling } from '../../app/records/edits.ts';
import { goTo } from '../../app/records/record.ts';
import { writeGameLog, writeGameText } from '../../app/records/text.ts';
import { isBare, namedPlayers, rootId, type Nodes } from '../../app/records/tree.ts';
import type {
  AnalysisState,
  Edit,
  GameState,
  Place,
  Player,
  ProofState,
  Reached,
} from '../../app/api/contract.ts';
import { isOn } from '../analysis/letters.ts';
import { proofsHere } from '../analysis/proof.ts';
import { givesScore } from '../analysis/score.ts';
import { Lesson } from '../report/lesson.svelte.ts';
import { visible } from '../ui/visible.ts';
import { Asked } from './asked.svelte.ts';
import { Fork } from './fork.svelte.ts';
import { lineThrough, type ShownLine } from './line.ts';
import { NodeReader, nodesOf, type Tree } from './nodes.ts';
import type { Shared } from './toasts.ts';
import { makeStepper, type Step, type Steps } from './steps.ts';

interface Seated {
  readonly player: Player;
  /** The state that was shown when the host answered; null until then. */
  answeredAt: GameState | null;
}

export const noLine = { moves: [], comment: '' } as const;

/** The same human or engine, regardless of limit, protocol and options. */
const isSamePlayer = (one: Player, other: Player): boolean =>
  one.kind === 'engine' && other.kind === 'engine' ? one.engine === other.engine : one.kind === other.kind;

/** A new game, as the dialog asks for it. */
export type NewGame = Parameters<Shared['client']['games']['create']>[0];

/**
 * What can be copied: the line shown, the line up to a node, the position shown, or the notation of another program.
 */
export type GameText = 'moves' | 'position' | { readonly upTo: number } | MoveLog<unknown, unknown>;

export class GameView {
  readonly #app: Shared;
  readonly #stepper = makeStepper();
  /** The requested players, by seat. */
  readonly #seated: Partial<Record<Seat, Seated>> = {};

  constructor(app: Shared) {
    this.#app = app;
    this.lesson = new Lesson(app, this);
    this.asked = new Asked(
      () => this.state,
      () => app.toast({ text: 'The position has changed; your input for the previous one was discarded.' }),
    );
  }

  /** The place asked for last, and what waits for it. */
  readonly asked: Asked;

  /** "Learn from the mistakes" of a report. */
  readonly lesson: Lesson;

  /** Whether the left button, touches and Enter draw on the board instead of moving. */
  pencil = $state(false);
  /** The moves of the line that the board shows, empty if none is shown, and what its engine says about it. */
  foreseen = $state.raw<{ readonly moves: readonly string[]; readonly comment: string }>(noLine);

  readonly state = $derived.by((): GameState | null => this.#app.state?.game ?? null);
  /** The nodes of the game shown; the same value until one of them changes. */
  readonly tree = $derived.by((): Tree | null => {
    const { state } = this;
    if (state === null || this.#tree?.nodes !== state.nodes) this.#tree = state;
    return this.#tree;
  });
  #tree: Tree | null = null;
  /** Applies the rules to the nodes of the game shown. */
  readonly reader = new NodeReader();

  /** The line through the node shown. */
  readonly line = $derived.by((): ShownLine | null => {
    const { state } = this;
    if (state === null) return null;
    const line = lineThrough(state, state.shown);
    // A damaged file may hold a move that is illegal: the line ends before it.
    const bad = line.nodes.findIndex((id) => this.reader.at(state, id) === null);
    if (bad === -1) return line;
    const nodes = line.nodes.slice(0, bad);
    return { ...line, nodes, moves: line.moves.slice(0, bad - 1), cursor: Math.min(line.cursor, bad - 1) };
  });
  readonly steps = $derived.by((): Steps | null => (this.line === null ? null : this.#stepper(this.line)));
  /** The plies up to the node shown. */
  readonly cursor = $derived.by((): number => this.line?.cursor ?? 0);
  /** The plies of the line through the node shown. */
  readonly last = $derived.by((): number => this.line?.moves.length ?? 0);
  /** The moves that continue the node shown, if there are several. */
  readonly fork = new Fork(() => this.state);
  readonly step = $derived.by((): Step | null => this.steps?.steps[this.cursor] ?? null);
  readonly position = $derived.by((): unknown => this.step?.position);
  readonly rules = $derived.by((): Game | null => this.steps?.game ?? null);
  readonly seat = $derived.by((): Seat => (this.rules === null ? 0 : this.rules.seatToMove(this.position)));

  /** As text, so that a new snapshot with the same setup keeps the geometry. */
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

  /** Why the user may not move here although the rules would allow it; null if the user may. */
  readonly blocked = $derived.by((): string | null => {
    if (this.#app.connection !== 'open') return 'the host disconnected: you cannot move';
    const state = this.state;
    if (state === null || !state.running || state.thinking?.at !== state.shown) return null;
    return `${this.playerName(this.seat)} is thinking: wait for its move, or stop the game`;
  });

  readonly choices = $derived.by((): readonly Choice<unknown>[] =>
    this.rules === null || this.blocked !== null ? [] : this.rules.choices(this.position),
  );

  /** The engines that run and are about the place shown, by their letters. */
  readonly analyses = $derived.by((): readonly AnalysisState[] => {
    const { state } = this;
    const all = this.#app.told?.analyses ?? [];
    return all.filter(({ place }) => place?.game === state?.key && place?.node === state?.shown);
  });
  /** The engine that the evaluation bar shows: the first one whose protocol has scores, or else the first one. */
  readonly leader = $derived.by((): AnalysisState | null => {
    const running = (this.#app.told?.analyses ?? []).filter(isOn);
    return running.find(({ protocol }) => givesScore(this.#app.state, protocol)) ?? running[0] ?? null;
  });
  /** The same, if it is about the place shown. */
  readonly analysis = $derived.by((): AnalysisState | null =>
    this.leader !== null && this.analyses.includes(this.leader) ? this.leader : null,
  );

  /** What is proven at the place shown; null if proofs are off. */
  readonly proofs = $derived.by((): ProofState | null =>
    this.#app.told === null ? null : proofsHere(this.#app.told),
  );

  /** The name of the engine that plays the side, or of the player that the record names. */
  playerName(seat: Seat): string {
    const player = this.state?.players[seat];
    if (player === undefined || player.kind === 'human') {
      return visible(namedPlayers(this.state?.headers ?? {})[seat] ?? 'Human');
    }
    const engine = this.#app.state?.engines.find(({ id }) => id === player.engine);
    return engine === undefined ? 'A removed engine' : visible(engine.name);
  }

  #place(node = this.state?.shown ?? 0): Place | null {
    return this.state === null ? null : { game: this.state.key, node };
  }

  /**
   * Plays a move at the node shown; one that the node does not have yet becomes a variation. Does nothing while another
   * place is asked for, since the move belongs to the position shown.
   */
  async play(move: unknown): Promise<void> {
    const at = this.#place();
    if (at === null || this.rules === null || !this.asked.isShown) return;
    const text = this.rules.moveText(this.position, move);
    if (this.lesson.takesMoves) return this.lesson.try(text);
    await this.#ask(this.#app.client.game.play({ at, move: text }));
  }

  /** Awaits a call that changes the place shown. @param node where it leads, if that is known */
  #ask(call: PromiseLike<Reached>, node: number | null = null): Promise<boolean> {
    const game = this.state?.key ?? '';
    const answered = this.#app.run(
      call.then((reached) => ({ game, reached })),
      'game',
    );
    return this.asked.ask(answered, node);
  }

  /** Awaits a call about the game. Returns whether it succeeded. */
  async #run(call: PromiseLike<unknown>): Promise<boolean> {
    return (
      (await this.#app.run(
        call.then(() => true),
        'game',
      )) ?? false
    );
  }

  /** Reports that another game is shown, and offers the previous one, which stays open. */
  #offer(before: GameState, game: string, text: string): void {
    const { key } = before;
    this.#app.toast({
      text,
      topic: 'previous game',
      game,
      action: { label: 'Back', run: () => void this.#run(this.#app.client.games.show({ game: key })) },
    });
  }

  /** The node that steps start from: they may be asked for faster than their nodes are shown. */
  #stepsFrom(): number {
    return this.asked.node ?? this.state?.shown ?? 0;
  }

  /** Shows a ply of the line through the node that was asked for last, at most its end. */
  goTo(ply: number): Promise<void> {
    return this.#show((state) => {
      const { nodes } = lineThrough(state, this.#stepsFrom());
      return nodes[Math.max(0, Math.min(nodes.length - 1, ply))]!;
    });
  }

  show(node: number): Promise<void> {
    return this.#show(() => node);
  }

  /** Shows a node, which is found as soon as it is known where to start from. */
  #show(to: (state: GameState) => number | null): Promise<void> {
    return this.asked.whenKnown(async () => {
      const node = this.state === null ? null : to(this.state);
      if (node === null || node === this.asked.node) return;
      await this.#ask(this.#app.client.game.goTo(this.#place(node)!), node);
    });
  }

  /** Whether the line has a ply that many after the node that was asked for last. */
  hasStep(plies: number): boolean {
    if (this.state === null) return false;
    const { cursor, moves } = lineThrough(this.state, this.#stepsFrom());
    return cursor + plies >= 0 && cursor + plies <= moves.length;
  }

  stepBy(plies: number): Promise<void> {
    return this.#show((state) => {
      const from = this.#stepsFrom();
      const chosen = plies === 1 && from === state.shown ? this.fork.chosen : null;
      const { cursor, nodes } = lineThrough(state, from);
      return chosen ?? nodes[Math.max(0, Math.min(nodes.length - 1, cursor + plies))]!;
    });
  }

  /** The player that was requested last for a side, shown or not; partial changes start from it. */
  playerWanted(seat: Seat): Player | undefined {
    const answeredAt = this.#seated[seat]?.answeredAt ?? null;
    if (answeredAt !== null && answeredAt !== this.state) delete this.#seated[seat];
    return this.#seated[seat]?.player ?? this.state?.players[seat];
  }

  /** Chooses a player. A game between an engine and a human begins at once. */
  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const { state } = this;
    if (state === null) return;
    const before = this.playerWanted(seat);
    const seated: Seated = { player, answeredAt: null };
    this.#seated[seat] = seated;
    const done = await this.#app.run(
      this.#app.client.game.setPlayer({ game: state.key, seat, player }).then(() => true),
    );
    if (done) seated.answeredAt = this.state;
    else if (this.#seated[seat] === seated) delete this.#seated[seat];
    const other = this.playerWanted(seat === 0 ? 1 : 0)?.kind;
    if (!done || (before !== undefined && isSamePlayer(before, player))) return;
    if (this.result === null && !this.state?.running) await this.#resume(player.kind, other);
  }

  /** Shows the game of another kind that was touched last. */
  async showKind(kind: string): Promise<void> {
    await this.#run(this.#app.client.games.showKind({ kind }));
  }

  /**
   * A new game as the dialog asks for it.
   * @param begins whether play begins; by default an engine opponent plays from the usual start
   */
  async create(input: NewGame, begins?: boolean): Promise<boolean> {
    const before = this.state;
    const creating = this.#app.run(this.#app.client.games.create(input), 'game');
    const done = await this.asked.ask(creating.then((made) => made && { ...made, reached: null }));
    const created = await creating;
    const [first, second] = input.players ?? before?.players ?? [];
    if (created !== undefined && before !== null && !isBare(before)) {
      const rules = gameById(before.gameId);
      this.#offer(before, created.game, `New game. The previous game of ${rules.name} stays open.`);
    }
    // Another kind of game has players of its own, which this client may not know yet.
    const isKnown = input.players !== undefined || before?.gameId === input.game;
    const answers = isKnown && input.text === undefined && first?.kind !== second?.kind;
    if (created !== undefined && (begins ?? answers)) await this.#run(this.#app.client.game.start(created));
    return done;
  }

  /**
   * Continues play between a human and an engine without the Play button. The kinds are parameters, because the state
   * that a call changes may arrive after its answer.
   */
  async #resume(one: Player['kind'] | undefined, other: Player['kind'] | undefined): Promise<void> {
    if (one !== other) await this.start();
  }

  /** Awaits a call about the game shown. */
  async #ofShown(call: (of: { game: string }) => PromiseLike<unknown>): Promise<boolean> {
    return this.state === null ? false : this.#run(call({ game: this.state.key }));
  }

  /** The same for a call that changes the place shown, after all that was asked for before. */
  #asShown(call: (of: { game: string }) => PromiseLike<Reached>): Promise<void> {
    return this.asked.whenKnown(async () => {
      if (this.state !== null) await this.#ask(call({ game: this.state.key }));
    });
  }

  /** Lets play go on from the position shown; in a lesson an engine would make the move that the user looks for. */
  start = async (): Promise<boolean> =>
    !this.lesson.declinesEngines() && this.#ofShown((of) => this.#app.client.game.start(of));
  stop = (): Promise<boolean> => this.#ofShown((of) => this.#app.client.game.stop(of));
  moveNow = (): Promise<boolean> => this.#ofShown((of) => this.#app.client.game.moveNow(of));
  undo = (): Promise<void> => this.#asShown((of) => this.#app.client.game.undo(of));
  redo = (): Promise<void> => this.#asShown((of) => this.#app.client.game.redo(of));
  takeBack = (): Promise<void> => this.#asShown((of) => this.#app.client.game.takeBack(of));

  /** Chooses the next move at a fork; elsewhere shows the next variation of the previous position. */
  async chooseVariation(by: -1 | 1): Promise<void> {
    if (!this.fork.choose(by)) await this.walk((tree, node) => sibling(tree, node, by));
  }

  /** Shows the node that a walk from the one shown leads to. */
  walk(to: (tree: Nodes, node: number) => number | null): Promise<void> {
    return this.#show((state) => to(nodesOf(state), this.#stepsFrom()));
  }

  /** Applies the edits for a node; does nothing if there are none. */
  async edit(edits: (tree: Nodes, node: number) => readonly Edit[], node = this.state?.shown): Promise<void> {
    if (this.state === null || node === undefined) return;
    const change = edits(nodesOf(this.state), node);
    if (change.length > 0) await this.#ask(this.#app.client.game.edit({ game: this.state.key, change }));
  }

  /** Deletes a node and everything after it. */
  deleteFrom(node?: number): Promise<void> {
    return this.edit((_, at) => (at === rootId ? [] : [{ kind: 'delete', node: at }]), node);
  }

  /** Whether other programs can express this game: their notations know only the usual start. */
  get hasLog(): boolean {
    return this.line !== null && this.line.start === null && this.last > 0;
  }

  /** The moves from the start in our notation or another program's, or the position shown. */
  text(what: GameText): string {
    if (this.rules === null || this.line === null) return '';
    if (what === 'position') return this.rules.positionText(this.position);
    if (typeof what === 'object' && 'upTo' in what) {
      return writeGameText(this.rules, lineThrough(this.state!, what.upTo));
    }
    const whole = goTo(this.line, this.last);
    return what === 'moves' ? writeGameText(this.rules, whole) : writeGameLog(what, whole);
  }
}
