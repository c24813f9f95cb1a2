import { beforeAll, expect, test } from "vitest";
import { renderPartingMail } from "@/channels/email/parting-mail";
import { partingTemplates } from "@/domain/delivery/message";
import { testSettings } from "../../../support/settings";

beforeAll(
  () =>
    void Object.assign(process.env, testSettings, {
      DATABASE_URL: "postgresql://127.0.0.1/earshot",
      SUPPORT_EMAIL: "help@earshot.example",
    }),
);

test.each(partingTemplates)(
  "%s confirms the deletion, explains the rest and names a contact",
  async (template) => {
    const { message, count } = await renderPartingMail(template);
    expect(count).toBe(0);
    expect(message).toMatchObject({ subject: "Your account has been deleted", to: "", headers: {} });
    for (const said of [
      "Your Earshot account has been deleted, and this is our last email.",
      "remaining matches will be deleted within 24 hours",
      "contact help@earshot.example from this address",
      testSettings.OPERATOR_ADDRESS,
    ]) {
      expect(message.text).toContain(said);
      expect(message.html).toContain(said);
    }
    const saysPro = template === "account-and-pro-deleted";
    expect(
      message.text.includes("Your Pro subscription has been canceled, and you won't be charged again."),
    ).toBe(saysPro);
  },
);

test.each(partingTemplates)(
  "%s contains no links, because the account no longer exists",
  async (template) => {
    const { message } = await renderPartingMail(template);
    expect(message.html).not.toContain("href");
    for (const body of [message.text, message.html])
      expect(body).not.toMatch(/https?:\/\/localhost|unsubscribe/i);
  },
);
