/**
 * The engines that analyse: a set for each kind of game, each with its own limit, options and process, of which any
 * number run at once. All that run follow the position shown; each is an `Analyst`, so that no answer is shown at another
 * position. Those that do not run are remembered, and started again by hand or all together.
 */
import { randomBytes } from 'node:crypto';
import type { Line } from '../games/line.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import type { Session } from '../sessions/session.ts';
import { Refused } from '../shapes/refused.ts';
import type {
  AnalysisChoices,
  AnalysisSetup,
  Assessment,
  Place,
  RememberedAnalysis,
} from '../shapes/analysis.ts';
import { Analyst } from './analyst.ts';

export interface AnalystsPorts {
  /** Starts the engine. @throws Refused */
  open(setup: AnalysisSetup): EngineHandle;
  /** Whether no more engines may be started. */
  isFull(): boolean;
  /** Whether the engine is still registered; one that was removed may come back. */
  isKnown(engine: string): boolean;
  /** The set has changed and should be stored. */
  keep(all: readonly RememberedAnalysis[]): void;
  /** Something that is shown has changed. */
  onChange(): void;
}

/** One engine of the set, with what it says. */
export interface Analysis {
  readonly setup: AnalysisSetup;
  readonly session: Session | null;
  readonly assessment: Assessment;
}

interface Member {
  remembered: RememberedAnalysis;
  readonly analyst: Analyst;
}

const defaultChoices: AnalysisChoices = { limit: { kind: 'none' }, options: {}, candidates: 3 };

export class Analysts implements SessionOwner {
  readonly #ports: AnalystsPorts;
  #members: Member[] = [];
  /** Sessions of analyses that were stopped. */
  readonly #leaving = new Set<Promise<unknown>>();
  #followed: { readonly line: Line; readonly place: Place } | null = null;
  #isPaused = false;

  constructor(ports: AnalystsPorts, remembered: readonly RememberedAnalysis[] = []) {
    this.#ports = ports;
    // Engines that were removed since come back only while this host runs.
    for (const one of remembered) if (ports.isKnown(one.engine)) this.#add(one);
  }

