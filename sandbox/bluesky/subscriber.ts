import type { WebSocket } from "ws";
import type { Faults } from "./faults";
import { errorFrame, getFrame, type Host, isWanted, type Wanted } from "./wire";
import type { BlueskyWorld } from "./world";
import type { Happened } from "./shapes";

/** Buffered bytes at which sending to a slow client pauses. */
const maxWaiting = 1_000_000;
const maxPerTurn = 5_000;

/** A stream subscriber. Receives all events from a number on. */
export class Subscriber {
  readonly #world: BlueskyWorld;
  readonly #faults: Faults;
  readonly #socket: WebSocket;
  readonly #host: Host;
  readonly #wanted: Wanted;
  sentFrames = 0;
  #next: number;
  #isReplaying: boolean;
  /** End of the silence after a replay in version 1, and the frames to swap then. */
  #deafUntilMs = 0;
  #turned: string[] | null = null;
  /** Rate limit of the host: frames allowed now, and when they were last counted. */
  #allowed = 0;
  #countedMs = performance.now();

  constructor(
    { world, faults }: { world: BlueskyWorld; faults: Faults },
    {
      socket,
      host,
      wanted,
      next,
      isReplay,
    }: {
      socket: WebSocket;
      host: Host;
      wanted: Wanted;
      next: number;
      isReplay: boolean;
    },
  ) {
    this.#world = world;
    this.#faults = faults;
    this.#socket = socket;
    this.#host = host;
    this.#wanted = wanted;
    this.#next = next;
    this.#isReplaying = isReplay;
  }

  get host(): Host {
    return this.#host;
  }

  send(frame: string): void {
    this.sentFrames += 1;
    this.#socket.send(frame);
  }

  /** Sends new events, at the client's reading speed. */
  report(): void {
    const { from, to: tip } = this.#world.kept();
    const { tooSlowEvents, lagMs, emitsAll } = this.#faults.of(this.#host.name);
    const to = lagMs === 0 ? tip : this.#world.since((this.#world.clock.nowMs() - lagMs) * 1_000 + 1);
    if (this.#next < from || to - this.#next > tooSlowEvents)
      return this.fail("ConsumerTooSlow", "reader below floor rate");
    const before = this.sentFrames;
    const max = this.#allow();
    const canSend = () => this.sentFrames - before < max && this.#socket.bufferedAmount < maxWaiting;
    for (let passed = 0; this.#next < to && passed < maxPerTurn && canSend(); passed += 1) {
      const happened = this.#world.at(this.#next);
      this.#next += 1;
      if (emitsAll || isWanted(this.#wanted, happened)) this.#sendOne(happened);
    }
    this.#allowed = Math.max(0, this.#allowed - (this.sentFrames - before));
    if (this.#next === to && this.#isReplaying) this.#cutOver();
  }

  /** Number of frames allowed now. Unused allowance expires after a second. */
  #allow(): number {
    const { framesPerSecond } = this.#faults.of(this.#host.name);
    const nowMs = performance.now();
    const passedMs = Math.min(1_000, nowMs - this.#countedMs);
    this.#countedMs = nowMs;
    if (!Number.isFinite(framesPerSecond)) return Infinity;
    this.#allowed = Math.min(framesPerSecond, this.#allowed + (passedMs * framesPerSecond) / 1_000);
    return this.#allowed;
  }

  fail(error: string, message: string): void {
    this.send(errorFrame(error, message));
    this.#socket.close(1008, error);
  }

  cut(): void {
    this.#socket.terminate();
  }

  #sendOne(happened: Happened): void {
    const faults = this.#faults.of(this.#host.name);
    if (faults.isSilent || this.#world.clock.nowMs() < this.#deafUntilMs) return;
    const frame = getFrame(this.#host, this.#wanted.version, happened, faults.lagMs);
    if (this.#turned !== null) {
      this.#turned.push(frame);
      if (this.#turned.length < 2) return;
      for (const one of this.#turned.toReversed()) this.send(one);
      this.#turned = null;
      return;
    }
    this.send(this.#faults.spoiled(this.#host.name, frame));
    if (this.#faults.isCutNow(this.#host.name)) this.cut();
  }

  /** Switches from replay to live. */
  #cutOver(): void {
    this.#isReplaying = false;
    const { deafMs } = this.#faults.of(this.#host.name);
    if (this.#wanted.version === 2 || deafMs === 0) return;
    this.#deafUntilMs = this.#world.clock.nowMs() + deafMs;
    this.#turned = [];
  }
}
