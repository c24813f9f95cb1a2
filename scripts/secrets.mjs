#!/usr/bin/env node
// npm run secrets: prints generated secrets for a new .env. Doesn't write to .env.
import { randomBytes } from "node:crypto";
import { newSecrets } from "./settings.mjs";

// For the compose file. Hexadecimal, because it becomes part of a URL, where '/' and '+' are special.
const secrets = { ...newSecrets(), POSTGRES_PASSWORD: randomBytes(32).toString("hex") };
for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`);
