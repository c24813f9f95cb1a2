import type { Matched } from "./story";

/** Spellings of the keyword that all match it. */
const named = "[invoice software|invoice software|invoice software|Invoice Software|INVOICE SOFTWARE]";
/** Not for titles, which have no line breaks. */
const kw =
  "[invoice software|invoice software|invoice software|Invoice Software|invoice\nsoftware|invoice\u00a0software]";

export const invoicing: Matched = {
  posts: [
    {
      title: "What do you all use for invoicing these days?",
      text: "I pay for three tools and use one, badly. Is there **invoice software** that does CAD and USD without me doing the maths twice?\n\nI send about {many} bills a month, mostly to {client} and a few one-off customers. I don't need a dashboard, I need it to be right.",
    },
    {
      title:
        "Moving off spreadsheets: what I wish I had known, after {months}, two accountants and one very long spring",
      text: "We ran our {trade} on one spreadsheet until the spreadsheet ran us. In {month} we looked at {n} kinds of invoice software and took the plainest one.\n\n* it took {hours} to move the customers over\n* nobody misses the colours\n* reminders that go out by themselves paid for the whole thing in a week",
    },
    {
      title: "Invoice software for a {trade2} with {n} people?",
      text: "Everything I try is made for offices. We write our bills on a phone, in a van, in the rain.\n\nWhat would you take if it had to work with cold fingers?",
    },
    {
      title: "I built my own and went back to the shop-bought one",
      text: "As a {role} who can code a little I thought: how hard can it be. {months} later I have a folder of templates, a bug with the tax of one province, and a subscription to proper invoice software.\n\nThe {small} a month are the best money I spend.",
    },
    {
      title: "Changed tools in the middle of the year. Here is the checklist",
      text: "1. export everything, **twice**\n2. close the month in the old one\n3. send yourself a bill from the new one before a client sees it\n\nThat last step is how I found out that our new invoice software printed the address of {city} on every page.",
    },
    {
      title: `Which ${named} do you use when you send about {many} invoices a month?`,
      text: "We're [a small print shop|a two-person studio|a cleaning company with six people]. Until now it has been a spreadsheet and a PDF template, and last month I sent the same number twice.\n\nMust have: recurring invoices, reminders, and something my accountant can open without calling me.\n\nNice to have: it doesn't look like 2009.",
    },
    {
      title: "Moving away from spreadsheets, need some direction",
      text: `I've been putting this off for years. I need ${named} that\n\n1. lets me number invoices the way I've always done,\n2. sends a friendly reminder on its own,\n3. doesn't cost more than my phone bill.\n\nI don't need stock, I don't need a CRM, and I don't need a mascot. What do you use, and what annoys you about it?`,
    },
    {
      title: `Is there any ${named} that handles deposits properly?`,
      text: "I take [30|40|50]% up front and the rest on delivery. Everything that I've tried either makes two unrelated invoices out of it or shows the full sum as overdue on day one.\n\nHow do you do it?",
    },
    {
      title: `${named} for a freelancer with clients in three currencies`,
      text: "Euro, pound and dollar, {n} clients in all. I don't want to think about exchange rates more than once a month.\n\nI've had two trials so far:\n\n| | First | Second |\n|:--|:-:|:-:|\n| Currencies | yes | on the big plan |\n| Reminders | yes | yes |\n| Export | CSV | only PDF |\n\nWhat else should I look at?",
    },
    {
      title: "What I learned from trying five tools in one week",
      text: `It rained, so I did it properly: one real client, one real invoice, in five different programs.\n\n* The prettiest ${named} couldn't do a credit note.\n* The ugliest had the best export.\n* Two wanted a phone call before they'd show me a price.\n* All of them made me type my address at least twice.\n\nI stayed with the ugly one.`,
    },
    {
      title: `Do you let your ${named} send the reminders, or do you write them yourself?`,
      text: "The automatic ones get ignored, the ones I write by hand get an answer, but they take me half a morning. Is there a middle way?",
    },
    {
      title: "My accountant asked me to stop using Word",
      text: `Fair enough. She says any ${named} will do as long as the numbers can't be changed afterwards.\n\nSo what is simple, and still there in five years?`,
    },
    {
      title: `Our ${named} raised the price by {many}%. Staying or leaving?`,
      text: "The mail came on a Friday evening, of course. [Two|Four] years of invoices are in there. Has anyone moved with the whole history, and how painful was it?",
    },
  ],
  comments: [
    "Is there invoice software that does CAD and USD without me doing the maths twice? Asking for {n} years now.",
    "We went back to paper for a while. Then my accountant begged us to get real invoice software, and she was right.",
    "Whatever invoice software you choose, check that you can get your data *out* before you put it in.",
    "The cheapest invoice software is the one that your customers actually open. Ours has a big green button and that is all it needs.",
    "> three tools\n\nSame. I finally cancelled two of them. One piece of invoice software and a calendar is enough for {many} clients.",
    "I looked at {n} of them for our {trade}. Most invoice software is lovely until you need a partial payment.",
    "Honest answer: the invoice software matters less than sending the bill the same day.",
    `Any ${kw} will do for ten invoices a month. Pick the one that exports everything in one click, because you *will* move one day.`,
    `We tried three kinds of ${kw} in two years. The one that stuck is the one my husband could use without asking me.`,
    `Before you buy ${kw}, ask your accountant what they want to receive. Mine sent me a list of two, and that was that.`,
    `Honestly, the ${kw} matters less than sending the invoice on the day you finish. That alone brought us from [41|48|55] days down to [18|21|25].`,
    `> What do you all use?\n\nPlain ${kw}, nothing fancy, {small} a month. It does numbers, PDFs and reminders, and it stays out of my way.`,
    `I wrote my own ${kw} in a weekend and have regretted every tax season since.`,
    `Look for ${kw} that lets you set the due date per client. My big one pays after 45 days, whatever I write, and at least the list is honest now.`,
    `The search term you want is *${kw} with deposits*. Most don't advertise it, a few can do it.`,
    `Does your ${kw} do credit notes? Mine doesn't, and I found out in front of the client.`,
    `Not the answer you want, but: we dropped our ${kw} and went back to a template. {many} invoices a month, one person, no problems so far.`,
    `My two cents as a bookkeeper: the best ${kw} is the one you open every day. The second best is the one your bookkeeper can open.`,
    `We use the ${kw} that came with the bank account. It's free, it's ugly, and the payments match themselves.`,
    `You don't need an ERP. You need ${kw}, a separate bank account and one quiet hour on [Friday|Monday morning].`,
    `Careful with free ${kw}: ours kept the invoices when we left, and we had to type [80|120|240] of them in again.`,
    `If you sell to the public sector, check that the ${kw} can send e-invoices. It's a law in more and more places.`,
    `I asked the same thing in [March|spring]. Half of the answers were ads, the other half said that ${kw} should be boring. I went with boring.`,
    `+1 for trying it with a real client. Every ${kw} looks great with "Acme Corp" and one line.`,
    `Switched our ${kw} in [January|July], took one evening. Export the customers first, *then* the open invoices, and leave the old ones where they are.`,
    `Is there ${kw} for people who hate ${kw}? Asking for me.`,
    `The reminder feature of our ${kw} paid for itself in week one: [two|three] people wrote "oh, sorry, forgot" within the hour.`,
  ],
};
