import type { Host } from "./wire";

/** What a host does wrong, or otherwise than it was asked. */
export interface HostFaults {
  /** Its lines stay open and nothing is told; what happens meanwhile is lost on them. */
  isSilent: boolean;
  /** Whoever is so many events behind is told to be too slow. */
  tooSlowEvents: number;
  /** Lines that are cut once they told so many frames. */
  cutAfter: number | null;
  /** So many frames are no JSON, or far too large, the next ones. */
  garbled: number;
  bloated: { frames: number; bytes: number };
  /** So many lines are ended as soon as they are open. */
  endedAtOnce: number;
  /** How long the first version tells nothing after a replay, and then turns two round. */
  deafMs: number;
  /** It hears of everything so much later, and tells that time. */
  lagMs: number;
  /** It knows nothing of the form of cursors by time, and of none that is too old. */
  refusesTimes: boolean;
  /** It tells everything, whatever was wanted. */
  tellsAll: boolean;
  /** So many frames it tells each line in a second at most. */
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
  tellsAll: false,
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

  /** As given; the rest stays. */
  set(host: Host["name"], faults: Partial<HostFaults>): void {
    Object.assign(this.#of[host], faults);
  }

  /** A frame as it goes out. */
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

  /** Whether the line ends behind the frame that was told. */
  isCutNow(host: Host["name"]): boolean {
    const faults = this.#of[host];
    if (faults.cutAfter === null) return false;
    faults.cutAfter -= 1;
    if (faults.cutAfter > 0) return false;
    faults.cutAfter = null;
    return true;
  }
}
