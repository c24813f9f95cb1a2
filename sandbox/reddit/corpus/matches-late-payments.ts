import type { Matched } from "./story";

/** Spellings of the keyword that all match it. */
const named = "[late payments|late payments|Late Payments|LATE PAYMENTS]";
/** Not for titles, which have no line breaks. */
const kw = "[late payments|late payments|late payments|Late Payments|late\npayments|late\u00a0payments]";

export const latePayments: Matched = {
  posts: [
    {
      title: "What ended late payments for us",
      text: "Half up front. That's it, that's the post.\n\nWe were afraid to ask for {months}. Then {family} simply wrote it on the quote, and of the last {many} customers exactly one asked why.",
    },
    {
      title: "Late payments nearly closed our {trade}. Some numbers",
      text: "| | before | after |\n|:--|--:|--:|\n| open for more than {days} days | $9,400 | {small} |\n| reminders a month | {many} | {n} |\n| nights awake | most | few |\n\nThe late payments didn't come from bad people, they came from people without a date in front of them. We now print the date bigger than the sum.",
    },
    {
      title: "Do you charge interest on late payments?",
      text: "My contract says that I may, {percent} a year. In {months} as a {role} I have never once done it, because I like my clients.\n\nWho does, and did they come back?",
    },
    {
      title: `How do you deal with ${named} without losing the customer?`,
      text: "[Two|Three] of our best customers pay after {days} days. Always with an apology, always the full sum. They're a third of our year, so I swallow it.\n\nIs there a tone that works?",
    },
    {
      title: `${named} nearly closed us in [spring|autumn]. What we changed`,
      text: "1. Deposit of a third, for everybody, old friends too.\n2. Invoice on the day of delivery.\n3. A call on day three, not a letter on day thirty.\n4. No new work while something is open.\n\nFrom [38|45|52] days down to [15|18|21]. Nobody left.",
    },
    {
      title: `Do you charge interest on ${named}?`,
      text: "The law here says I may. The contract says I may. My stomach says that it'll be the last job with them.\n\nWho has done it, and what happened?",
    },
    {
      title: "Small rant about big companies",
      text: `Four thousand employees, a fountain in the lobby, and ${named} every single time. "It\'s in the system." Which system? Is it in the fountain?\n\nThank you for listening.`,
    },
    {
      title: `At which point do ${named} become a lawyer's business?`,
      text: "It's [$1,900|$3,400|$6,200], [90|110|140] days, and they've stopped answering. I have a signed contract and a mail in which they praise the work.",
    },
    {
      title: `A letter template for ${named} that got an answer, four times out of five`,
      text: "> Dear …,\n>\n> our invoice 1042 was due on 3 March. I'm sure it slipped through.\n>\n> Could you tell me by Friday on which day the money will leave your account?\n\nThe trick is the question at the end. A date is easier to give than a promise.",
    },
    {
      title: `Poll: what share of your invoices are ${named}?`,
      text: "Curious whether it's my trade or everybody's. For me it's about [one in four|a third], and it gets worse in December.",
    },
    {
      title: `Cash flow for beginners, or: I finally understood why ${named} hurt`,
      text: "Profit is an opinion, cash is on the account or it isn't. We had our best quarter ever and couldn't pay the van.\n\nIf you're new: put the *expected* date beside each invoice, not the due date.",
    },
  ],
  comments: [
    "What ended late payments for us was asking for half up front.",
    "Late payments are a conversation you didn't have at the beginning. Have it at the beginning.",
    "We had {n} months of late payments from {client}. One phone call to the person who really pays the bills, and it stopped.",
    "I put '{percent} on late payments' on the bill and have never charged it. It works anyway.",
    "Our worst year for late payments was also our best year for sales. Nobody tells you that those go together.",
    "Factor the late payments into the price. If they pay on time, give them something back for it.",
    `${kw} are a choice they make. Make another one more expensive for them.`,
    `We had constant ${kw} until we asked for a third up front. It's the only thing that has ever worked.`,
    `Put the late fee in the contract and waive it the first time. It ends most ${kw}, and you look generous.`,
    `Most ${kw} in my experience aren't ill will. It's a missing purchase order number, and nobody told you.`,
    `I call on day two. Friendly, short. ${kw} went from a third of my invoices to almost none.`,
    `With ${kw} from a big company, find the name of one person in their accounts department. Send them a card at Christmas. I'm serious.`,
    `Factoring helped us through [a year|two years] of ${kw}, but it eats {n} per cent, so do the sums first.`,
    `Same here: ${kw} from the customers who can afford it best, and never from the little ones.`,
    `My rule for ${kw}: one mail, one call, one letter, stop work. In that order, ten days apart.`,
    `> They always pay in the end\n\nYes, but you're the bank. ${kw} are a loan without interest, and you didn't sign up for that.`,
    `Don't plan with money that isn't there. I learned that from ${kw} in my first winter.`,
    `The accountant's view: ${kw} show up in your books as a success. That's what makes them dangerous.`,
    `Shorten the terms. 30 days turns into 45 anyway, so 14 turns into 30. That took care of our ${kw}.`,
    `A discount of two per cent for paying within a week cured our ${kw}, and it costs less than I thought.`,
    `In my [trade|line of work] ${kw} are just the weather. I keep three months in the bank and don't look out of the window.`,
    `I stopped taking ${kw} personally once I'd been in a company where the payment run was every second Thursday, whatever anyone wanted.`,
    `Landlord here, so the other side of it: ${kw} happen, just tell people *before* the date.`,
    `Does anybody else get ${kw} only in [August|December]? Everybody's on holiday, nobody signs.`,
    `The small claims court is much less scary than it sounds. Two years of ${kw} from one customer, over in [six|nine] weeks.`,
    `Card on file. No more ${kw}, no more awkward calls. Some people said no, most didn't care.`,
  ],
};
