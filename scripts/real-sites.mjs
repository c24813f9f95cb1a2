// What `npm start -- --real` says of the world that it reads: what is real, what is not, and which site can't be reached.
import { standsInFor } from "./settings.mjs";

const lookEveryMs = 5_000;
/** A read that fails once is read again at once; what lasts is told. */
const lastsMs = 15_000;

async function ask(address, path) {
  const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(lookEveryMs) });
  return answer.json();
}

/** The sites that the app knows: { id, name, isOn }. */
export async function listSites(address) {
  return (await ask(address, "/api/sites")).sites;
}

/** What is real here and what is not, as lines of a name and its text. */
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

/** Says of each site when it can't be reached, and when it can be again, as long as this process runs. */
export function tellOfSites(address, sites) {
  const told = new Set();
  const look = async () => {
    const { checks } = await ask(address, "/api/health");
    for (const { id, name } of sites) {
      const since = checks[id]?.since;
      if (since === undefined) {
        if (told.delete(id)) console.log(`${name} is reachable again.`);
      } else if (!told.has(id) && Date.now() - Date.parse(since) >= lastsMs) {
        told.add(id);
        console.log(
          `${name} has been unreachable since ${timeOf(since)}. Earshot will keep trying and catch up.`,
        );
      }
    }
  };
  // An app that is busy is asked again; one that ended ends this process.
  setInterval(() => look().catch(() => undefined), lookEveryMs).unref();
}

/** The time of day on this machine. */
function timeOf(moment) {
  return new Date(moment).toLocaleTimeString("en-GB");
}
