// Output of `npm start -- --real`: which services are real, and which sites are unreachable.
import { standsInFor } from "./settings.mjs";

const lookEveryMs = 5_000;
/** Shorter outages aren't reported, because single reads can fail. */
const lastsMs = 15_000;

async function request(address, path) {
  const response = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(lookEveryMs) });
  return response.json();
}

/** Returns the sites that the app supports: { id, name, isOn }. */
export async function listSites(address) {
  return (await request(address, "/api/sites")).sites;
}

/** Lists real, simulated and disabled services as [name, text] lines. */
export function describeReal(settings, sites) {
  const [mail, payments] = [standsInFor.resend(settings), standsInFor.stripe(settings)];
  const names = (isOn) => sites.filter((site) => site.isOn === isOn).map(({ name }) => name);
  const isReal = [...names(true), ...(mail ? [] : ["email"]), ...(payments ? [] : ["payments"])];
  const isNot = [
    ...(mail ? ["email (goes to the mailbox only)"] : []),
    ...(payments ? ["payments (every account has Pro)"] : []),
  ];
  const off = names(false);
  return [
    ["Real", [...isReal, "push to browsers"].join(", ")],
    ...(isNot.length > 0 ? [["Not real", isNot.join("; ")]] : []),
    ...(off.length > 0 ? [["Off", `${off.join(", ")} (see SITES and their settings in .env.example)`]] : []),
  ];
}

/** Prints a message when a site becomes unreachable and when it recovers, until this process ends. */
export function printSites(address, sites) {
  const result = new Set();
  const look = async () => {
    const { checks } = await request(address, "/api/health");
    for (const { id, name } of sites) {
      const since = checks[id]?.since;
      if (since === undefined) {
        if (result.delete(id)) console.log(`${name} is reachable again.`);
      } else if (!result.has(id) && Date.now() - Date.parse(since) >= lastsMs) {
        result.add(id);
        console.log(
          `${name} has been unreachable since ${getTime(since)}. Earshot will keep trying and catch up.`,
        );
      }
    }
  };
  // Ignore errors of a busy app. If the app ends, so does this process.
  setInterval(() => look().catch(() => undefined), lookEveryMs).unref();
}

/** The local time of day. */
function getTime(moment) {
  return new Date(moment).toLocaleTimeString("en-GB");
}
