import {
  deliverResponse,
  healthResponse,
  listenResponse,
  pollResponse,
  receivedResponse,
  retentionResponse,
} from "../machine";
import { rpcResponse, rpcMessage } from "../mcp";
import { exampleText } from "../entity";
import * as z from "../zod";
import { withLines, type Drafts } from "./operation";

const health = { text: "The database is unavailable.", response: healthResponse };

export const systemOperations = withLines({
  getHealth: {
    method: "GET",
    path: "/api/health",
    kind: "open",
    summary: "Service health; degraded still returns 200",
    response: healthResponse,
    others: { 503: health },
  },
  getLiveness: {
    method: "GET",
    path: "/api/health/live",
    kind: "open",
    summary: "Liveness probe",
    response: healthResponse,
  },
  getReadiness: {
    method: "GET",
    path: "/api/health/ready",
    kind: "open",
    summary: "Readiness probe",
    response: healthResponse,
    others: { 503: health },
  },
  poll: {
    method: "GET",
    path: "/api/cron/poll",
    kind: "cron",
    summary: "Cron, every minute: read sites, record matches, send due messages",
    response: pollResponse,
  },
  listen: {
    method: "GET",
    path: "/api/cron/listen",
    kind: "cron",
    summary: "Cron, every minute: consume site streams and record matches",
    response: listenResponse,
  },
  deliver: {
    method: "GET",
    path: "/api/cron/deliver",
    kind: "cron",
    summary: "Cron, every minute: send due messages",
    response: deliverResponse,
  },
  retain: {
    method: "GET",
    path: "/api/cron/retention",
    kind: "cron",
    summary: "Cron, every 15 minutes: delete expired data, re-check deleted posts, reconcile with Stripe",
    response: retentionResponse,
  },
  scrapeMetrics: {
    method: "GET",
    path: "/api/metrics",
    kind: "cron",
    summary: "Prometheus metrics",
    media: "text/plain",
    proofs: ["metricsToken"],
  },
  takeStripeEvent: {
    method: "POST",
    path: "/api/webhooks/stripe",
    kind: "webhook",
    summary: "Stripe webhook",
    response: receivedResponse,
    proofs: ["stripeSignature"],
    errors: ["NOT_FOUND"],
  },
  takeResendEvent: {
    method: "POST",
    path: "/api/webhooks/resend",
    kind: "webhook",
    summary: "Resend webhook",
    response: receivedResponse,
    proofs: ["resendSignature"],
  },
  takeTelegramUpdate: {
    method: "POST",
    path: "/api/webhooks/telegram",
    kind: "webhook",
    summary: "Telegram webhook",
    response: receivedResponse,
    proofs: ["telegramSignature"],
  },
  getDocument: {
    method: "GET",
    path: "/api/openapi.json",
    kind: "open",
    summary: "This document",
    response: z.looseObject({ openapi: exampleText("3.1.0") }),
  },
  getClient: {
    method: "GET",
    path: "/api/client.ts",
    kind: "open",
    summary: "Single-file typed client",
    media: "text/plain",
  },
  callMcp: {
    method: "POST",
    path: "/api/mcp",
    kind: "user",
    key: "read",
    summary:
      "Model Context Protocol endpoint: one JSON-RPC message per request, stateless. Write tools need a write key",
    body: rpcMessage,
    response: rpcResponse,
    others: {
      202: { text: "The notification was accepted." },
      400: {
        text: "Not a single JSON-RPC message, or an unsupported protocol version.",
        response: rpcResponse,
      },
      403: { text: "Cross-origin request.", response: rpcResponse },
    },
  },
} as const satisfies Drafts);
