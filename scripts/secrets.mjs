#!/usr/bin/env node
// npm run secrets: what a new .env needs of made secrets, as lines of it. Prints alone: what is in .env stays as it is.
import { randomBytes } from "node:crypto";
import { newSecrets } from "./settings.mjs";

// The database's, in the compose file: it becomes a part of an address, where '/' and '+' would mean something.
const secrets = { ...newSecrets(), POSTGRES_PASSWORD: randomBytes(32).toString("hex") };
for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`);
