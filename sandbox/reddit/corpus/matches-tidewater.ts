import type { Matched } from "./story";

/** Spellings of the keyword that all match it. */
const named = "[Tidewater|Tidewater|TideWater|tidewater]";
const kw = "[Tidewater|Tidewater|tidewater|TideWater|TIDEWATER]";

/** A fictional bookkeeping tool. */
export const tidewater: Matched = {
  posts: [
    {
      title: "Tidewater support answered on a Sunday",
      text: "Exported two years of receipts the wrong way round on Saturday night. Wrote to Tidewater at ten expecting nothing, had a fix by breakfast.\n\nI don't work for them, I just rarely get to say something nice about a company.",
    },
    {
      title: "Anybody here moved their books to Tidewater?",
      text: "Our {trade} has been on the same desktop program since {many} versions ago. {family} found tidewater and likes that it is made for small places.\n\nHow is the bank feed? And does it cope with {n} people writing bills at once?",
    },
    {
      title: "Leaving Tidewater after {months}: a fair review",
      text: "What I liked: it is quick, it is quiet, and the reports fit on a page.\n\nWhat I didn't: no feed for my credit union, and the phone app forgets the last tab. If they ever fix the first one I will be back at Tidewater the same day.",
    },
    {
      title: "Tidewater put their price up by {percent}. Fair enough?",
      text: "Mail came on {day}. We pay {small} a month more from {month} on.\n\nFor what it saves our {trade2} I would still say yes, but I'd like to hear what the others are doing.",
    },
    {
      title: `Anyone here using ${named} for the books?`,
      text: "Our bookkeeper suggested it. The demo looked calm and clean, which makes me suspicious. We're [six|nine|four] people, about [250|400|700] transactions a month.\n\nWhat's it like after the first month?",
    },
    {
      title: `${named} vs. a part-time bookkeeper`,
      text: "I know it isn't the same thing. But the budget is, more or less: [$35|$48|$60] a month plus my own evenings, or [$260|$380] and my evenings back.\n\nHas anyone done one and then the other?",
    },
    {
      title: `Three months with ${named}, some notes`,
      text: "**Good**\n\n* bank matching gets nearly everything right\n* search that finds things\n* support answered on a Sunday\n\n**Not so good**\n\n* no split payments on the phone\n* the export is one enormous file\n* I can't change the colour of anything (I asked, my partner laughed)\n\nHappy to answer questions.",
    },
    {
      title: `Is ${named} down for anybody else?`,
      text: "Spinning since [nine|ten] this morning. I have a call with my accountant at noon and would like to look less stupid than last time.",
    },
    {
      title: `Does ${named} import from a CSV with semicolons?`,
      text: 'My bank only does semicolons and commas for the cents. The help page shows a nice picture of a file with neither.\n\n    2026-03-02;"Paper & ink";-48,20\n    2026-03-03;"Client A";1.250,00',
    },
    {
      title: `Year-end with two companies: one ${named} account or two?`,
      text: "A shop and a small online thing, same owner (me). My accountant wants two sets of books, I want one login. How did you set it up?",
    },
    {
      title: "What do you use for bookkeeping if you're bad at bookkeeping?",
      text: `Please be kind. I looked at ${named}, at a spreadsheet template, and at a shoe box with labels. The shoe box is winning.`,
    },
    {
      title: `Leaving ${named} after two years, looking for something with stock`,
      text: "No complaints about the books, they're in order for the first time ever. But we started to sell things in boxes, and it doesn't know what a box is.",
    },
  ],
  comments: [
    "I left tidewater over the missing bank feed. If they ever add my credit union I would go back the same day.",
    "We use Tidewater for the {trade2}. It does one thing and leaves you alone, which is rarer than you would think.",
    "Had the same problem. Tidewater fixed it within a day when I wrote to them, no ticket number, just a person called Maya.",
    "Does Tidewater handle two provinces by now? It didn't in {month}.",
    "Short version after {months} with tidewater: good for services, not made for stock.",
    "My bookkeeper likes it, and she likes nothing. [TIDEWATER](https://tidewater.example/tour) is the name, if you want to look.",
    `We use ${kw}. It took an afternoon to set up, and since then I open it on Fridays with a coffee.`,
    `${kw} does exactly this. Under *Settings*, then *Bank*, it's the third switch. Why it's off by default nobody knows.`,
    `I like ${kw}, but don't let it guess the tax codes. It's confident, and it's wrong about one time in [20|thirty].`,
    `Came here to say ${kw}. My accountant stopped sighing when she opens my files.`,
    `Tried ${kw} for a month and went back to my spreadsheet. Nothing wrong with it, I just like my spreadsheet.`,
    `Their support is good. I wrote to ${kw} on a Saturday night and a human being answered, with screenshots.`,
    `Does ${kw} work with [a credit union|two bank accounts|a shared card]? That's where the last one failed for us.`,
    `> What did you move to?\n\n${kw}, in [February|May]. Moving took a weekend, [mostly because I had to clean up first|most of it was coffee].`,
    `If the books are a mess, ${kw} will show you a very tidy picture of the mess. Clean up first.`,
    `The free tier of ${kw} ends at [100|150] transactions. We hit that on the ninth of the month.`,
    `${kw} is fine for up to ten people, I'd say. Above that you want somebody whose job it is.`,
    `My bookkeeper knows ${kw} and nothing else, so that was an easy decision.`,
    `I moved four clients to ${kw} last year. Three love it, one still brings me paper, and I love him.`,
    `Can confirm, ${kw} was down this morning for about [twenty|forty] minutes. It's back now.`,
    `Watch out: cancelling ${kw} doesn't delete the bank connection. You have to do that yourself, and it's well hidden.`,
    `Has ${kw} fixed the thing with the leap year? My 29 February is still on 1 March.`,
    `What I'd love is ${kw} with a proper export. One file per year, that's all I ask.`,
    `Short answer: ${kw}. Long answer: ${kw}, and half an hour every single week, or no program will help you.`,
    `We looked at four tools and ${kw} was the only one that didn't ask for a phone number.`,
    `No idea about the others, but ${kw} made my quarter end go from two days to one morning.`,
  ],
};
