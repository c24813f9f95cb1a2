import type { Bank } from "./story";

export const money: Bank = {
  stories: [
    {
      titles: [
        "Closed the month in {hours} instead of a week. What changed",
        "Month-end close for a firm of {n}: our little routine",
      ],
      paragraphs: [
        "I keep the books for a {trade} and a {trade2}, both in {city}. Closing used to take a week because receipts arrived in shoeboxes.",
        "Now every receipt gets photographed at the counter and every {day} I spend twenty minutes on what doesn't match. At the end of the month there is nothing left to find.",
        "No tool did that. The twenty minutes did.",
      ],
    },
    {
      titles: [
        "Emergency fund: {n} months or twelve if you are self-employed?",
        "How big is your cushion if your income jumps around?",
      ],
      paragraphs: [
        "I earn between nothing and {amount} a month, on average enough. The usual advice of three to six months feels made for people with a payslip.",
        "At the moment I hold {n} months of rent and food in a plain savings account and sleep well. {family} thinks that it is far too much.",
        "Where did you land, and did you ever need it?",
      ],
    },
    {
      titles: [
        "Reconciling two currencies without losing your mind",
        "{small} difference, {hours} of searching: a bookkeeping story",
      ],
      paragraphs: [
        "The balance was off by {small}. Not much, but it was off in *both* ledgers, in opposite directions.",
        "After {hours} it turned out to be one card payment in euros, booked at the rate of the day before. The bank had rounded it, so had we, and neither of us in the same way.",
        "| date | bank | books | off by |\n|---|---:|---:|---:|\n| {day} | 1 204.50 | 1 204.50 | 0 |\n| next day | 318.07 | 324.07 | 6.00 |\n| after | 92.10 | 92.10 | 0 |",
        "I now write the rate beside every foreign payment. By hand, in pencil, like my grandmother.",
      ],
    },
    {
      titles: [
        "Paid off {amount} in {months}. Nothing clever, here is how",
        "OutboxEntry-free since {month}. The spreadsheet had four columns",
      ],
      paragraphs: [
        "There is no trick in here. I wrote down what came in, what went out, and what I would not miss.",
        "The biggest item I didn't miss was lunch delivery ({amount} a year!). The second was a storage unit full of things that I had forgotten.",
        "It took {months}. The last payment felt like nothing at all, and then I sat on the kitchen floor for a while.",
      ],
    },
    {
      titles: [
        "New clients with {months} of unsorted receipts: what do you charge?",
        "Clean-up work: by the hour or by the box?",
      ],
      paragraphs: [
        "A {trade} came to me with {n} boxes. Some of the paper is thermal and already white.",
        "I quoted {amount} for the clean-up and a monthly fee after that. They were shocked by the first number and delighted by the second.",
        "How do you price the past?",
      ],
    },
  ],
  comments: [
    "Twelve months if you are self-employed. I needed {n} of them in 2020 and slept through all of it.",
    "Photograph thermal paper the day you get it. In {months} it is a blank page.",
    "By the box, with a lid on it. Otherwise the boxes multiply.",
    "The pencil is underrated. Ours has survived {n} software migrations.",
    "Separate account for tax, and move {percent} of everything on the day that it arrives.",
    "I charge the clean-up at my full rate and the monthly work below it. They only ever come back for the second.",
    "Talk to somebody who does this for a living before {month}. It costs {small} and saves a weekend.",
    "Congratulations! Sitting on the kitchen floor is the correct ceremony.",
    "It is always the rate of the day before. **Always.**",
    "Not advice, but we went with {n} months and a credit line that we never touched.",
  ],
  links: [
    {
      title: "How small firms really keep their books: {many} interviews",
      url: "https://ledgerandlight.example/interviews",
    },
    {
      title: "The rounding error that closed a shop for a day",
      url: "https://ledgerandlight.example/rounding",
    },
    { title: "Savings rates, one year on", url: "https://plainmoney.example/savings-rates" },
  ],
  flairs: ["Advice", "Discussion", "Off-topic", "Budgeting", "Taxes"],
};
