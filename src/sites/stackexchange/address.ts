export const SITE_ID = "stackexchange";

/** Kinds of rows: questions, answers, comments, and posts whose kind only the site knows. */
export type RowKind = "q" | "a" | "c" | "p";

/** Sites with their own domain, and their titles. All others are below stackexchange.com. */
const ownDomains: Readonly<Record<string, { host: string; title: string }>> = {
  stackoverflow: { host: "stackoverflow.com", title: "Stack Overflow" },
  serverfault: { host: "serverfault.com", title: "Server Fault" },
  superuser: { host: "superuser.com", title: "Super User" },
  askubuntu: { host: "askubuntu.com", title: "Ask Ubuntu" },
  "mathoverflow.net": { host: "mathoverflow.net", title: "MathOverflow" },
  stackapps: { host: "stackapps.com", title: "Stack Apps" },
  "meta.stackexchange": { host: "meta.stackexchange.com", title: "Meta Stack Exchange" },
};
const byHost = new Map(Object.entries(ownDomains).map(([name, { host }]) => [host, name]));

const siteName =
  /^(?:mathoverflow\.net|(?:meta\.)?[a-z\d](?:[a-z\d-]{0,40}[a-z\d])?(?:\.(?:stackexchange|stackoverflow|meta))?)$/;
const tagName = /^[\p{L}\p{N}][\p{L}\p{N}+#.-]{0,34}$|^\.[\p{L}\p{N}][\p{L}\p{N}+#.-]{0,33}$/u;

export function partedPlace(place: string): { site: string; tag: string | null } | null {
  const [site = "", tag, ...rest] = place.toLowerCase().split("/");
  if (!siteName.test(site) || rest.length > 0) return null;
  if (tag === undefined) return { site, tag: null };
  return tagName.test(tag) ? { site, tag } : null;
}

export function getSource(place: string): string {
  return place.split("/", 1)[0]!;
}

export function getTag(place: string): string | null {
  return place.split("/")[1] ?? null;
}

export function getHost(site: string): string {
  if (Object.hasOwn(ownDomains, site)) return ownDomains[site]!.host;
  return /\.stackoverflow$/.test(site)
    ? `${site}.com`
    : `${site.replace(/\.stackexchange$/, "")}.stackexchange.com`;
}

export function siteOfHost(hostname: string): string | null {
  const host = hostname.toLowerCase().replace(/^www\./, "");
  const own = byHost.get(host);
  if (own !== undefined) return own;
  const [, name, domain] = /^([a-z\d.-]+)\.(stackexchange|stackoverflow)\.com$/.exec(host) ?? [];
  if (name === undefined) return null;
  const site = domain === "stackoverflow" ? `${name}.stackoverflow` : name;
  return siteName.test(site) ? site : null;
}

/** Titles that aren't the capitalized name. */
const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ownDomains).map(([name, { title }]) => [name, title])),
  ...{ math: "Mathematics", dba: "Database Administrators", unix: "Unix & Linux", apple: "Ask Different" },
  ...{ security: "Information Security", softwareengineering: "Software Engineering", ux: "User Experience" },
  ...{ stats: "Cross Validated", datascience: "Data Science", ai: "Artificial Intelligence" },
  ...{ english: "English Language & Usage", tex: "TeX - LaTeX", gis: "Geographic Information Systems" },
  ...{ webmasters: "Webmasters", webapps: "Web Applications", wordpress: "WordPress Development" },
  ...{ codereview: "Code Review", devops: "DevOps", sharepoint: "SharePoint", magento: "Magento" },
  ...{ salesforce: "Salesforce", electronics: "Electrical Engineering", gaming: "Arqade" },
  ...{ physics: "Physics", crypto: "Cryptography", networkengineering: "Network Engineering" },
  ...{ money: "Personal Finance & Money", travel: "Travel", cooking: "Seasoned Advice", law: "Law" },
  ...{ workplace: "The Workplace", academia: "Academia", diy: "Home Improvement", pm: "Project Management" },
  ...{ softwarerecs: "Software Recommendations", opensource: "Open Source", android: "Android Enthusiasts" },
};
export const knownSites = titles;

const byTitle = new Map(Object.entries(titles).map(([name, title]) => [title.toLowerCase(), name]));

export function siteTitled(title: string): string | null {
  return byTitle.get(title.toLowerCase()) ?? null;
}

export function getLabel(place: string): string {
  const { site, tag } = partedPlace(place) ?? { site: place, tag: null };
  const bare = site.replace(/\.stackexchange$/, "");
  const title = titles[site] ?? titles[bare] ?? `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
  return tag === null ? title : `${title} [${tag}]`;
}

export function urlOfPlace(place: string): string {
  const { site, tag } = partedPlace(place) ?? { site: place, tag: null };
  const path = tag === null ? "/" : `/questions/tagged/${encodeURIComponent(tag)}`;
  return `https://${getHost(site)}${path}`;
}

/** A fullname contains the place, because an item can belong to several places. */
export function getFullname(place: string, kind: RowKind, id: number): string {
  return `${place}:${kind}:${id}`;
}

export function partedFullname(fullname: string): { place: string; kind: RowKind; id: number } | null {
  const [, place, kind, id] = /^(.+):([qacp]):(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, kind: kind as RowKind, id: Number(id) };
}

export function urlOfRow(site: string, kind: RowKind, id: number): string {
  const path = { q: "q/", a: "a/", p: "posts/", c: "posts/comments/" }[kind];
  return `https://${getHost(site)}/${path}${id}`;
}
