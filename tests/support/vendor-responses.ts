import type { ChannelName } from "@/channels/registry";
import type { Outcome } from "@/domain/delivery/channel";

type VendorResponse = readonly [ChannelName, { status: number; text?: string }, Outcome["kind"]];

const json = (value: object) => JSON.stringify(value);

/** Responses that each vendor documents, with their outcomes. */
const documented: readonly VendorResponse[] = [
  ["webhook", { status: 200 }, "sent"],
  ["webhook", { status: 204 }, "sent"],
  ["webhook", { status: 200, text: "<html>thanks</html>" }, "sent"],
  ["webhook", { status: 301 }, "later"],
  ["webhook", { status: 400 }, "later"],
  ["webhook", { status: 401 }, "later"],
  ["webhook", { status: 404 }, "later"],
  ["webhook", { status: 410 }, "gone"],
  ["webhook", { status: 429 }, "later"],
  ["webhook", { status: 503 }, "later"],
  ["slack", { status: 200, text: "ok" }, "sent"],
  ["slack", { status: 400, text: "invalid_payload" }, "refused"],
  ["slack", { status: 400, text: "no_text" }, "refused"],
  ["slack", { status: 403, text: "action_prohibited" }, "gone"],
  ["slack", { status: 403, text: "invalid_token" }, "gone"],
  ["slack", { status: 403, text: "something new" }, "later"],
  ["slack", { status: 404, text: "channel_not_found" }, "gone"],
  ["slack", { status: 404, text: "no_service" }, "gone"],
  ["slack", { status: 410, text: "channel_is_archived" }, "gone"],
  ["slack", { status: 403, text: "channel_is_archived\n" }, "gone"],
  ["slack", { status: 302 }, "later"],
  ["slack", { status: 429 }, "later"],
  ["slack", { status: 500, text: "rollup_error" }, "later"],
  ["discord", { status: 200 }, "sent"],
  ["discord", { status: 200, text: json({ id: "1", type: 0 }) }, "sent"],
  ["discord", { status: 204 }, "sent"],
  ["discord", { status: 400, text: json({ code: 50035 }) }, "refused"],
  ["discord", { status: 401, text: json({ code: 50027 }) }, "gone"],
  ["discord", { status: 404, text: json({ code: 10015 }) }, "gone"],
  ["discord", { status: 404, text: json({ message: "Unknown Channel", code: 10003 }) }, "gone"],
  ["discord", { status: 401, text: json({ code: 0 }) }, "later"],
  ["discord", { status: 404, text: "null" }, "later"],
  ["discord", { status: 429, text: json({ retry_after: 0.65 }) }, "later"],
  ["discord", { status: 502 }, "later"],
  ["teams", { status: 200, text: "1" }, "sent"],
  [
    "teams",
    { status: 200, text: connectorError("returned HTTP error 429 with ContextId tcid=0,x=413") },
    "later",
  ],
  [
    "teams",
    { status: 200, text: connectorError("returned HTTP error 413 with ContextId tcid=0,x=429") },
    "refused",
  ],
  ["teams", { status: 200, text: connectorError("timed out") }, "later"],
  ["teams", { status: 202 }, "sent"],
  ["teams", { status: 400, text: workflowError("InvalidRequestContent") }, "refused"],
  ["teams", { status: 400, text: workflowError("WorkflowTriggerIsNotEnabled") }, "gone"],
  ["teams", { status: 401, text: workflowError("DirectApiAuthorizationRequired") }, "gone"],
  ["teams", { status: 404, text: workflowError("WorkflowNotFound") }, "gone"],
  ["teams", { status: 410, text: workflowError("WorkflowTriggerNotFound") }, "gone"],
  ["teams", { status: 413, text: workflowError("RequestEntityTooLarge") }, "refused"],
  ["teams", { status: 429 }, "later"],
  ["teams", { status: 504, text: workflowError("GatewayTimeout") }, "later"],
  ["ntfy", { status: 200, text: json({ id: "x", event: "message", topic: "t" }) }, "sent"],
  ["ntfy", { status: 400, text: ntfyError(40024) }, "refused"],
  ["ntfy", { status: 401, text: ntfyError(40101) }, "gone"],
  ["ntfy", { status: 403, text: ntfyError(40301) }, "gone"],
  ["ntfy", { status: 404, text: ntfyError(40401) }, "gone"],
  ["ntfy", { status: 413, text: ntfyError(41303) }, "refused"],
  ["ntfy", { status: 429, text: ntfyError(42908) }, "later"],
  ["ntfy", { status: 507, text: ntfyError(50701) }, "later"],
];

/** Bodies of proxies, captive portals and gateways between us and the vendor. */
const proxies = [
  "<html><body><h1>404 Not Found</h1><hr>nginx</body></html>",
  "\n <!doctype html><title>Sign in to the network</title>",
] as const;
const chats = ["slack", "discord", "teams", "ntfy"] as const;
/** Statuses that end a destination or a message in the vendor's own words, and success. */
const fromProxies = chats.flatMap((channel) =>
  [200, 400, 401, 403, 404, 410, 413].flatMap((status) =>
    proxies.map((text): VendorResponse => [channel, { status, text }, "later"]),
  ),
);
/** The same in plain text and in other JSON, which don't name the reason as the vendor does. */
const unproven = chats.flatMap((channel) =>
  [401, 403, 404, 410].flatMap((status) =>
    [
      "",
      "404 page not found",
      json({ message: "Not Found", statusCode: status }),
      json({ code: status }),
      "[]",
    ].map((text): VendorResponse => [channel, { status, text }, "later"]),
  ),
);
const mismatched: readonly VendorResponse[] = [
  // A proxy could quote the vendor's code.
  ["slack", { status: 404, text: "upstream said: no_service" }, "later"],
  ["slack", { status: 404, text: "no_service_available" }, "later"],
  ["discord", { status: 403, text: json({ code: 10015 }) }, "later"],
  ["teams", { status: 404, text: json({ error: "not found" }) }, "later"],
  ["ntfy", { status: 404, text: ntfyError(40301) }, "later"],
  ["ntfy", { status: 403, text: json({ code: 40301, error: "forbidden" }) }, "later"],
  ["ntfy", { status: 400, text: "Bad Request" }, "later"],
  ["ntfy", { status: 413, text: "Payload Too Large" }, "later"],
  ["ntfy", { status: 413, text: json({ code: 413 }) }, "later"],
];

/** Vendor responses, and a proxy response for each chat. */
export const vendorResponses: readonly VendorResponse[] = [
  ...documented,
  ...mismatched,
  ...chats.map((channel): VendorResponse => [channel, { status: 404, text: "404 page not found" }, "later"]),
];

/** Proxy responses. They don't end destinations or messages. */
export const proxyResponses: readonly VendorResponse[] = [...fromProxies, ...unproven];

function workflowError(code: string): string {
  return json({ error: { code, message: "as Power Automate says it" } });
}

function connectorError(text: string): string {
  return `Webhook message delivery failed with error: Microsoft Teams endpoint ${text}`;
}

/** ntfy's codes start with the status. */
function ntfyError(code: number): string {
  return json({ code, http: Math.floor(code / 100), error: "an error", link: "https://ntfy.sh/docs" });
}
