import type { Host } from "./wire";

export interface HostFaults {
  /** Connections stay open without frames, and events in the meantime are lost. */
  isSilent: boolean;
  /** Disconnect consumers that fall this many events behind (ConsumerTooSlow). */
  tooSlowEvents: number;
  /** Cut the connection after this many frames. */
  cutAfter: number | null;
  /** Number of coming frames that are not valid JSON, and that are far too large. */
  garbled: number;
  bloated: { frames: number; bytes: number };
  /** Number of connections that are closed immediately after opening. */
  endedAtOnce: number;
  /** How long version 1 sends nothing after a replay (ms). Afterwards it swaps two events. */
  deafMs: number;
  /** Delay of all events, including their timestamps (ms). */
  lagMs: number;
  /** Reject time cursors and outdated cursors. */
  refusesTimes: boolean;
  /** Ignore the requested filters. */
  emitsAll: boolean;
  /** Maximum frames per second and connection. */
  framesPerSecond: number;
}

const none: HostFaults = {
  isSilent: false,
  tooSlowEvents: 250_000,
  cutAfter: null,
  garbled: 0,
  bloated: { frames: 0, bytes: 0 },
  endedAtOnce: 0,
  deafMs: 0,
  lagMs: 0,
  refusesTimes: false,
  emitsAll: false,
  framesPerSecond: Infinity,
};

export class Faults {
  #of = { one: { ...none }, two: { ...none } };

  reset(): void {
    this.#of = { one: { ...none }, two: { ...none } };
  }

  of(host: Host["name"]): HostFaults {
    return this.#of[host];
  }

  /** Merges into the current faults. */
  set(host: Host["name"], faults: Partial<HostFaults>): void {
    Object.assign(this.#of[host], faults);
  }

  /** Applies the faults to a frame. */
  spoiled(host: Host["name"], frame: string): string {
    const faults = this.#of[host];
    if (faults.garbled > 0) {
      faults.garbled -= 1;
      return frame.slice(0, frame.length / 2);
    }
    if (faults.bloated.frames === 0) return frame;
    faults.bloated.frames -= 1;
    return `${frame}${" ".repeat(faults.bloated.bytes)}`;
  }

  /** True if the connection is cut after this frame. */
  isCutNow(host: Host["name"]): boolean {
    const faults = this.#of[host];
    if (faults.cutAfter === null) return false;
    faults.cutAfter -= 1;
    if (faults.cutAfter > 0) return false;
    faults.cutAfter = null;
    return true;
  }
}
