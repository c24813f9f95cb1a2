import type { Bank } from "./story";

export const business: Bank = {
  stories: [
    {
      titles: [
        "[Raised|Finally raised] our prices by {percent}. Here is what happened",
        "{n} months after raising prices at our {trade}: the numbers",
      ],
      paragraphs: [
        "We run a {trade} in {city}, {n} people, nothing fancy. For years I was scared that one step up in price would empty the place.",
        "In {month} we went up {percent} across the board and put a plain sign on the counter. No apology, no long letter, just the new prices and the date.",
        "[We lost {n} regulars and gained an evening a week.|Nobody said a word. Not one.|Two people complained, and both were back within the month.] Revenue is up a little, but the real change is that {family} and I stopped dreading {day}s.",
        "If you have been putting this off: do it before the busy season, not in it.",
      ],
    },
    {
      titles: [
        "First hire after {months} alone. What did you hand over first?",
        "Hiring person number one for a {trade2}: what would you do differently?",
      ],
      paragraphs: [
        "I have run my {trade2} on my own for {months} and I am at the point where I turn work away every {day}.",
        "The money is there for about {many} hours a week. What I can't decide is whether the first person should do what I am worst at (the books) or what eats most of my time (deliveries and the phone).",
        "People who have been through it: what did you hand over first, and what do you wish you had kept?",
      ],
    },
    {
      titles: [
        "A customer wants {days} days to pay. Normal, or am I being naive?",
        "How do you say no to net-{days} without losing the account?",
      ],
      paragraphs: [
        "Our biggest account this year, {client}, sent over a new supplier agreement. Buried on page {n} is a change from payment on receipt to {days} days.",
        "They are good people and they do pay. But the order is {amount} a month and I buy the material up front, so in practice I would be lending them the money.",
        "[Has anybody pushed back on this and lived?|What worked for you: a discount for paying early, a deposit, something else?]",
      ],
    },
    {
      titles: [
        "The least glamorous thing that saved our {trade}",
        "Small change, big effect: {hours} a week back from one checklist",
      ],
      paragraphs: [
        "Everyone here asks about marketing. What saved us was a laminated checklist by the back door.",
        "Opening, closing, and what to do when the card machine dies. It took {family} {hours} to write, and since {month} I have not had a single phone call on my day off.",
        "Boring wins. I would love to hear yours.",
      ],
    },
    {
      titles: [
        "Landlord offered {n} more years at {percent} up. Take it?",
        "Lease renewal at our {trade}: what did you negotiate for besides rent?",
      ],
      paragraphs: [
        "The lease on our shop in {city} ends in {month}. The offer is {n} years at {percent} more, and they keep the right to renovate the front while we are open.",
        "Foot traffic is decent, the basement floods once a year, and moving would cost around {amount} before the first sale.",
        "What did you get put into your lease that turned out to matter? I am thinking of a cap, a break clause and somebody else paying for the pump.",
      ],
    },
    {
      titles: [
        "Year {n} of the {trade2}: the honest numbers",
        "We made {amount} profit last month. It took {months}",
      ],
      paragraphs: [
        "I always liked these posts, so here is ours. {city}, {n} people, one van.",
        "Roughly half of the income is wholesale, a third is walk-ins, the rest is the online shop that I nearly closed {n} times.",
        "**What worked:** fewer products, one supplier, answering the phone. **What didn't:** every app that promised to do the thinking for us.",
        "Happy to answer questions. I'll be around until the oven is empty.",
      ],
    },
    {
      titles: [
        "Does anybody still do trade shows? Ours cost {amount}",
        "Went to a trade show with a {trade} and a folding table",
      ],
      paragraphs: [
        "Booth, travel and the banner came to {amount}. We had {many} real conversations and [one|two|three] of them turned into orders.",
        "On paper that is a loss. But one of the orders was {client}, and they have come back every month since.",
        "So I don't know. Would you go again?",
      ],
    },
  ],
  comments: [
    "Go up in price. You will be amazed how few people notice.",
    "We asked for half up front from new customers, and it sorted the serious ones from the rest on day one.",
    "Talk to the landlord *before* the letter. Once it is in writing everybody has a lawyer in the room.",
    "I kept the books myself for {months}. Worst {amount} I ever saved.",
    "My accountant told me to pay myself first, even if it is {small}. It changed how I look at the whole thing.",
    "Ran a {trade2} in {city} for {months}. The van was the best purchase, the website the worst.",
    "[Honestly|Not going to lie], the first year is mostly finding out which customers you don't want.",
    "Can you share the checklist? We open at six and nobody has ever found the light switch.",
    "> nothing fancy\n\nThat is usually where the good ones are. Congratulations.",
    "Write the agreement on one page. If it needs two, you are agreeing to too much.",
    "We dropped our cheapest product and the phone stopped ringing for the right reasons.",
    "Ask what they would pay for, then listen. I learned more in {n} coffees than from any survey.",
    "For us it was the insurance. Check that **before** you sign anything with a basement.",
  ],
  links: [
    {
      title: "What {many} bakeries learned from a year without discounts",
      url: "https://counterandtill.example/a-year-without-discounts",
    },
    {
      title: "The quiet economics of the corner shop",
      url: "https://northquarterly.example/essays/the-corner-shop",
    },
    { title: "A founder's notes on hiring slowly", url: "https://slowfounder.example/2026/hiring-slowly" },
    {
      title: "Why small firms fail in good years",
      url: "https://ledgerandlight.example/why-small-firms-fail?ref=share&amp=1",
    },
  ],
  flairs: ["General", "Help", "Sharing", "Lessons learned", "Question"],
};
