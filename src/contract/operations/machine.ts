import {
  deliverAnswer,
  healthAnswer,
  listenAnswer,
  pollAnswer,
  receivedAnswer,
  retentionAnswer,
} from "../machine";
import { rpcAnswer, rpcMessage } from "../mcp";
import * as z from "../zod";
import type { Operations } from "./operation";

const health = { text: "The database doesn't answer.", answer: healthAnswer };

export const machineOperations = {
  getHealth: {
    method: "GET",
    path: "/api/health",
    kind: "open",
    summary: "How the machine is; degraded is still 200",
    answer: healthAnswer,
    others: { 503: health },
  },
  getLiveness: {
    method: "GET",
    path: "/api/health/live",
    kind: "open",
    summary: "Whether the process answers",
    answer: healthAnswer,
  },
  getReadiness: {
    method: "GET",
    path: "/api/health/ready",
    kind: "open",
    summary: "Whether the process can serve",
    answer: healthAnswer,
    others: { 503: health },
  },
  poll: {
    method: "GET",
    path: "/api/cron/poll",
    kind: "cron",
    summary: "Read Reddit, record matches, send what is due; every minute",
    answer: pollAnswer,
  },
  listen: {
    method: "GET",
    path: "/api/cron/listen",
    kind: "cron",
    summary: "Take in what sites tell as it happens, record matches; every minute",
    answer: listenAnswer,
  },
  deliver: {
    method: "GET",
    path: "/api/cron/deliver",
    kind: "cron",
    summary: "Send what is due; every minute",
    answer: deliverAnswer,
  },
  retain: {
    method: "GET",
    path: "/api/cron/retention",
    kind: "cron",
    summary: "Forget what is old, look up what was deleted, compare with Stripe; every hour",
    answer: retentionAnswer,
  },
  scrapeMetrics: {
    method: "GET",
    path: "/api/metrics",
    kind: "cron",
    summary: "Meters as Prometheus text",
    media: "text/plain",
    proofs: ["metricsToken"],
  },
  takeStripeEvent: {
    method: "POST",
    path: "/api/webhooks/stripe",
    kind: "webhook",
    summary: "An event of Stripe",
    answer: receivedAnswer,
    proofs: ["stripeSignature"],
    errors: ["NOT_FOUND"],
  },
  takeResendEvent: {
    method: "POST",
    path: "/api/webhooks/resend",
    kind: "webhook",
    summary: "An event of Resend",
    answer: receivedAnswer,
    proofs: ["resendSignature"],
  },
  getDocument: {
    method: "GET",
    path: "/api/openapi.json",
    kind: "open",
    summary: "This document",
    answer: z.looseObject({ openapi: z.string() }),
  },
  getClient: {
    method: "GET",
    path: "/api/client.ts",
    kind: "open",
    summary: "A typed client of these calls in one file, to be copied",
    media: "text/plain",
  },
  callMcp: {
    method: "POST",
    path: "/api/mcp",
    kind: "user",
    key: "read",
    summary:
      "The Model Context Protocol for assistants, one message of JSON-RPC a call, without sessions; tools that write need a key that may",
    body: rpcMessage,
    answer: rpcAnswer,
    others: {
      202: { text: "A notification was taken." },
      400: { text: "No single message of the protocol, or of a version not spoken here.", answer: rpcAnswer },
      403: { text: "From a page of another origin.", answer: rpcAnswer },
    },
  },
} as const satisfies Operations;
