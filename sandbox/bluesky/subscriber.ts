import type { WebSocket } from "ws";
import type { Faults } from "./faults";
import { errorFrame, frameOf, type Host, isWanted, type Wanted } from "./wire";
import type { BlueskyWorld } from "./world";
import type { Happened } from "./shapes";

/** What waits on the way to one who reads slowly, bytes. */
const mostWaiting = 1_000_000;
const mostAtOnce = 5_000;

/** One who is told what happens, from a number on. */
export class Subscriber {
  readonly #world: BlueskyWorld;
  readonly #faults: Faults;
  readonly #socket: WebSocket;
  readonly #host: Host;
  readonly #wanted: Wanted;
  /** Frames. */
  told = 0;
  #next: number;
  #isReplaying: boolean;
  /** Of the first version, when a replay came to its end: until then nothing is told, and then two turned round. */
  #deafUntilMs = 0;
  #turned: string[] | null = null;
  /** Frames that the host's pace allows by now, and since when they are counted. */
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
    this.told += 1;
    this.#socket.send(frame);
  }

  /** Tells it what happened since, as far as it reads. */
  tell(): void {
    const { from, to: tip } = this.#world.kept();
    const { tooSlowEvents, lagMs, tellsAll } = this.#faults.of(this.#host.name);
    const to = lagMs === 0 ? tip : this.#world.since((this.#world.clock.nowMs() - lagMs) * 1_000 + 1);
    if (this.#next < from || to - this.#next > tooSlowEvents)
      return this.fail("ConsumerTooSlow", "reader below floor rate");
    const before = this.told;
    const most = this.#allow();
    const goesOn = () => this.told - before < most && this.#socket.bufferedAmount < mostWaiting;
    for (let passed = 0; this.#next < to && passed < mostAtOnce && goesOn(); passed += 1) {
      const happened = this.#world.at(this.#next);
      this.#next += 1;
      if (tellsAll || isWanted(this.#wanted, happened)) this.#tellOne(happened);
    }
    this.#allowed = Math.max(0, this.#allowed - (this.told - before));
    if (this.#next === to && this.#isReplaying) this.#cutOver();
  }

  /** How many frames may be told now; what was not told a second ago is not told later on top. */
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

  #tellOne(happened: Happened): void {
    const faults = this.#faults.of(this.#host.name);
    if (faults.isSilent || this.#world.clock.nowMs() < this.#deafUntilMs) return;
    const frame = frameOf(this.#host, this.#wanted.version, happened, faults.lagMs);
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

  /** From the past to the present. */
  #cutOver(): void {
    this.#isReplaying = false;
    const { deafMs } = this.#faults.of(this.#host.name);
    if (this.#wanted.version === 2 || deafMs === 0) return;
    this.#deafUntilMs = this.#world.clock.nowMs() + deafMs;
    this.#turned = [];
  }
}
