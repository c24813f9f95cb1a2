import type { CSSProperties } from "react";

/** Design values for emails. Clients without style sheets get the light theme from inline styles. */
const sans = "'Schibsted Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const serif = "Newsreader,Charter,Georgia,'Times New Roman',serif";

const ink = "#0d2126";
const ink2 = "#3f5256";
const ink3 = "#586a6d";
const line = "#dae2dd";

export const canvas: CSSProperties = { margin: 0, padding: 0, backgroundColor: "#f7f9f5" };
export const ground: CSSProperties = { backgroundColor: "#f7f9f5" };
export const outer: CSSProperties = { padding: "32px 16px" };
export const column: CSSProperties = { width: "100%", maxWidth: 600 };
export const brandCell: CSSProperties = { padding: "0 8px 20px" };
export const brandMark: CSSProperties = {
  width: 28,
  height: 28,
  borderRadius: 7,
  backgroundColor: "#005866",
  font: `700 19px/26px ${sans}`,
  color: "#ffffff",
};
export const brandName: CSSProperties = {
  paddingLeft: 10,
  font: `700 18px/28px ${sans}`,
  letterSpacing: "-0.4px",
  color: ink,
};
export const paper: CSSProperties = {
  backgroundColor: "#ffffff",
  border: `1px solid ${line}`,
  borderRadius: 12,
};
export const headCell: CSSProperties = {
  padding: "26px 24px 22px",
  borderBottom: `1px solid ${line}`,
  fontFamily: sans,
};
export const bodyCell: CSSProperties = { padding: "22px 24px 26px", fontFamily: sans };
export const heading: CSSProperties = {
  margin: "0 0 6px",
  font: `700 24px/30px ${sans}`,
  letterSpacing: "-0.5px",
  color: ink,
};
export const paragraph: CSSProperties = { margin: "0 0 14px", font: `15px/24px ${sans}`, color: ink2 };
export const intro: CSSProperties = { margin: 0, font: `15px/24px ${sans}`, color: ink2 };
export const note: CSSProperties = { margin: "10px 0 0", font: `14px/22px ${sans}`, color: ink2 };
export const marker: CSSProperties = { backgroundColor: "#f1f154", color: ink, padding: "1px 4px" };
export const timeCell: CSSProperties = {
  padding: "20px 12px 20px 0",
  borderRight: "1px solid #90c2c7",
  font: `13px/20px ${sans}`,
  color: ink3,
};
export const timeText: CSSProperties = { color: ink, fontWeight: 600 };
export const entryCell: CSSProperties = {
  padding: "20px 24px 20px 18px",
  font: `17px/25px ${serif}`,
  color: ink,
  wordBreak: "break-word",
};
export const ruled: CSSProperties = { borderBottom: `1px solid ${line}` };
export const source: CSSProperties = { margin: "0 0 4px", font: `13px/20px ${sans}`, color: ink3 };
export const sourceName: CSSProperties = { color: ink2, fontWeight: 600 };
export const entryTitle: CSSProperties = { margin: "0 0 4px", fontSize: 18, fontWeight: 600 };
export const entryText: CSSProperties = { margin: "0 0 10px" };
export const entryLink: CSSProperties = { margin: 0, font: `600 14px/20px ${sans}` };
export const alsoOn: CSSProperties = { margin: "6px 0 0", font: `13px/20px ${sans}`, color: ink3 };
export const link: CSSProperties = { color: "#005361" };
export const moreCell: CSSProperties = {
  padding: "22px 24px 26px",
  borderTop: `1px solid ${line}`,
  fontFamily: sans,
};
export const partCell: CSSProperties = { padding: "24px 24px 16px", fontFamily: sans };
export const partTitle: CSSProperties = {
  margin: "0 0 4px",
  font: `700 17px/24px ${sans}`,
  letterSpacing: "-0.2px",
  color: ink,
};
export const listed: CSSProperties = {
  margin: "0 0 12px",
  font: `15px/22px ${sans}`,
  color: ink2,
  wordBreak: "break-word",
};
export const missed: CSSProperties = { padding: "10px 0", fontFamily: sans, wordBreak: "break-word" };
export const missedTitle: CSSProperties = { margin: 0, font: `600 15px/22px ${sans}`, color: ink };
export const missedText: CSSProperties = { margin: 0, font: `14px/21px ${sans}`, color: ink2 };
export const figures: CSSProperties = { margin: "20px 0 4px" };
export const figureCell: CSSProperties = { padding: "0 12px 0 0", fontFamily: sans };
export const figureValue: CSSProperties = {
  margin: 0,
  font: `600 30px/34px ${sans}`,
  letterSpacing: "-0.9px",
  color: ink,
};
export const figureLabel: CSSProperties = { margin: "2px 0 0", font: `13px/20px ${sans}`, color: ink3 };
const rowText: CSSProperties = { font: `15px/22px ${sans}`, color: ink };
export const rowName: CSSProperties = { padding: "8px 12px 8px 0", ...rowText, wordBreak: "break-word" };
export const rowBar: CSSProperties = { padding: "8px 12px 8px 0" };
export const bar: CSSProperties = {
  height: 8,
  font: "0/8px sans-serif",
  backgroundColor: "#5b97a1",
  borderRadius: 4,
};
export const rowCount: CSSProperties = { padding: "8px 0", ...rowText, fontWeight: 600 };
export const rowDifference: CSSProperties = { padding: "8px 0", font: `13px/22px ${sans}`, color: ink3 };
export const threadsHead: CSSProperties = { padding: "24px 24px 2px", fontFamily: sans };
export const dayCell: CSSProperties = {
  padding: "14px 12px 14px 0",
  borderRight: "1px solid #90c2c7",
  font: `600 13px/20px ${sans}`,
  color: ink,
};
export const threadCell: CSSProperties = { padding: "14px 24px 14px 18px", wordBreak: "break-word" };
export const threadTitle: CSSProperties = {
  font: `600 18px/25px ${serif}`,
  color: ink,
  textDecoration: "none",
};
export const button: CSSProperties = { borderRadius: 8, backgroundColor: "#005b69" };
export const buttonLink: CSSProperties = {
  display: "inline-block",
  padding: "11px 18px",
  font: `600 15px/20px ${sans}`,
  color: "#ffffff",
  textDecoration: "none",
};
export const footCell: CSSProperties = { padding: "20px 8px 0", font: `13px/20px ${sans}`, color: ink3 };
export const footText: CSSProperties = { margin: "0 0 8px" };
export const hidden: CSSProperties = { display: "none", maxHeight: 0, overflow: "hidden" };

export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.bg{background-color:#0a1516!important}.paper{background-color:#121e20!important;border-color:#283739!important}
.line{border-color:#283739!important}.rule{border-color:#255c62!important}
.ink{color:#edf2ed!important}.ink2{color:#b8c4c1!important}.ink3{color:#98a6a6!important}
.link{color:#86dad8!important}.cta{background-color:#74d0d0!important}.cta a{color:#031a1e!important}
.mk{background-color:#e2e14d!important;color:#0d2126!important}.fill{background-color:#49858c!important}
}
@media (max-width:620px){
.big{font-size:26px!important}.outer{padding:16px 0!important}.pad{padding-left:16px!important;padding-right:16px!important}
.paper{border-radius:0!important;border-left:0!important;border-right:0!important}
}`;
