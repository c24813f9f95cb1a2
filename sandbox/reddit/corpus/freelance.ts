import type { Bank } from "./story";

export const freelance: Bank = {
  stories: [
    {
      titles: [
        "A client asked for 'just one more round'. It was round {n}",
        "Scope creep, round {n}: how I got out of it without burning the bridge",
      ],
      paragraphs: [
        "I am a freelance {role}. The project for {client} was fixed at {amount} with two rounds of changes, and I said nothing at the third one because they were so nice about it.",
        "At round {n} I sent a short mail: what was included, what we had done, what each further round costs. I expected a fight.",
        "They answered within the hour: 'Of course, put it on the bill.' That was all. I had spent {hours} being angry at people who simply didn't know.",
      ],
    },
    {
      titles: [
        "Day rate or fixed price? {months} of doing both",
        "I tracked every hour for {months}. Fixed price won, mostly",
      ],
      paragraphs: [
        "I am a {role} and I wrote down every hour for {months}, billable or not.",
        "| | days | paid | per day |\n|:--|--:|--:|--:|\n| fixed price | {many} | {amount} | better |\n| day rate | {many2} | {amount2} | calmer |\n| 'quick favours' | 9 | $0 | never again |",
        "Fixed price pays more when I know the work, and badly when I don't. The favours are what really surprised me.",
      ],
    },
    {
      titles: [
        "Losing my biggest client taught me to keep a list",
        "{percent} of my income came from one client. Came.",
      ],
      paragraphs: [
        "On {day} morning {client} told me that they had hired somebody in-house. Friendly call, {n} weeks' notice, and most of my year gone.",
        "What got me through was a dull little list of everybody who had ever said 'maybe in spring'. I wrote to {many} of them, {n} answered, two became projects.",
        "Keep the list. Write to people when you don't need them.",
      ],
    },
    {
      titles: [
        "How do you handle clients who pay, but only after the third reminder?",
        "A polite reminder that actually works (template inside)",
      ],
      paragraphs: [
        "For those who asked, this is the reminder that I send at day {days}. No threats, no exclamation marks:",
        "> Hello, the bill from {month} is still open on my side. Is there anything you need from me to get it through? I have set the day after tomorrow aside to close the month.",
        "It gives them a way to save face and a date. Works [four times out of five|more often than it should].",
      ],
    },
    {
      titles: [
        "Moved to {city} and my rates moved too. Anybody else?",
        "Do you change your rates by where the client sits?",
      ],
      paragraphs: [
        "I moved to {city} in {month} and a local agency offered me half of what I charge abroad, for the same work.",
        "I would like to have people nearby to have lunch with. I would also like to eat.",
        "Do you have one rate, or one per country? And do your clients know?",
      ],
    },
    {
      titles: [
        "Contracts: the {n} sentences I will never leave out again",
        "The kill fee clause just paid for my winter",
      ],
      paragraphs: [
        "After {months} as a {role} my contract is one page long. These are the sentences that have earned their place:",
        "1. Work starts when the deposit is there.\n2. Two rounds of changes are included, more are billed by the hour.\n3. If the project is stopped, what is done is paid, plus {percent}.\n4. The rights pass over with the last payment.",
        "Number three was used last week for the first time. {client} cancelled half-way, paid without a word, and we are still on good terms.",
      ],
    },
  ],
  comments: [
    "Put the number of rounds in the first mail, not in the contract. Nobody reads the contract.",
    "I send the bill the same evening. It takes ten minutes and people pay while they are still happy.",
    "Half up front, always. The ones who argue about it are the ones who argue about everything.",
    "As a {role}: charge for the meeting. It is amazing how short they get.",
    "[Been there.|Same here.] It gets better once you have {n} clients of the same size.",
    "I keep a text file called `no.txt` with polite ways to say it. Best file on my computer.",
    "Don't lower the rate, take something out of the scope. Then everybody knows what it is worth.",
    "Took me {months} to learn that the nice ones also need a deadline.",
    "That template is going straight into my drafts, thank you.",
    "My rule: if I think about it on {day} night, it is not worth {amount}.",
    "Rates are like bread. Nobody asks the baker whether he could do it for less *exposure*.",
    "Congratulations on the kill fee. Mine came in the same week the washing machine died.",
  ],
  links: [
    {
      title: "The freelancer's guide to saying no, politely and in writing",
      url: "https://goodterms.example/saying-no",
    },
    {
      title: "{many} contracts compared: what freelancers really sign",
      url: "https://goodterms.example/contracts-compared",
    },
    {
      title: "Lunch alone: a year of working from one small room",
      url: "https://northquarterly.example/essays/lunch-alone",
    },
  ],
  flairs: ["Advice", "Clients", "Rates", "Win", "Contracts"],
};
