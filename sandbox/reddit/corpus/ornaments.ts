/**
 * Paragraphs that fit anywhere, each with something in it that a reader of Reddit's texts has to cope with: tables,
 * nested quotes and lists, relative links, hidden text, odd white space, other scripts.
 */
export const ornaments: readonly string[] = [
  "> You should write this down.\n\n>> I did.\n\n>>> Then you should read it.\n\nThat is how conversations go at our house.",
  "Edit: this came up in /r/AskReddit last month, too, and u/quiet_ledger had the better answer.",
  'More in [the wiki](/r/smallbusiness/wiki/index) and in [this thread](/r/freelance/comments/1p0abc/rates/ "an old thread about rates").',
  "&#x200B;\n\nEdit 2: thank you all, I did not expect so many answers.",
  "The short version: >!it was the cable!<. It is always the cable.",
  "It went from good to *very* good to ***too good to be true***, and then ~~it broke~~ we had lunch.",
  "| what | before | after |\n|:---|---:|:---:|\n| time | 40 min | 12 min |\n| coffee | `3` | **2** |\n| notes | a \\| b | [here](https://www.example.com/notes) |",
  "* one thing\n* another thing\n    * and what belongs to it\n    * and that, too\n* the rest",
  "***\n\n##### A note in small print\n\nAll numbers from memory, E = mc^(2), no warranty^(not even a little).",
  "https://preview.redd.it/q7w3xk9c2m4e1.png?width=1080&format=png&auto=webp&s=5f2b8d1c77aa",
  "It says so on https://www.example.com/terms?section=4&page=2 (second paragraph, the one in grey).",
  "Snake_case_names, a\\_b and 2\\*3 look odd here, but C++ and .NET, and 5 < 6 && 7 > 6, should be fine. Q&A below.",
  "¯\\\\\\_(ツ)\\_/¯",
  "Grüße aus München, où le café est bon, y hasta mañana. Ça va? Žluťoučký kůň. 🙂👍🏽",
  "Written on my phone\u00a0on a train\u200b, please excuse the typos…",
  "Mail me at [hello@example.com](mailto:hello@example.com), or send [a message](/message/compose?to=quiet_ledger).",
  '    # what I ran\n    for day in monday tuesday; do\n      echo "$day <ok>"\n    done',
  "TL;DR: ask early, write it down, be kind.",
  "![gif](giphy|l0HlBO7eyXzSZkJri)",
];
