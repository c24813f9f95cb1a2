import { pack } from "./blob";
import { compile } from "./compile";
import type { InChunks } from "./compiled";
import { Growing } from "./growing";
import type { MatchRule } from "./rule";
import { pushRevision } from "./revisions";
import { RuleDraft } from "./rule-draft";
import { idBytes, isAscending, writeWatchId } from "./watch-ids";

/** Collects any number of rules for a blob, without allocating an object per rule. */
export class PackedDraft {
  readonly #rules: RuleDraft;
  readonly #revisions: { revisions: Growing<Uint8Array>; highRevisions: Growing<Int32Array> };
  readonly #watchIds: Growing<Uint8Array>;

  constructor(expected = 64) {
    this.#rules = new RuleDraft(expected);
    this.#revisions = {
      revisions: new Growing((length) => new Uint8Array(length), expected),
      highRevisions: new Growing((length) => new Int32Array(length)),
    };
    this.#watchIds = new Growing((length) => new Uint8Array(length), expected * idBytes);
  }

  get length(): number {
    return this.#revisions.revisions.length;
  }

  /** Rules must be in ascending order of their watch ids (UUIDs), which are binary searched. */
  add(rule: MatchRule): void {
    this.#watchIds.reserve(idBytes);
    writeWatchId(rule.watchId, this.#watchIds.values, this.#watchIds.length);
    this.#watchIds.length += idBytes;
    if (!isAscending(this.#watchIds.values, this.length)) throw new Error("watches out of order");
    pushRevision(this.#revisions, rule.revision);
    this.#rules.add(rule);
  }

  *compile(): InChunks<ArrayBuffer> {
    const identity = {
      revisions: this.#revisions.revisions.filled(),
      highRevisions: this.#revisions.highRevisions.filled(),
      watchIds: this.#watchIds.filled(),
    };
    return yield* pack(yield* compile(this.#rules, identity));
  }
}