  /** Those of the kind of game that is followed, by their numbers. */
  get all(): readonly Analysis[] {
    return this.#shown().map(({ remembered, analyst }) => ({
      setup: setupOf(remembered),
      session: analyst.session,
      assessment: analyst.assessment,
    }));
  }

  /** Whether one of them has an answer to give. */
  get isBusy(): boolean {
    const busy: readonly Assessment['state'][] = ['starting', 'thinking', 'stopping'];
    return !this.#isPaused && this.all.some(({ assessment: { state } }) => busy.includes(state));
  }

  /** The sessions that analyse. */
  get sessions(): readonly Session[] {
    return this.#members.flatMap(({ analyst }) => analyst.session ?? []);
  }

  /** @throws Refused if there is none of this id that runs; without an id, if none runs */
  running(id?: string): {
    readonly setup: AnalysisSetup;
    readonly analyst: Analyst;
    readonly session: Session;
  } {
    const found = id === undefined ? this.#shown().find(isServed) : this.#get(id);
    const session = found?.analyst.session ?? null;
    if (found === undefined || session === null || session.ending !== null) {
      throw new Refused('No engine is analysing.', 'Start an analysis first.');
    }
    return { setup: setupOf(found.remembered), analyst: found.analyst, session };
  }

  /** @throws Refused if there is none of this id */
  setup(id: string): AnalysisSetup {
    return setupOf(this.#get(id).remembered);
  }

  /**
   * Adds an engine to those of the kind of game that is followed, and starts it. One that is in the set with the same
   * protocol and options is started if it does not run, and not added again.
   * @throws Refused if it cannot be started; then it is not added
   */
  async start(engine: string, protocol: string, chosen: Partial<AnalysisChoices> = {}): Promise<string> {
    const game = this.#game();
    const choices = { ...defaultChoices, ...chosen };
    const alike = this.#shown().find(
      ({ remembered }) =>
        remembered.engine === engine &&
        remembered.protocol === protocol &&
        sameOptions(remembered.options, choices.options),
    );
    if (alike !== undefined) {
      this.#remember(alike, { ...alike.remembered, ...chosen });
      alike.analyst.setLimit(alike.remembered.limit);
      if (!isServed(alike)) await this.#engage(alike);
      return alike.remembered.id;
    }
    const member = this.#add({
      ...{ game, id: `a-${randomBytes(5).toString('hex')}`, number: this.#freeNumber(game) },
      ...{ engine, protocol, ...choices, isChosen: true },
    });
    try {
      await this.#engage(member);
    } catch (error) {
      this.#members = this.#members.filter((one) => one !== member);
      this.#ports.onChange();
      throw error;
    }
    return member.remembered.id;
  }

  /**
   * Starts one again, or all that ran when the last one was stopped. Those that run are left alone.
   * @throws Refused for the first one that cannot be started, after the others were
   */
  async resume(id?: string): Promise<void> {
    const shown = this.#shown();
    const chosen = shown.filter(({ remembered }) => remembered.isChosen);
    const wanted = id === undefined ? (chosen.length > 0 ? chosen : shown) : [this.#get(id)];
    let refusal: unknown;
    for (const member of wanted) {
      if (isServed(member)) continue;
      try {
        await this.#engage(member);
      } catch (error) {
        refusal ??= error;
      }
    }
    if (refusal !== undefined) throw refusal;
  }

  /** Stops one or all; they stay in the set. */
  stop(id?: string): void {
    const wanted = id === undefined ? this.#shown() : [this.#get(id)];
    this.#choose(wanted);
    for (const member of wanted) this.#disengage(member);
  }

  /** Removes one from the set. */
  remove(id: string): void {
    const member = this.#get(id);
    this.#disengage(member);
    this.#members = this.#members.filter((one) => one !== member);
    this.#keep();
    this.#ports.onChange();
  }

  /** Changes what was chosen for one. Other options need another process. @throws Refused if that cannot be started */
  async change(id: string, change: Partial<AnalysisChoices>): Promise<void> {
    const member = this.#get(id);
    const { options } = member.remembered;
    this.#remember(member, { ...member.remembered, ...change });
    member.analyst.setLimit(member.remembered.limit);
    if (member.analyst.session === null || sameOptions(options, member.remembered.options)) return;
    this.#disengage(member);
    await this.#engage(member);
  }

  /** Lets all that run analyse a place. Those of another kind of game are stopped. */
  follow(line: Line, place: Place): void {
    this.#followed = { line, place };
    const others = this.#members.filter(({ remembered }) => remembered.game !== line.game.id);
    const running = others.filter(isOn);
    this.#choose(running);
    for (const member of running) this.#disengage(member);
    for (const { analyst } of this.#shown()) analyst.follow(line, place);
  }

  /** Stops all searches until `goOn`, also of engines that are started meanwhile. Their processes keep running. */
  pause(): void {
    this.#isPaused = true;
    for (const { analyst } of this.#members) analyst.pause();
    this.#ports.onChange();
  }

  /** Lets those that run analyse the place that is followed now. */
  goOn(): void {
    this.#isPaused = false;
    for (const { analyst } of this.#members) analyst.goOn();
    this.#ports.onChange();
  }

  /** Stops all at the end of the host, which closes their sessions. The set stays as it is. */
  end(): void {
    for (const { analyst } of this.#members) analyst.disengage();
  }

  owns(session: Session): boolean {
    return this.#owner(session) !== undefined;
  }

  async restart(session: Session, start: () => Promise<Session>): Promise<void> {
    await this.#owner(session)?.restart(session, start);
  }

  resynchronise(session: Session): void {
    this.#owner(session)?.resynchronise();
  }

  forget(session: Session): void {
    this.#owner(session)?.forget();
  }

  #owner(session: Session): Analyst | undefined {
    return this.#members.find(({ analyst }) => analyst.owns(session))?.analyst;
  }

  #game(): string {
    if (this.#followed === null) throw new Error('no game is followed yet');
    return this.#followed.line.game.id;
  }

  #shown(): readonly Member[] {
    const game = this.#followed?.line.game.id;
    return this.#members
      .filter(({ remembered }) => remembered.game === game && this.#ports.isKnown(remembered.engine))
      .toSorted((one, other) => one.remembered.number - other.remembered.number);
  }

  #get(id: string): Member {
    const member = this.#members.find(({ remembered }) => remembered.id === id);
    if (member !== undefined) return member;
    throw new Refused('That analysis was removed.', 'Add the engine again.');
  }

  #freeNumber(game: string): number {
    const taken = new Set(
      this.#members.flatMap(({ remembered }) => (remembered.game === game ? remembered.number : [])),
    );
    let number = 0;
    while (taken.has(number)) number++;
    return number;
  }

  #add(remembered: RememberedAnalysis): Member {
    const analyst = new Analyst(() => this.#ports.onChange(), undefined, remembered.limit);
    if (this.#isPaused) analyst.pause();
    const member: Member = { remembered, analyst };
    this.#members.push(member);
    return member;
  }

  /** @throws Refused */
  async #engage(member: Member): Promise<void> {
    this.#disengage(member);
    // At the limit on running engines, it takes the place of those that are ending.
    if (this.#ports.isFull()) await Promise.all(this.#leaving);
    // Meanwhile it may have been removed, or started by another client.
    if (!this.#members.includes(member) || isServed(member)) return;
    const handle = this.#ports.open(setupOf(member.remembered));
    member.analyst.engage(handle);
    this.#remember(member, { ...member.remembered, isChosen: true });
    if (this.#followed?.line.game.id !== member.remembered.game) return this.#disengage(member);
    member.analyst.follow(this.#followed.line, this.#followed.place);
  }

  #disengage({ analyst }: Member): void {
    const closing = analyst.disengage()?.close();
    if (closing === undefined) return;
    this.#leaving.add(closing);
    void closing.then(() => this.#leaving.delete(closing));
  }

  /** Chooses those that run and are stopped now, unless others of their kind keep running. */
  #choose(stopped: readonly Member[]): void {
    if (stopped.length === 0) return;
    for (const kind of new Set(stopped.map(({ remembered }) => remembered.game))) {
      const members = this.#members.filter(({ remembered }) => remembered.game === kind);
      const goesOn = members.some((member) => isOn(member) && !stopped.includes(member));
      if (!members.some(isOn)) continue;
      for (const member of members) {
        if (goesOn && !stopped.includes(member)) continue;
        member.remembered = { ...member.remembered, isChosen: !goesOn && isOn(member) };
      }
    }
    this.#keep();
  }

  #remember(member: Member, remembered: RememberedAnalysis): void {
    member.remembered = remembered;
    this.#keep();
    this.#ports.onChange();
  }

  #keep(): void {
    this.#ports.keep(this.#members.map(({ remembered }) => remembered));
  }
}

const setupOf = ({ game: _, isChosen: __, ...setup }: RememberedAnalysis): AnalysisSetup => setup;

/** Whether it was started and not stopped since; its engine may have failed. */
const isOn = ({ analyst }: Member): boolean => analyst.session !== null;

/** Whether its engine runs, or is being restarted. */
const isServed = ({ analyst }: Member): boolean => analyst.isServed;

const sameOptions = (one: AnalysisSetup['options'], other: AnalysisSetup['options']): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
