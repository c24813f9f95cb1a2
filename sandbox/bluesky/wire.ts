import { collection, type Happened } from "./shapes";

/** A stream host with its own sequence numbers. */
export interface Host {
  name: "one" | "two";
  firstSequence: number;
}

const lexicon = "network.bsky.jetstream.subscribeEvents";

export const getSequence = ({ firstSequence }: Host, number: number): number => firstSequence + number;

/** The subscriber's filters. Empty lists match everything. */
export interface Wanted {
  version: 1 | 2;
  collections: readonly string[];
  kinds: readonly string[];
}

/** The collection filter only applies to commits. */
export function isWanted(
  { collections, kinds }: Wanted,
  { kind, collection: eventCollection }: Happened,
): boolean {
  if (kinds.length > 0 && !kinds.includes(kind)) return false;
  return kind !== "commit" || collections.length === 0 || collections.includes(eventCollection ?? "");
}

/** The frame of an event on a host that lags by `lagMs`. */
export function getFrame(host: Host, version: 1 | 2, { atUs, ...rest }: Happened, lagMs: number): string {
  const happened = { ...rest, atUs: atUs + lagMs * 1_000 };
  return JSON.stringify(version === 1 ? first(happened) : second(host, happened));
}

export function infoFrame(name: string, message: string): string {
  return JSON.stringify({ $type: "message", payload: { $type: `${lexicon}#info`, name, message } });
}

export function errorFrame(error: string, message: string): string {
  return JSON.stringify({ $type: "error", error, message });
}

function first(happened: Happened): object {
  const { did, atUs, kind, operation, collection: recordType, rkey, cid, record } = happened;
  const result = { did, time_us: atUs, kind };
  if (kind === "account") return { ...result, account: accountOf(happened) };
  if (kind === "identity") return { ...result, identity: identityOf(happened) };
  const rev = rkey;
  return {
    ...result,
    commit: { rev, operation, collection: recordType, rkey, record: getRecord(happened, record), cid },
  };
}

function second(host: Host, happened: Happened): object {
  const { did, atUs, kind, number, operation, collection: recordType, rkey, cid, record } = happened;
  const result = { $type: `${lexicon}#${kind}`, seq: getSequence(host, number), did, time: getTime(atUs) };
  const payload =
    kind === "account"
      ? { ...result, account: accountOf(happened) }
      : kind === "identity"
        ? { ...result, identity: identityOf(happened) }
        : {
            ...result,
            rev: rkey,
            operation,
            collection: recordType,
            rkey,
            cid,
            record: getRecord(happened, record),
          };
  return { $type: "message", payload };
}

/** Like records are created when they are sent, because there are too many to store. */
function getRecord(
  { operation, collection: recordType, atUs, did, rkey }: Happened,
  record: object | undefined,
) {
  if (operation === "delete" || recordType === collection) return record;
  const subject = {
    uri: `at://${did}/${collection}/${rkey}`,
    cid: "bafyreiflowbc7gyvqjdhvijdqqdugmkhb2bt4jjzmanyjbaxyxdzq3c4ba",
  };
  return { $type: recordType, createdAt: getTime(atUs), subject };
}

function accountOf({ did, number, atUs, accountStatus = "active" }: Happened): object {
  const status = accountStatus === "active" ? {} : { status: accountStatus };
  return {
    active: accountStatus === "active",
    did,
    seq: 31_527_000_000 + number,
    time: getTime(atUs),
    ...status,
  };
}

function identityOf({ did, number, atUs }: Happened): object {
  return { did, seq: 31_527_000_000 + number, time: getTime(atUs) };
}

/** ISO time in microseconds. */
function getTime(microseconds: number): string {
  const iso = new Date(Math.floor(microseconds / 1_000)).toISOString();
  return iso.replace("Z", `${String(microseconds % 1_000).padStart(3, "0")}Z`);
}
